import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { assembleAnswer } from "../../src/answering/citations.ts";
import type { SentenceChoice } from "../../src/answering/evidence/evidence.ts";
import { citationFaults } from "../../src/cli/asking/citation-laws.ts";
import type { OutlineBlock } from "../../src/language/structure/outline.ts";
import { splitSentences } from "../../src/language/text/sentences.ts";
import { contentOfPassages, passagesOf } from "./passages.ts";

/** The n-th sentence of a passage, as a choice. */
function choose(
  texts: readonly string[],
  passage: number,
  n: number,
  also: SentenceChoice["also"] = [],
): SentenceChoice {
  return { passage, ...splitSentences(texts[passage]!, "en")[n]!, also };
}

describe("assembleAnswer", () => {
  test("one sentence: the marker stands before the full stop, the quote is the sentence, positions are code points", () => {
    const texts = ["Clean it 🧽 often. Replace the filter every six months. Then rest."];
    const passages = passagesOf(...texts);
    const answer = assembleAnswer(passages, [choose(texts, 0, 1)]);
    expect(answer).toEqual({
      text: "Replace the filter every six months [1].",
      markers: [{ index: 1, start: 36, end: 39 }],
      citations: [
        {
          index: 1,
          passage: passages[0]!,
          quote: "Replace the filter every six months.",
          start: 11 + 18,
          end: 11 + 18 + 36,
          answerSpans: [{ start: 0, end: 39 }],
        },
      ],
      remarks: [],
      pieces: [
        { type: "text", text: "Replace the filter every six months [1].", markers: [{ index: 1, start: 36, end: 39 }] },
        { type: "citation", citation: answer.citations[0]! },
      ],
    });
  });

  test("a marker stands behind code, and not among its signs", () => {
    const [code] = passagesOf(`print(ask("How often is the filter replaced?"))`);
    const outline = [{ kind: "code", start: 0, end: code!.text.length } as OutlineBlock];
    const choice = { passage: 0, start: 0, end: code!.text.length, also: [] };
    const answer = assembleAnswer([{ ...code!, outline }], [choice]);
    expect(answer.text).toBe(`print(ask("How often is the filter replaced?")) [1]`);
    expect(citationFaults({ ...answer, verbatim: true }, contentOfPassages([code!]))).toEqual([]);
  });

  test("sentences of one passage share a citation; numbers follow first appearance", () => {
    const texts = ["Alpha is first. It is old.", "Beta is second."];
    const answer = assembleAnswer(passagesOf(...texts), [
      choose(texts, 1, 0),
      choose(texts, 0, 0),
      choose(texts, 0, 1),
    ]);
    expect(answer.text).toBe("Beta is second [1]. Alpha is first [2]. It is old [2].");
    expect(answer.citations.map(({ index, quote, answerSpans }) => ({ index, quote, answerSpans }))).toEqual([
      { index: 1, quote: "Beta is second.", answerSpans: [{ start: 0, end: 18 }] },
      {
        index: 2,
        quote: "Alpha is first. It is old.",
        answerSpans: [
          { start: 20, end: 38 },
          { start: 40, end: 53 },
        ],
      },
    ]);
    expect(answer.pieces.map((piece) => (piece.type === "text" ? piece.text : piece.citation.index))).toEqual([
      "Beta is second [1].",
      1,
      " Alpha is first [2].",
      2,
      " It is old [2].",
    ]);
  });

  test("sentences far apart in a passage are quoted apart", () => {
    const texts = [`One is here. ${"Filler goes on and on. ".repeat(20)}Two is there.`];
    const answer = assembleAnswer(passagesOf(...texts), [choose(texts, 0, 0), choose(texts, 0, 21)]);
    expect(answer.text).toBe("One is here [1]. Two is there [2].");
    expect(answer.citations.map((citation) => citation.quote)).toEqual(["One is here.", "Two is there."]);
  });

  test("a sentence of two sources carries both markers", () => {
    const texts = ["The sky is blue.", "Look up. The sky is blue."];
    const answer = assembleAnswer(passagesOf(...texts), [choose(texts, 0, 0, [{ passage: 1, start: 9, end: 25 }])]);
    expect(answer.text).toBe("The sky is blue [1][2].");
    expect(answer.citations.map((citation) => citation.passage.rank)).toEqual([1, 2]);
  });

  test("the same place seen through two overlapping passages is cited once", () => {
    const passages = passagesOf(
      { text: "Look up. The sky is blue.", source: 7, before: "" },
      { text: "The sky is blue. Rest.", source: 7, before: "Look up. " },
    );
    const sentence = { passage: 0, start: 9, end: 25, also: [{ passage: 1, start: 0, end: 16 }] };
    expect(assembleAnswer(passages, [sentence]).text).toBe("The sky is blue [1].");
  });

  test("list items and table rows keep their own lines", () => {
    const texts = ["Do this:\n1. Open it.\n2. Close it", "Name: Ada; Born: 1815\nName: Emmy; Born: 1882"];
    const answer = assembleAnswer(passagesOf(...texts), [
      choose(texts, 0, 0),
      choose(texts, 0, 1),
      choose(texts, 0, 2),
      choose(texts, 1, 1),
    ]);
    expect(answer.text).toBe("Do this [1]:\n1. Open it [1].\n2. Close it [1]\nName: Emmy; Born: 1882 [2]");
  });

  test("scripts without spaces get no spaces", () => {
    const texts = ["滤网每六个月更换一次。请勿水洗。"];
    const answer = assembleAnswer(passagesOf(...texts), [choose(texts, 0, 0), choose(texts, 0, 1)]);
    expect(answer.text).toBe("滤网每六个月更换一次[1]。请勿水洗[1]。");
  });

  test("a bracketed number of the source is not a marker", () => {
    const texts = ["The bridge[4] opened in 1932."];
    const answer = assembleAnswer(passagesOf(...texts), [choose(texts, 0, 0)]);
    expect(answer.text).toBe("The bridge[\u20604] opened in 1932 [1].");
    expect(answer.citations[0]!.quote).toBe("The bridge[4] opened in 1932.");
  });

  test("without sentences there is no text", () => {
    expect(assembleAnswer(passagesOf("A."), [])).toEqual({
      text: "",
      citations: [],
      markers: [],
      remarks: [],
      pieces: [],
    });
  });

  test("sentences with a heading are a list under it, and the headings are no quotes", () => {
    const texts = ["Alpha 🧽 is first. It is old.", "1. Beta is second."];
    const [under, other] = [{ heading: "Größe 🧯 [4]" }, { heading: "Age" }];
    const answer = assembleAnswer(passagesOf(...texts), [
      { ...choose(texts, 0, 0), ...under },
      { ...choose(texts, 0, 1), ...under },
      { ...choose(texts, 1, 0), ...other },
    ]);
    expect(answer.text).toBe(
      "Größe 🧯 [\u20604]\n\n- Alpha 🧽 is first [1].\n- It is old [1].\n\nAge\n\n1. Beta is second [2].",
    );
    const shown = [...answer.text];
    expect(answer.remarks.map(({ start, end }) => shown.slice(start, end).join(""))).toEqual([
      "Größe 🧯 [\u20604]",
      "Age",
    ]);
  });

  test.each(["a) Alpha", "(b) Beta", "3) Gamma", "• Delta"])("%s is a list item already", (item) => {
    const answer = assembleAnswer(passagesOf(item), [{ ...choose([item], 0, 0), heading: "Letters" }]);
    expect(answer.text).toBe(`Letters\n\n${item} [1]`);
  });

  test("a choice outside the passages is refused", () => {
    expect(() => assembleAnswer([], [{ passage: 0, start: 0, end: 1, also: [] }])).toThrow(RangeError);
  });
});

