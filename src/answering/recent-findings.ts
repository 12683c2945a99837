/**
 * What was found for the questions asked last, and said of it without a model. It follows from the question and from
 * committed rows alone, so the same question finds the same until something is committed; asked again, it costs no search.
 */
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

/** Characters of passages that are kept: some 2,000 questions of eight passages. */
const roomFor = 16_000_000;
/** What a finding takes beside its passages' texts, in characters. */
const overhead = 2000;

/** @param generation another number after every commit that may change an answer. */
export function createRecentFindings(generation: () => number, room = roomFor): RecentFindings {
  const kept = new Map<string, Finding>();
  let since = generation();
  let size = 0;

  const drop = (key: string) => {
    const finding = kept.get(key);
    if (finding === undefined) return;
    size -= sizeOf(finding);
    kept.delete(key);
  };
  const forgetOutdated = (): number => {
    const now = generation();
    if (now !== since) {
      kept.clear();
      size = 0;
    }
    since = now;
    return now;
  };
  return {
    open: (wish) => {
      const opened = forgetOutdated();
      const key = keyOf(wish);
      return {
        known: kept.get(key) ?? null,
        keep: (finding) => {
          if (forgetOutdated() !== opened) return;
          drop(key); // to the end of the map's order: the one kept longest ago goes first
          kept.set(key, finding);
          size += sizeOf(finding);
          for (const oldest of kept.keys()) {
            if (size <= room) break;
            drop(oldest);
          }
        },
      };
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
