import type { TurnedQuestion } from "../memory/embedder-ports.ts";
import type { Hit } from "../memory/index-ports.ts";

/** Shares of the vectors; measured in decision 28. */
const vectorShare = { words: 0.3, sense: 0.2 };

/** Below it, terms count less, by the square, as for a question in another language, which shares only names. */
const convincingTerms = 0.7;

/** A passage without a vector gets at least this share of its score by terms instead; 0.8 ranked best (decision 28). */
const typicalNearness = 0.8;
/** The best passages by terms, from which missing nearness is estimated, as missing sense is. */
const bestDepth = 20;

export interface VectorMatch {
  readonly no: number;
  readonly group: number;
  readonly score: number;
}

/** A weighted mean of scaled scores (Bruch et al., TOIS 2023). @param hasVector false: still to come */
export function fuse(
  terms: readonly Hit[],
  vector: readonly VectorMatch[],
  hasVector: (no: number) => boolean = () => true,
): Hit[] {
  const byTerms = new Map(terms.map((hit) => [hit.no, hit]));
  const byVector = new Map(vector.map(({ no, score }) => [no, score]));
  const bestTerms = terms[0]?.score ?? 0;
  const bestVector = vector[0]?.score ?? 0;
  const leastVector = vector.at(-1)?.score ?? 0;
  const hasSense = terms.some(({ scores }) => scores.sense !== null);
  const mixed = mixture(bestTerms, hasSense ? vectorShare.sense : vectorShare.words);
  const reported = mixed(bestTerms, bestVector);
  const onlyNear = vector.filter(({ no }) => !byTerms.has(no));
  const nearness = (no: number) => spread(byVector.get(no) ?? null, leastVector, bestVector);
  const expected = expectedNearness(terms.filter(({ no }) => hasVector(no)).slice(0, bestDepth), nearness, bestTerms);
  const hits = [...terms, ...onlyNear].map(({ no, group }): Hit => {
    const found = byTerms.get(no) ?? null;
    const near = byVector.get(no) ?? null;
    const byWords = spread(found?.score ?? null, 0, bestTerms);
    const isUnknown = near === null && !hasVector(no);
    const score = mixed(byWords, isUnknown ? expected(byWords) : nearness(no));
    const { keyword, sense } = found?.scores ?? { keyword: null, sense: null };
    return { no, group, score: score * reported, scores: { keyword, sense, vector: near } };
  });
  return hits.sort((a, b) => b.score - a.score || a.no - b.no);
}

/** In proportion to its score by terms, or at least the greatest if that score exceeds all. */
function expectedNearness(
  best: readonly Hit[],
  nearness: (no: number) => number,
  bestTerms: number,
): (byTerms: number) => number {
  const most = spread(best[0]?.score ?? null, 0, bestTerms);
  const nearest = Math.max(0, ...best.map(({ no }) => nearness(no)));
  return (byTerms) => Math.max(typicalNearness * byTerms, byTerms >= most ? nearest : nearest * (byTerms / most));
}

/** By the greater score of the question and its translation, best first. */
export function nearest(
  asked: readonly VectorMatch[],
  turned: readonly VectorMatch[],
  { vector, offset }: TurnedQuestion,
): VectorMatch[] {
  const length = Math.hypot(...vector);
  const best = new Map(asked.map((match) => [match.no, match]));
  for (const match of turned) {
    const similarity = (2 * match.score - 1) * length + offset;
    const score = Math.max(Math.min(1, (1 + similarity) / 2), best.get(match.no)?.score ?? 0);
    best.set(match.no, { ...match, score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.no - b.no);
}

function mixture(bestTerms: number, share: number): (terms: number, vector: number) => number {
  const weight = (1 - share) * Math.min(1, bestTerms / convincingTerms) ** 2;
  return (terms, vector) => (weight * terms + share * vector) / (weight + share);
}

function spread(score: number | null, least: number, best: number): number {
  if (score === null) return 0;
  return best === least ? 1 : (score - least) / (best - least);
}
