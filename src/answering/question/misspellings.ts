/** Words of a question that no passage has, read as the words that the passages have. */
import { maySpell, spellingDistance } from "../../language/words/spelling.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** The question as it was probably meant: `elegible` as `eligible`. Linear in the text of the passages. */
export function respelt(evidence: Evidence): Evidence {
  const misspelt = misspeltWords(evidence);
  if (misspelt.length === 0) return evidence;
  const counts = wordsOf(evidence);
  const meant = misspelt.flatMap(({ term, written }) => {
    const word = nearestWord(written.toLowerCase(), counts);
    const [read] = word === null ? [] : evidence.analyzer.analyze(word);
    return word === null || read === undefined ? [] : { term, written, word, read: read.term };
  });
  if (meant.length === 0) return evidence;
  const { question, followUp, terms } = evidence;
  const read = (text: string) => meant.reduce((said, { written, word }) => said.replaceAll(written, word), text);
  return {
    ...evidence,
    question: read(question),
    ...(followUp && { followUp: { ...followUp, own: read(followUp.own), asked: read(followUp.asked) } }),
    terms: terms.map((one) => {
      const found = meant.find(({ term }) => term === one.term);
      return found === undefined ? one : { ...one, term: found.read, documentFrequency: 1 };
    }),
  };
}

/** Letters; shorter words are too often others: `house`, `horse`. */
const shortest = 8;
/** Letters, where the built-in model says whether a word exists. */
const shortestUnknown = 5;
const mostMisspelt = 8;

/** In no passage, and unknown to the model, if it took part. */
function misspeltWords({ question, terms, expansion, analyzer }: Evidence) {
  const least = expansion === null ? shortest : shortestUnknown;
  const known = new Set(expansion?.map(({ term }) => term));
  const missing = new Set(terms.flatMap(({ term, documentFrequency }) => (documentFrequency === 0 ? term : [])));
  return analyzer
    .analyze(question)
    .map(({ term, start, end }) => ({ term, written: question.slice(start, end) }))
    .filter(({ term, written }) => missing.has(term) && written.length >= least && /^\p{L}+$/u.test(written))
    .filter(({ written }) => !known.has(written.toLowerCase()))
    .slice(0, mostMisspelt);
}

/** In lower case, with how often the passages have each. */
function wordsOf({ passages }: Evidence): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { title, section, text } of passages)
    for (const [word] of `${title} ${section} ${text}`.toLowerCase().matchAll(/\p{L}+/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Of those equally near, the commonest. */
function nearestWord(wanted: string, counts: ReadonlyMap<string, number>): string | null {
  const near = [...counts].filter(([word]) => maySpell(wanted, word));
  const ranked = near.map(([word, count]) => ({ word, count, distance: spellingDistance(wanted, word) }));
  return ranked.sort((a, b) => a.distance - b.distance || b.count - a.count)[0]?.word ?? null;
}
