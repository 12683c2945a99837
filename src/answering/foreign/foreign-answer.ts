/** Chooses the answer to a question in another language than the passages. */
import type { RetrievedPassage } from "../answer.ts";
import type { ExtractiveAnswer } from "../extractive/evidence.ts";
import type { ForeignSentences } from "./foreign-sentences.ts";

/** Number of sentences by default. The vectors order them less well than words do in one language. */
const usualSentences = 3;

/**
 * The logit of the probability that the memory answers, from the best sentence's nearness and the similarity of other passages: a
 * logistic regression over XQuAD's questions in German, Russian, Chinese and Arabic over English paragraphs, each with
 * and without the articles that answer it. Decision 28 has what two of the languages give for the other two. With the intercept,
 * one unanswerable question in five is answered, as before names were compared.
 */
const weights = { nearness: 64.3, elsewhere: -61.3, intercept: -56 };
/** The mean over those questions, for a memory with only a few passages. */
const usualElsewhere = 0.789;

/** What each number adds to the logit for a sentence of this nearness. */
export function logitParts(nearness: number, elsewhere: number | null): Readonly<Record<string, number>> {
  return {
    nearness: weights.nearness * nearness,
    elsewhere: weights.elsewhere * (elsewhere ?? usualElsewhere),
    intercept: weights.intercept,
  };
}

/** The probability that a sentence of this nearness answers. */
export function probabilityOf(nearness: number, elsewhere: number | null): number {
  const logit = Object.values(logitParts(nearness, elsewhere)).reduce((sum, part) => sum + part, 0);
  return 1 / (1 + Math.exp(-logit));
}

/** @param most sentences; null for the usual number */
export function foreignAnswer(
  { sentences, elsewhere }: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): ExtractiveAnswer {
  const placed = sentences.flatMap(({ chunkId, start, end, nearness }) => {
    const passage = passages.findIndex((one) => one.chunkId === chunkId);
    return passage < 0 ? [] : [{ passage, start, end, also: [], nearness }];
  });
  const [best] = placed;
  if (best === undefined) return { sentences: [], confidence: 0 };
  const chosen = placed.slice(0, Math.min(most ?? usualSentences, usualSentences));
  return {
    sentences: chosen.map(({ nearness: _, ...sentence }) => sentence),
    confidence: probabilityOf(best.nearness, elsewhere),
  };
}
