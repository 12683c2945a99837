/** Evidence from words that stand side by side in a question and in a passage. */
import { contribution } from "./bm25.ts";
import type { WordPair } from "./question.ts";
import type { ShareTable } from "./share-table.ts";

/** The amount that the question's word pairs add to a passage's score, in units. @param length of the passage. */
export function adjacencyScore(
  pairs: readonly WordPair[],
  passage: { signatures: Uint8Array; length: number },
  shares: ShareTable,
): number {
  const { signatures, length } = passage;
  let score = 0;
  for (const { first, second, weight } of pairs) {
    const times = countPairs(signatures, first, second);
    if (times > 0) score += contribution(weight, shares.shareOf(times, length));
  }
  return score;
}

function countPairs(signatures: Uint8Array, first: number, second: number): number {
  let times = 0;
  for (let at = signatures.indexOf(first); at >= 0; at = signatures.indexOf(first, at + 1)) {
    if (signatures[at + 1] === second) times += 1;
  }
  return times;
}
