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
  const alike = new Map<number, number>();
  const outlines = candidates.map(({ wording }) => wording.outline());
  for (const outline of outlines) alike.set(outline, (alike.get(outline) ?? 0) + 1);
  // The words are compared only if two candidates may have the same ones.
  const groups = Map.groupBy(candidates, ({ wording }, i) =>
    alike.get(outlines[i]!) === 1 ? outlines[i]! : wording.text(),
  );
  return [...groups.values()].map((group): Said => {
    const first = group[0]!;
    if (group.length === 1) return { ...first, also: [] };
    const same = group.slice(1).filter((other) => other.unit.text === first.unit.text);
    return { ...first, also: same.map(({ unit: { passage, start, end } }) => ({ passage, start, end })) };
  });
}
