/** Sentences that several sources share. */
import type { SentenceChoice } from "./evidence.ts";
import type { Candidate } from "./sentence-evidence.ts";

/** A candidate and the other places with exactly the same text. */
export interface Said extends Candidate {
  readonly also: SentenceChoice["also"];
}

/**
 * Keeps one of the candidates with the same words in the same order: the first, which is in the best passage. Candidates
 * with exactly the same text become its `also`. Others (different case or line breaks) are left out, because a citation
 * must contain the sentence exactly as in the answer.
 */
export function mergeRepeats(candidates: readonly Candidate[]): readonly Said[] {
  const outlines = Map.groupBy(candidates, outlineOf);
  const groups = Map.groupBy(candidates, (one) => {
    const outline = outlineOf(one);
    return outlines.get(outline)!.length === 1 ? outline : wordingOf(one);
  });
  return [...groups.values()].map((group): Said => {
    const first = group[0]!;
    const same = group.slice(1).filter((other) => other.unit.text === first.unit.text);
    return { ...first, also: same.map(({ unit: { passage, start, end } }) => ({ passage, start, end })) };
  });
}

/** The same for candidates that say the same words, and another one for most that do not. */
function outlineOf({ terms }: Candidate): string {
  return `${terms.length}\n${terms[0]?.term}\n${terms.at(-1)?.term}`;
}

const wordingOf = ({ terms }: Candidate) => terms.map(({ term }) => term).join(" ");
