/** Sentences that several sources share. */
import type { PassageSpan } from "../answer.ts";
import type { SentenceChoice } from "../evidence/evidence.ts";
import type { Candidate } from "../evidence/sentence-evidence.ts";
import type { UnitWording } from "../evidence/units.ts";

/** A candidate and the other places with exactly the same text. */
export interface Said extends Candidate {
  readonly also: SentenceChoice["also"];
}

/**
 * Keeps one of the candidates with the same words in the same order: the one that stands under the question itself, otherwise the
 * first, which is in the best passage. Candidates with exactly the same text become its `also`. Others (different case or line
 * breaks) are left out, because a citation must contain the sentence exactly as in the answer.
 */
export function mergeRepeats(candidates: readonly Candidate[]): readonly Said[] {
  /** The last one with each outline. Few share one. */
  const byOutline = new Map<number, Merging>();
  const said: Said[] = [];
  for (const candidate of repliesFirst(candidates)) {
    const outline = candidate.wording.outline();
    const last = byOutline.get(outline) ?? null;
    const known = sameIn(last, candidate);
    if (known === null) {
      const also: PassageSpan[] = [];
      byOutline.set(outline, { first: candidate, also, before: last });
      said.push(saidOf(candidate, also));
    } else if (known.first.unit.text === candidate.unit.text) {
      const { passage, start, end } = candidate.unit;
      known.also.push({ passage, start, end });
    }
  }
  return said;
}

function repliesFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const replies = candidates.filter(({ isReply }) => isReply);
  return replies.length === 0 ? candidates : [...replies, ...candidates.filter(({ isReply }) => !isReply)];
}

interface Merging {
  readonly first: Candidate;
  readonly also: PassageSpan[];
  /** Another one with the same outline. */
  readonly before: Merging | null;
}

function sameIn(last: Merging | null, candidate: Candidate): Merging | null {
  let one = last;
  while (one !== null && !haveSameWords(one.first, candidate)) one = one.before;
  return one;
}

/** Most repeats have the same text, and comparing texts is faster. */
function haveSameWords(a: Candidate, b: Candidate): boolean {
  return a.unit.text === b.unit.text || a.wording.text() === b.wording.text();
}

/** Names each field, because copying an unknown set of fields takes ten times as long, and this is done for every sentence. */
function saidOf({ unit, wording, words, marks, isReply, block, evidence }: Candidate, also: Said["also"]): Said {
  return { unit, wording, words, marks, isReply, block, evidence, also };
}

/** Fewer words in a row occur in many sentences. */
const fewestRepeated = 4;

/** The sentences, without those whose words an earlier one has in a row, and without those that have all of an earlier one's. */
export function withoutRepeats<S extends Pick<Said, "wording">>(sentences: readonly S[]): readonly S[] {
  const kept: S[] = [];
  for (const sentence of sentences) {
    const { wording } = sentence;
    if (!kept.some((one) => isPart(wording, one.wording) || isPart(one.wording, wording))) kept.push(sentence);
  }
  return kept;
}

const isPart = (part: UnitWording, whole: UnitWording) => part.length >= fewestRepeated && part.isIn(whole);
