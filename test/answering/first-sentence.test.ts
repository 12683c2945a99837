import { describe, expect, test } from "bun:test";
import { chooseFrom, extractAnswer, usualLength } from "../../src/answering/extractive/extractive.ts";
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

describe("a passage in which the built-in model sees little of a short question", () => {
  const supportOf = (question: string, text: string) => {
    const [passage] = passagesOf({ text, score: 0.6 });
    const distant = { ...passage!, scores: { ...passage!.scores, sense: 0.6 } };
    return chooseFrom(evidenceFor(question, [distant]), usualLength).support!;
  };

  test("is not judged by it if the sentence has the form of the definition", () => {
    const question = "What is QED short for?";
    expect(supportOf(question, "It led to quantum electrodynamics (or QED), and more.").senseless).toBe(1);
    expect(supportOf(question, "The QED grew and grew.").senseless).toBe(0);
  });

  test("is judged by half if the sentence has the number that is asked for", () => {
    const question = "How many backups are kept?";
    expect(supportOf(question, "Of the backups the newest seven were kept.").senseBelow).toBeCloseTo(0.025);
    expect(supportOf(question, "Of the backups the newest were kept.").senseBelow).toBeCloseTo(0.05);
  });
});
