import type { Hit } from "../memory/index-ports.ts";
import type { LexicalQuery, ScoredPassage } from "./lexical-index.ts";
import { scoreUnit } from "./scan/bm25.ts";

/**
 * 1 − 4^(−score / full): a passage of average length with every word once scores 0.75. Unknown words count in `full`.
 */
function comparable(units: number, full: number): number {
  return full === 0 ? 0 : 1 - 4 ** -(units / scoreUnit / full);
}

export function hitFrom({ no, group, score, words, sense }: ScoredPassage, asked: LexicalQuery): Hit {
  const fullWords = asked.words?.idfSum ?? 0;
  const fullSense = asked.sense.full;
  return {
    no,
    group,
    score: comparable(score, fullWords + fullSense),
    scores: {
      keyword: words > 0 ? comparable(words, fullWords) : null,
      sense: sense !== null && sense > 0 ? comparable(sense, fullSense) : null,
      vector: null,
    },
  };
}
