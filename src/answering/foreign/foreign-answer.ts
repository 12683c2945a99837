/** Chooses the answer to a question in another language than the passages. */
import type { RetrievedPassage } from "../answer.ts";
import type { ExtractiveAnswer } from "../extractive/evidence.ts";
import type { ForeignSentences } from "./foreign-sentences.ts";

/** Number of sentences by default. The vectors order them less well than words do in one language. */
const usualSentences = 3;

/**
 * The logit of the probability that the memory answers, from the best sentence's nearness and the cosine of other passages: a
 * logistic regression over half of XQuAD's questions in German, Russian, Chinese and Arabic over English paragraphs, each with
 * and without the articles that answer it. The intercept assumes that three of four questions can be answered.
 */
const weights = { nearness: 59.6, elsewhere: -77.5, intercept: -34.0 };
/** The mean over those questions, for a memory with only a few passages. */
const usualElsewhere = 0.757;

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
  const logit =
    weights.nearness * best.nearness + weights.elsewhere * (elsewhere ?? usualElsewhere) + weights.intercept;
  const chosen = placed.slice(0, Math.min(most ?? usualSentences, usualSentences));
  return {
    sentences: chosen.map(({ nearness: _, ...sentence }) => sentence),
    confidence: 1 / (1 + Math.exp(-logit)),
  };
}
