import type { RetrievedPassage } from "../../src/answering/answer.ts";
import type { Evidence } from "../../src/answering/evidence/evidence.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();

/** The hits of a memory that contains only these passages. */
export function evidenceFor(question: string, passages: readonly RetrievedPassage[], language = "en"): Evidence {
  const analyzer = analyzers(language);
  const termsOf = (text: string) => new Set(analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const held = passages.map(({ title, text }) => termsOf(`${title}\n${text}`));
  const terms = [...termsOf(question)].map((term) => {
    const documentFrequency = held.filter((set) => set.has(term)).length;
    const idf = Math.log(1 + (held.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
    return { term, documentFrequency, idf };
  });
  return { question, passages, terms, expansion: null, analyzer };
}
