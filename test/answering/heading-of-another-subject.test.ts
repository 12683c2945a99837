/** A heading that has a word of the question is no reason to quote its section: it may be about something else. */
import { expect, test } from "bun:test";
import { usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";

const analyzer = createAnalyzers()("en");

const files =
  "This part lists the requirements for uploads. Verify that untrusted data cannot control where files are stored. Verify that stored files are not run by the server. Verify that stored files have names that the server chose.";
const hashing =
  "Verify that passwords are stored with a key derivation function that takes much computation. Verify that its settings follow current guidance. Verify that all hash functions in use are approved.";

/** The sections that the answer quotes. */
function sectionsFor(question: string): readonly string[] {
  const passages = passagesOf(
    { text: files, section: "File Handling > File Storage", score: 0.7 },
    { text: hashing, section: "Cryptography > Hash Functions", score: 0.72 },
  );
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const terms = [...content].map((term) => ({ term, documentFrequency: 1, idf: term === "store" ? 3 : 2.3 }));
  const evidence = { question, passages, terms, expansion: null, analyzer };
  return [...new Set(extractAnswer(evidence, usualLength).sentences.map(({ passage }) => passages[passage]!.section))];
}

test("a section that has `stored` in its heading is not quoted for how passwords are stored", () => {
  expect(sectionsFor("How should passwords be stored?")).toEqual(["Cryptography > Hash Functions"]);
});

test("it is quoted for how files are stored", () => {
  expect(sectionsFor("How should files be stored?")).toEqual(["File Handling > File Storage"]);
});
