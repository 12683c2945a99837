/**
 * What was found for the questions asked last, and said of it without a model. It follows from the question and from
 * committed rows alone, so the same question finds the same until something is committed; asked again, it costs no search.
 */
import { versionedCache } from "../kernel/versioned-cache.ts";
import type { TimedReply } from "./extractive/extractive-reply.ts";
import type { Found, RetrievalWish } from "./retrieval.ts";

export interface Finding {
  readonly found: Found;
  /** What the sentences of the sources say; null where nobody has asked for that. */
  readonly reply: TimedReply | null;
}

/** A question's place among those asked last. */
export interface FindingPlace {
  /** Null: it was not asked lately, or something was committed since. */
  readonly known: Finding | null;
  /** For the next time, unless something was committed since the place was opened. */
  keep(finding: Finding): void;
}

export interface RecentFindings {
  open(wish: RetrievalWish): FindingPlace;
}

/** Characters of passages: the findings of some 1,000 to 2,000 questions with eight passages each. */
const roomFor = 8_000_000;
/** Size of a finding without its passages' texts, in characters. */
const overhead = 2000;

/** @param generation another number after every commit that may change an answer. */
export function createRecentFindings(generation: () => number, room = roomFor): RecentFindings {
  const findings = versionedCache<Finding>(generation, room, sizeOf);
  return {
    open: (wish) => {
      const key = keyOf(wish);
      const values = findings.open();
      return { known: values.get(key) ?? null, keep: (finding) => values.set(key, finding) };
    },
  };
}

/** Where an answer takes more than committed rows: vectors of a model elsewhere. */
export const noRecentFindings: RecentFindings = { open: () => ({ known: null, keep: () => undefined }) };

function keyOf({ expert, text, k, minScore, filter, mode }: RetrievalWish): string {
  return JSON.stringify([expert.id, text, k, minScore, filter, mode]);
}

function sizeOf({ found: { passages } }: Finding): number {
  return passages.reduce((sum, { text }) => sum + text.length, overhead);
}
