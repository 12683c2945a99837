/** Sentences that several sources share. */
import type { SentenceChoice } from "./evidence.ts";
import type { Candidate } from "./sentence-evidence.ts";

/** A candidate and the other places that say it letter by letter. */
export interface Said extends Candidate {
  readonly also: SentenceChoice["also"];
}

/**
 * Leaves one candidate of those that say the same words in the same order: the first, which is in the best passage.
 * Those that also agree letter by letter become its `also`; others (another case, another line break) are only left out,
 * because a citation must hold the sentence as the answer has it.
 */
export function mergeRepeats(candidates: readonly Candidate[]): readonly Said[] {
  const groups = Map.groupBy(candidates, ({ tokens }) => tokens.map(({ term }) => term).join(" "));
  return [...groups.values()].map((group): Said => {
    const first = group[0]!;
    const same = group.slice(1).filter((other) => other.unit.text === first.unit.text);
    return { ...first, also: same.map(({ unit: { passage, start, end } }) => ({ passage, start, end })) };
  });
}
