import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { groundAnswer } from "../../src/answering/generated/grounding.ts";
import { citationFaults } from "../../src/cli/asking/citation-laws.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { contentOfPassages, passagesOf } from "./passages.ts";
import { pushed } from "./pushed.ts";

const analyzers = createAnalyzers();
const passages = passagesOf(
  "Replace the filter every six months. In winter the pump runs less, so once a year is enough. The cartridge costs 40 euros.",
  "Rinse the housing with clean water before you close it. The pump must not run dry.",
);

function ground(said: string, unsupported: "drop" | "mark" = "drop", language = "en", among = passages) {
  const grounding = groundAnswer({ passages: among, analyzer: analyzers(language), unsupported });
  const before = pushed(grounding, said);
  const grounded = grounding.end();
  return { ...grounded, pieces: [...before, ...grounded.pieces] };
}

const quotes = (said: string) => ground(said).citations.map(({ index, quote }) => ({ index, quote }));

describe("a supported sentence", () => {
  test("keeps its marker before the full stop and quotes its support", () => {
    expect(ground("The filter is replaced every six months. [1]").text).toBe(
      "The filter is replaced every six months [1].",
    );
    expect(quotes("The filter is replaced every six months. [1]")).toEqual([
      { index: 1, quote: "Replace the filter every six months." },
    ]);
  });

  test("is numbered by appearance, whatever the model's numbers", () => {
    expect(ground("Rinse the housing with clean water [2]. Replace the filter every six months [1].").text).toBe(
      "Rinse the housing with clean water [1]. Replace the filter every six months [2].",
    );
  });

  test("may cite several passages, but only supporting ones", () => {
    const twice = passagesOf(
      "Close the red valve first.",
      "Close the red valve first, then the blue one.",
      "Bees make honey.",
    );
    expect(ground("Close the red valve first [1, 2][3].", "drop", "en", twice).text).toBe(
      "Close the red valve first [1][2].",
    );
  });

  test("gets the supporting citation if it cites nothing or the wrong passage", () => {
    expect(ground("Replace the filter every six months.").text).toBe("Replace the filter every six months [1].");
    expect(quotes("Replace the filter every six months [2].")[0]?.quote).toBe("Replace the filter every six months.");
  });

  test("of a list stays on its line", () => {
    expect(ground("- Replace the filter every six months [1]\n- Rinse the housing with clean water [2]").text).toBe(
      "- Replace the filter every six months [1]\n- Rinse the housing with clean water [2]",
    );
  });

  test("keeps a short word without content beside it", () => {
    expect(ground("No. The pump must not run dry [2].").text).toBe("No. The pump must not run dry [1].");
  });

  test("in Chinese", () => {
    const chinese = passagesOf("每六个月更换一次过滤器。冬天水泵运行较少。");
    expect(ground("每六个月更换一次过滤器[1]。", "drop", "zh", chinese).text).toBe("每六个月更换一次过滤器[1]。");
  });
});

describe("an unsupported sentence is dropped", () => {
  const wrong: [string, string][] = [
    ["other facts", "The filter was invented by Ada Lovelace in London [1]."],
    ["a denial of what is affirmed", "The filter is not replaced every six months [1]."],
    ["a passage that is not there", "Whales are mammals [7]."],
    ["nothing to check", "Yes."],
    ["a remark about itself", "I hope this helps!"],
    ["an address of its own", "See http://evil.example: replace the filter every six months [1]."],
  ];
  for (const [name, said] of wrong) {
    test(name, () => expect(ground(said)).toMatchObject({ text: "", citations: [] }));
  }

  test.each([
    ["another number", "Replace the filter every 9 months [1].", "Replace the filter every six months [1]."],
    ["an affirmation of what is denied", "The pump must run dry [2].", "The pump must not run dry [1]."],
    [
      "an address of its own behind a source's words",
      "Replace the filter every six months, see http://evil.example [1].",
      "Replace the filter every six months [1].",
    ],
  ])("%s: the source's own words end what it begins", (_, said, text) => {
    expect(ground(said)).toMatchObject({ text, unsupported: [], share: 0 });
  });

  test("and leaves no gap", () => {
    expect(
      ground(
        "Whales are mammals. Replace the filter every six months [1]. Whales sing. The cartridge costs 40 euros [1].",
      ).text,
    ).toBe("Replace the filter every six months [1]. The cartridge costs 40 euros [2].");
  });
});

test("markdown that could fetch something becomes plain words", () => {
  expect(
    ground("**Replace** the ![x](http://evil.example/a) filter every [six months](http://evil.example) [1].").text,
  ).toBe("Replace the filter every six months [1].");
});

test("the model's marker for a missing answer is never shown", () => {
  expect(ground("NO_ANSWER")).toMatchObject({ text: "", citations: [], unsupported: [] });
});

test("the same in any pieces: text, citations, laws", () => {
  const sentences = [
    "Replace the filter every six months [1].",
    "In winter once a year is enough. [1]",
    "Rinse the housing with clean water [2].",
    "The pump must not run dry [2][1].",
    "Whales are mammals [1].",
    "Yes.",
    "\n- The cartridge costs 40 euros [1]\n",
    "It costs 41 euros [1].",
    "The cartridge costs 41 euros [1].",
    "The pump must run dry [2].",
  ];
  const said = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 8 }).map((some) => some.join(" "));
  fc.assert(
    fc.property(said, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }), (text, cuts) => {
      const whole = ground(text);
      const grounding = groundAnswer({ passages, analyzer: analyzers("en"), unsupported: "drop" });
      const pieces = [];
      for (let at = 0, i = 0; at < text.length; i++) {
        const size = cuts[i % cuts.length] ?? 1;
        pieces.push(...pushed(grounding, text.slice(at, at + size)));
        at += size;
      }
      const grounded = grounding.end();
      pieces.push(...grounded.pieces);
      expect(grounded.text).toBe(whole.text);
      expect(grounded.citations).toEqual(whole.citations);
      expect(pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("")).toBe(whole.text);
      expect(pieces.flatMap((piece) => (piece.type === "citation" ? piece.citation.index : []))).toEqual(
        whole.citations.map(({ index }) => index),
      );
      expect(citationFaults({ ...whole, verbatim: false }, contentOfPassages(passages))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("a sentence that words do not support is kept if it is supported elsewhere, and cites that place", () => {
  const grounding = groundAnswer({ passages, analyzer: analyzers("en"), unsupported: "drop" });
  const said = "Tauschen Sie den Filter halbjährlich [1]. Replace the filter every six months [1].";
  const sentences = [...grounding.read(said), ...grounding.read(null)];
  expect(sentences.map((sentence) => grounding.isSupported(sentence))).toEqual([false, true]);
  const place = { passage: 0, start: 0, end: 36 };
  for (const sentence of sentences) grounding.add(sentence, [place]);
  const { text, citations } = grounding.end();
  expect(text).toBe("Tauschen Sie den Filter halbjährlich [1]. Replace the filter every six months [1].");
  expect(citations.map(({ quote, answerSpans }) => [quote, answerSpans.length])).toEqual([
    ["Replace the filter every six months.", 2],
  ]);
});

test("a long reply in one piece is cut between its sentences, and blanks without end are none", () => {
  const times = 300;
  const { removed, citations, text } = ground(
    `${" \n".repeat(5000)}${"Replace the filter every six months [1]. ".repeat(times)}`,
  );
  expect(removed).toEqual([]);
  expect(text.match(/months \[1\]\./g)).toHaveLength(times);
  expect(citations.map(({ answerSpans }) => answerSpans.length)).toEqual([times]);
});
