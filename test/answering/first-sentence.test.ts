import { expect, test } from "bun:test";
import { chooseFrom, usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf } from "./passages.ts";

function firstSentence(question: string, text: string, title = "Document") {
  const [passage] = passagesOf({ text, title, score: 0.6 });
  const { sentences, confidence } = extractAnswer(evidenceFor(question, [passage!]), { ...usualLength, sentences: 1 });
  return { text: text.slice(sentences[0]?.start, sentences[0]?.end), confidence };
}

test.each([
  [
    "What is the maximum page size of a database?",
    "The minimum page size of a database is 512 bytes. The maximum size is many pages.",
  ],
  [
    "What happens when a web page cannot be read?",
    "A web page is read at once when it is sent. Any page that cannot be read is reported to the web team.",
  ],
])("it agrees with the question: %s", (question, text) => {
  expect(firstSentence(question, text).text).toBe(text.slice(text.indexOf(". ") + 2));
});

test("a label of one word is no statement", () => {
  const text = "Until now a function was limited to 40 lines. Decided. A function may be a screen long.";
  const evidence = evidenceFor("How are functions limited?", passagesOf({ text, score: 0.6 }));
  const { sentences } = extractAnswer(evidence, { sentences: 3, likelihoodPerWord: 0 });
  expect(sentences.map(({ start, end }) => text.slice(start, end))).not.toContain("Decided.");
});

test("a name that the title writes out is not missing", () => {
  const [question, text] = ["How long are the keys in the PFM?", "Keys of a pump are eight characters long."];
  const written = firstSentence(question, text, "Pump Factory Manual");
  expect(written.confidence).toBeGreaterThan(firstSentence(question, text, "Pump Manual").confidence);
});

test("code that was cut at a full stop is no statement", () => {
  const text =
    'Send it with {"prompt": "Ollama is old. Respond using JSON", "stream": false}. Streaming is then turned off for this request.';
  const { ranked } = chooseFrom(evidenceFor("How is streaming turned off?", passagesOf(text)), usualLength);
  expect(ranked.map(({ unit }) => unit.text)).toEqual(["Streaming is then turned off for this request."]);
});
