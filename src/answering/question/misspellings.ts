/** Words of a question that no passage has, read as the words that the passages have. */
import { maySpell, spellingDistance } from "../../language/words/spelling.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** The question as it was probably meant: `elegible` as `eligible`. Linear in the text of the passages. */
export function respelt(evidence: Evidence): Evidence {
  const { question, followUp, terms, analyzer } = evidence;
  const meant = new Map<string, { readonly written: string; readonly word: string; readonly term: string }>();
  for (const { term, written } of misspeltWords(evidence)) {
    const word = nearestWord(written, evidence);
    const [read] = word === null ? [] : analyzer.analyze(word);
    if (word !== null && read !== undefined) meant.set(term, { written, word, term: read.term });
  }
  if (meant.size === 0) return evidence;
  const read = (text: string) =>
    meant.values().reduce((said, { written, word }) => said.replaceAll(written, word), text);
  return {
    ...evidence,
    question: read(question),
    ...(followUp && { followUp: { ...followUp, own: read(followUp.own), asked: read(followUp.asked) } }),
    terms: terms.map((one) => {
      const term = meant.get(one.term)?.term;
      return term === undefined ? one : { ...one, term, documentFrequency: 1 };
    }),
  };
}

const words = /\p{L}+/gu;

/** In the passages, the nearest one; of those equally near, the commonest. */
function nearestWord(written: string, { passages }: Evidence): string | null {
  const wanted = written.toLowerCase();
  const counts = new Map<string, number>();
  for (const { title, section, text } of passages)
    for (const [word] of `${title} ${section} ${text}`.toLowerCase().matchAll(words))
      if (maySpell(wanted, word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].map(([word, count]) => ({ word, count, distance: spellingDistance(wanted, word) }));
  return ranked.sort((a, b) => a.distance - b.distance || b.count - a.count)[0]?.word ?? null;
}

/** Letters; shorter words are too often others: `house`, `horse`. */
const shortest = 8;
/** Letters, where the built-in model says whether a word exists. */
const shortestUnknown = 5;

/** In no passage, and unknown to the model, if it took part. */
export function misspeltWords({ question, terms, expansion, analyzer }: Omit<Evidence, "passages">) {
  const least = expansion === null ? shortest : shortestUnknown;
  const known = new Set(expansion?.map(({ term }) => term));
  const missing = new Set(terms.flatMap(({ term, documentFrequency }) => (documentFrequency === 0 ? term : [])));
  return analyzer
    .analyze(question)
    .map(({ term, start, end }) => ({ term, written: question.slice(start, end) }))
    .filter(({ term, written }) => missing.has(term) && written.length >= least && /^\p{L}+$/u.test(written))
    .filter(({ written }) => !known.has(written.toLowerCase()));
}
