import { expect, test } from "bun:test";
import { usualLength } from "../../src/answering/choice/choice.ts";
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