describe("the citation laws", () => {
  const word = fc.constantFrom(
    "sun",
    "[4]",
    "Größe",
    "😀",
    "水",
    "e.g.",
    "a[0]",
    "1932",
    "(so)",
    "“x”",
    "-",
    "1.",
    "A:",
    "b;",
  );
  const sentence = fc.tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom(".", "!", "。", "", "?)"));
  const text = fc
    .array(sentence, { minLength: 1, maxLength: 12 })
    .map((sentences) => sentences.map(([words, stop]) => words.join(" ") + stop).join("\n\n"));

  test("hold for any choice of sentences from any passages", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat()), (texts, random) => {
        const passages = passagesOf(...texts);
        const draw = (n: number) => random.next().value! % n;
        const places = texts.flatMap((given, passage) =>
          splitSentences(given, "en").map((span) => ({ passage, ...span, also: [] })),
        );
        const headings = [{}, { heading: "Größe" }, { heading: "a [4] 🧯" }];
        const chosen: SentenceChoice[] = Array.from({ length: 1 + draw(5) }, () => ({
          ...places[draw(places.length)]!,
          ...headings[draw(headings.length)],
        }));
        const answer = assembleAnswer(passages, chosen);
        expect(citationFaults({ ...answer, verbatim: true }, contentOfPassages(passages))).toEqual([]);
        const streamed = answer.pieces.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
        expect(streamed.join("")).toBe(answer.text);
        const settled = answer.pieces.flatMap((piece) => (piece.type === "citation" ? [piece.citation] : []));
        expect(settled).toEqual([...answer.citations]);
      }),
      { numRuns: 500 },
    );
  });

  const texts = ["Alpha is first. It is old.", "Beta is second."];
  const passages = passagesOf(...texts);
  const good = assembleAnswer(passages, [choose(texts, 0, 0), choose(texts, 1, 0)]);
  const contentOf = contentOfPassages(passages);
  const check = (change: Partial<typeof good>, content: typeof contentOf = contentOf) =>
    citationFaults({ ...good, ...change, verbatim: true }, content);
  const [first, second] = good.citations as [(typeof good.citations)[0], (typeof good.citations)[0]];

  test("a broken law is named", () => {
    expect(check({})).toEqual([]);
    expect(check({ citations: [first] })).toEqual([
      "law 1: citations are numbered 1, the text has 1,2",
      "law 4: part of the answer cites nothing",
    ]);
    expect(check({ text: good.text.replace("[2]", "[3]") })).toEqual([
      "law 1: markers appear as 1,3, not 1,2",
      "law 3: 20–38 does not hold [2]",
    ]);
    expect(check({ citations: [{ ...first, start: first.start + 1, end: first.end + 1 }, second] })).toEqual([
      "law 2: [1] does not quote 12–27",
    ]);
    expect(check({ citations: [{ ...first, quote: "" }, second] })[0]).toBe("law 2: [1] quotes nothing");
    expect(check({ citations: [{ ...first, answerSpans: [] }, second] })).toEqual([
      "law 3: nothing in the answer rests on [1]",
      "law 4: part of the answer cites nothing",
    ]);
    expect(check({ text: good.text.replace("Alpha", "Gamma") })).toEqual([
      "law 4: 0–18 is not verbatim in the quote of [1]",
    ]);
    expect(check({}, () => null)).toEqual([
      "law 5: [1] cites a source version that is gone",
      "law 5: [2] cites a source version that is gone",
    ]);
  });
});
