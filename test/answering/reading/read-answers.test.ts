/** Answers with a reader that a test scripts. */
import { describe, expect, test } from "bun:test";
import { extractAnswer } from "../../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../../src/answering/citations.ts";
import type { AskedBlock, BlockReading, Reader } from "../../../src/answering/evidence/evidence.ts";
import type { OutlineBlock } from "../../../src/language/structure/outline.ts";
import { evidenceFor } from "../evidence-for.ts";
import { passagesOf } from "../passages.ts";

/** Takes a unit with the text for an answer, and its block too. */
function readerFor(text: string): Reader & { readonly asked: AskedBlock[]; readonly questions: string[] } {
  const asked: AskedBlock[] = [];
  const questions: string[] = [];
  const read = (question: string, block: AskedBlock): BlockReading => {
    asked.push(block);
    questions.push(question);
    const units = block.units.map((unit) => (unit.includes(text) ? 4 : -4));
    return { answers: Math.max(...units), units };
  };
  return { asked, questions, read };
}

function answerTo(question: string, passages: ReturnType<typeof passagesOf>, reader: Reader) {
  const answer = extractAnswer({ ...evidenceFor(question, passages), reader });
  return { ...answer, text: assembleAnswer(answer.passages, answer.sentences).text };
}

const sharing = [
  "Profits are shared in March, and sharing profits depends on the year's profits.",
  "You are eligible after two years of working here.",
] as const;

test("the sentence that the reader takes for the answer is said, though another has more of the words", () => {
  const passages = passagesOf(sharing.join(" "));
  const question = "When am I eligible for sharing profits in March?";
  expect(answerTo(question, passages, readerFor("two years")).text).toStartWith("You are eligible after two years");
});

test("the confidence follows the reader", () => {
  const passages = passagesOf(...sharing);
  const sure = answerTo("When am I eligible?", passages, readerFor("two years"));
  const unsure = answerTo("When am I eligible?", passages, readerFor("no such text"));
  expect(sure.confidence).toBeGreaterThan(unsure.confidence + 0.3);
  expect(unsure.confidence).toBeLessThan(sure.least);
});

test("few blocks are read, however many passages there are", () => {
  const passages = passagesOf(...Array.from({ length: 12 }, (_, i) => `The pump number ${i} is checked on day ${i}.`));
  const reader = readerFor("day 3");
  answerTo("When is the pump checked?", passages, reader);
  expect(reader.asked.length).toBeLessThanOrEqual(4);
});

test("a first block that surely answers is read alone, and more are read while none is likely to answer", () => {
  const passages = passagesOf(...Array.from({ length: 9 }, (_, i) => `The pump number ${i} is checked on day ${i}.`));
  const asked = (sure: number) => {
    let blocks = 0;
    const read = ({ units }: AskedBlock): BlockReading => {
      blocks++;
      return { answers: sure, units: units.map(() => sure) };
    };
    answerTo("When is the pump checked?", passages, { read: (_, block) => read(block) });
    return blocks;
  };
  expect([4, 2, 0.2, -4].map(asked)).toEqual([1, 2, 4, 7]);
});

test("a passage is read as one about what its document is about, though it does not name it", () => {
  const named = Array.from({ length: 10 }, (_, i) => ({ text: `Valve number ${i} of the Aqua is open.`, source: 1 }));
  const about = [
    ...named,
    { text: "A filter can be washed.", source: 1 },
    { text: "A filter can be dried.", source: 2 },
  ];
  const reader = readerFor("no such text");
  const passages = passagesOf(...about.map((one) => ({ ...one, title: `Manual ${one.source}` })));
  const nearest = passages.toSorted((a, b) => Number(b.text.includes("filter")) - Number(a.text.includes("filter")));
  answerTo("Can the filter of the Aqua be washed?", nearest, reader);
  const contextOf = (text: string) => reader.asked.find(({ units }) => units.join(" ") === text)?.context;
  expect(contextOf("A filter can be washed.")).toBe("Aqua > Manual 1");
  expect(contextOf("A filter can be dried.")).toBe("Manual 2");
});

const colours = passagesOf({ text: "The pump is blue. The valve is red.", section: "Parts" });

test("overviews are chosen by words", () => {
  const reader = readerFor("blue");
  answerTo("Give me an overview of the parts", colours, reader);
  expect(reader.asked).toEqual([]);
});

test("each side of a comparison is read by itself", () => {
  const reader = readerFor("blue");
  answerTo("Compare the pump and the valve", colours, reader);
  expect([...new Set(reader.questions)]).toEqual(["Compare the pump and the valve", "the pump", "the valve"]);
});

describe("lists", () => {
  const text = "Do not take it if:\n- you are pregnant\n- you drive a car or a truck";
  const lead = { start: 0, end: 18 };
  const item = (part: string, more: Partial<OutlineBlock>): OutlineBlock => {
    const start = text.indexOf(part);
    return { kind: "list_item", level: 1, start, end: start + part.length, ...more };
  };
  const outline = [
    item("Do not take it if:", { kind: "paragraph", level: 0 }),
    item("- you are pregnant", { lead }),
    item("- you drive a car or a truck", { lead }),
  ];

  test("an item is quoted with the sentence that leads it", () => {
    const passages = passagesOf(text).map((passage) => ({ ...passage, outline }));
    const { text: said } = answerTo("Can I take it if I drive a car?", passages, readerFor("drive a car"));
    expect(said).toBe("Do not take it if [1]:\n- you drive a car or a truck [1]");
  });

  test("the leading sentence is quoted from in front of the passage, at its own place", () => {
    const [whole] = passagesOf(text.slice(19));
    const moved = outline
      .slice(1)
      .map((one) => ({ ...one, start: one.start - 19, end: one.end - 19, lead: "before" as const }));
    const passage = {
      ...whole!,
      start: 19,
      end: text.length,
      outline: moved,
      lead: { text: text.slice(0, 18), ...lead, items: [] },
    };
    const { passages, sentences } = answerTo("Can I take it if I drive a car?", [passage], readerFor("drive a car"));
    const { citations, text: said } = assembleAnswer(passages, sentences);
    expect(said).toBe("Do not take it if [1]:\n- you drive a car or a truck [2]");
    for (const { quote, start, end } of citations) expect(text.slice(start, end)).toBe(quote);
  });

  test("a question for a list gets the whole list", () => {
    const passages = passagesOf(text).map((passage) => ({ ...passage, outline }));
    const { text: said } = answerTo("List the cases in which I should not take it", passages, readerFor("drive a car"));
    expect(said).toBe("Do not take it if [1]:\n- you are pregnant [1]\n- you drive a car or a truck [1]");
  });
});
