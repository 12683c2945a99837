/** Explains an answer that was chosen by vectors, because the question is in another language than the passages. */
import type { RetrievedPassage } from "../answer.ts";
import type { ExplainedSentence, Explanation } from "../extractive/explanation.ts";
import { foreignAnswer, logitParts, probabilityOf } from "./foreign-answer.ts";
import type { ForeignSentences } from "./foreign-sentences.ts";

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
