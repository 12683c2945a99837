/** Chooses the answer to a question in another language than the passages. */
import type { RetrievedPassage } from "../answer.ts";
import type { ExplainedSentence, Explanation } from "../choice/explanation.ts";
import type { ExtractiveAnswer } from "../evidence/evidence.ts";
import { leastConfidence } from "../evidence/sentence-score.ts";
import type { ForeignSentences } from "./foreign-sentences.ts";

/** Number of sentences by default. The vectors order them less well than words do in one language. */
const usualSentences = 3;

/**
 * The logit of the probability that the memory answers, from the nearness of the best sentence and of the usual one: a
 * logistic regression over XQuAD's questions in German, Russian, Chinese and Arabic over English paragraphs, each with
 * and without the articles that answer it. Decision 28 has what two of the languages give for the other two. With the intercept,
 * one unanswerable question in four is answered.
 */
const weights = { nearness: 68.6, usual: -33.1, intercept: -58.9 };
/** The mean over those questions, for a memory with only a few passages. */
const usualNearness = 1.575;

/** What each number adds to the logit for a sentence of this nearness. */
function logitParts(nearness: number, usual: number | null): Readonly<Record<string, number>> {
  return {
    nearness: weights.nearness * nearness,
    usual: weights.usual * (usual ?? usualNearness),
    intercept: weights.intercept,
  };
}

/** The probability that a sentence of this nearness answers. */
function probabilityOf(nearness: number, usual: number | null): number {
  const logit = Object.values(logitParts(nearness, usual)).reduce((sum, part) => sum + part, 0);
  return 1 / (1 + Math.exp(-logit));
}

/** @param most sentences; null for the usual number */
export function foreignAnswer(
  { sentences, usual }: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): ExtractiveAnswer {
  const placed = sentences.flatMap(({ chunkId, start, end, nearness }) => {
    const passage = passages.findIndex((one) => one.chunkId === chunkId);
    return passage < 0 ? [] : [{ passage, start, end, also: [], nearness }];
  });
  const [best] = placed;
  if (best === undefined) return { passages, sentences: [], confidence: 0, least: leastConfidence.words };
  const chosen = placed.slice(0, Math.min(most ?? usualSentences, usualSentences));
  return {
    passages,
    sentences: chosen.map(({ nearness: _, ...sentence }) => sentence),
    confidence: probabilityOf(best.nearness, usual),
    least: leastConfidence.words,
  };
}

/** @param byWords of the same question; its terms and its kind stay. @param most sentences; null for the usual number */
export function explainForeign(
  byWords: Explanation,
  found: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): Explanation {
  const answer = foreignAnswer(found, passages, most);
  const sentences = found.sentences.flatMap(
    ({ chunkId, start, end, nearness, ofPassage, ofNames }): ExplainedSentence[] => {
      const passage = passages.find((one) => one.chunkId === chunkId);
      if (passage === undefined) return [];
      return [
        {
          verdict: "enough",
          text: passage.text.slice(start, end),
          passage,
          likelihood: probabilityOf(nearness, found.usual),
          needed: 0,
          evidence: null,
          contributions: [
            ["similarity of the sentence", nearness - ofPassage - ofNames],
            ["similarity of its passage", ofPassage],
            ["names and numbers that its passage shares", ofNames],
          ],
        },
      ];
    },
  );
  const [best] = sentences;
  return {
    ...byWords,
    answer,
    confidence: best === undefined ? [] : Object.entries(logitParts(found.sentences[0]!.nearness, found.usual)),
    sentences: sentences.map((one, i) => ({ ...one, verdict: verdictAt(i, answer.sentences.length) })),
  };
}

function verdictAt(place: number, taken: number): ExplainedSentence["verdict"] {
  if (place === 0) return "best";
  return place < taken ? "taken" : "enough";
}
