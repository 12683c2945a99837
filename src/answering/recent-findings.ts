/**
 * Caches what was found for the last questions, and the extractive answers. Both depend only on the question and on
 * committed rows, so they stay valid until something is committed, and a repeated question needs no search.
 */
import { versionedCache } from "../kernel/caches/versioned-cache.ts";
import type { Finding } from "./extractive/finding.ts";
import type { RetrievalQuery } from "./retrieval.ts";

/** The cache entry of a question. */
export interface FindingPlace {
  /** Null: it was not asked recently, or something was committed since. */
  readonly known: Finding | null;
  /** Stores a finding, unless something was committed since the entry was opened. */
  keep(finding: Finding): void;
}

export interface RecentFindings {
  /** @param wantsPassages whether the passages are wanted that the reply does not cite */
  open(query: RetrievalQuery, wantsPassages: boolean): FindingPlace;
}

/** Characters of passages: the findings of some 1,000 to 2,000 questions with eight passages each. */
const roomFor = 8_000_000;
/** Size of a finding without its passages' texts, in characters. */
const overhead = 2000;

/** @param generation another number after every commit that may change an answer. */
export function createRecentFindings(generation: () => number, room = roomFor): RecentFindings {
  const findings = versionedCache<Finding>(generation, room, sizeOf);
  return {
    open: (query, wantsPassages) => {
      const { known = null, keep } = findings.openAt(keyOf(query));
      const isEnough = known !== null && !(wantsPassages && known.isBrief === true);
      return { known: isEnough ? known : null, keep };
    },
  };
}

/** For answers that depend on more than committed rows, such as vectors of a model server. */
export const noRecentFindings: RecentFindings = { open: () => ({ known: null, keep: () => undefined }) };

function keyOf({ expert, text, followUp = null, k, minScore, filter, mode }: RetrievalQuery): string {
  return JSON.stringify([expert.id, text, followUp, k, minScore, filter, mode]);
}

function sizeOf({ found: { passages } }: Finding): number {
  return passages.reduce((sum, { text }) => sum + text.length, overhead);
}
