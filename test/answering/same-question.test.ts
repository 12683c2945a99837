/** Questions that a document asks in the same words, as lists of frequent questions do. */
import { describe, expect, test } from "bun:test";
import { chooseFrom, usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf } from "./passages.ts";

const others = [
  "How many valves are there?\n\nThe valves are counted once a year, and there were 40 of them.",
  "Parts of a pump\n\nA pump has many parts. You can add pumps and parts to the list.",
];

/** The answer from a passage behind two others that share words with the question. */
function answerFrom(question: string, text: string, language = "en") {
  const [first, second, own] = passagesOf(...others, text);
  const passages = [own!, first!, second!];
  const { sentences, confidence } = extractAnswer(evidenceFor(question, passages, language), usualLength);
  const [best] = sentences;
  return { said: best && passages[best.passage]!.text.slice(best.start, best.end), confidence };
}

const question = "How many pumps can I add?";
const reply = "There is no limit, unless the list is full.";

describe("the sentence under the same question answers, although it lacks what the question asks for", () => {
  test.each([
    question,
    "HOW MANY PUMPS CAN I ADD",
    `4.2 ${question}`,
    `Q: ${question}`,
    `Can I add pumps?\n\n${question}`,
    "How many pumps may I add?",
  ])("%s", (heading) => {
    const { said, confidence } = answerFrom(question, `${heading}\n\n${reply}\n\nPumps are blue.`);
    expect(said).toBe(reply);
    expect(confidence).toBeGreaterThan(0.8);
  });

  test("in a language without spaces", () => {
    expect(answerFrom("如何更换滤芯?", "如何更换滤芯?\n\n请联系客服。\n\n滤芯是蓝色的。", "zh").said).toBe(
      "请联系客服。",
    );
  });
});

/** Whether a sentence is taken for the reply to the same question. */
function hasReply(question: string, text: string) {
  const { ranked } = chooseFrom(evidenceFor(question, passagesOf(text)), usualLength);
  expect(ranked).not.toBeEmpty();
  return ranked.some(({ isReply }) => isReply);
}

test.each([
  ["the same question", "How many pumps can I add?", true],
  ["a question with more in it", "How many pumps of steel can I add?", false],
  ["a question with less in it", "How many pumps are there?", false],
  ["another question", "How many pumps can I remove?", false],
  ["a question for another thing", "When can I add pumps?", false],
  ["a question that denies it", "How many pumps can I not add?", false],
  ["a heading that asks nothing", "Pumps to add", false],
])("%s", (_, heading, isSame) => {
  expect(hasReply(question, `${heading}\n\n${reply} Pumps are added.`)).toBe(isSame);
});

test("only the sentence right under the question is the reply", () => {
  const passages = passagesOf(`${question}\n\nPumps are blue. Pumps are added daily.`);
  const { ranked } = chooseFrom(evidenceFor(question, passages), usualLength);
  expect(ranked.map(({ unit, isReply }) => [unit.text, isReply])).toEqual([
    ["Pumps are blue.", true],
    ["Pumps are added daily.", false],
  ]);
});

test("the reply is kept where another passage has the same sentence", () => {
  const [other, own] = passagesOf(`Pumps can be added. ${reply}`, `${question}\n\n${reply}`);
  const { ranked } = chooseFrom(evidenceFor(question, [other!, own!]), usualLength);
  expect(ranked[0]).toMatchObject({ unit: { passage: 1, text: reply }, isReply: true, also: [{ passage: 0 }] });
});

test("what changes places is not the same", () => {
  const text = "How do I move a pump to a boiler?\n\nCall us. Pumps and boilers are moved at night.";
  expect(hasReply("How do I move a pump to a boiler?", text)).toBe(true);
  expect(hasReply("How do I move a boiler to a pump?", text)).toBe(false);
});

test("a heading that asks nothing is not the question, although it has the same words", () => {
  expect(hasReply("pumps in pairs", "Pumps in pairs\n\nThey come in blue. Pumps are sold in pairs.")).toBe(false);
});

test("no overview of a section answers a question that the document asks itself", () => {
  const section = "Pumps > Changing a pump";
  const [own] = passagesOf({
    text: "How do I change a pump?\n\nCall us.",
    section: "Questions > How do I change a pump?",
  });
  const steps = "Changing a pump\n\nChange a pump at night. Switch it off. Loosen its screws. Lift it out.";
  const [about] = passagesOf({ text: steps, source: 1, section, score: 0.9 });
  const { sentences } = extractAnswer(evidenceFor("How do I change a pump?", [about!, own!]), usualLength);
  expect(sentences[0]).toMatchObject({ passage: 1, start: 25 });
});
