import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { ExpertBehind } from "../row-ports.ts";

/** The readings of passages (`readingBytes`), which answers are chosen from. A passage that is deleted takes its own with it. */
export interface ReadingRows {
  /** The experts, each with what made the readings of all its passages; null where some may lack one. */
  experts(): Awaitable<readonly (ExpertBehind & { readonly readings: string | null })[]>;
  /** As `SenseRows.reserve`, for reading them. */
  reserve(expert: ExpertId): Awaitable<boolean>;
  /** The source versions that answer, ascending. */
  versions(expert: ExpertId): Awaitable<readonly number[]>;
  /** The passages of a version whose language nobody has looked for, ascending; none if somebody has. */
  unspoken(version: number): Awaitable<readonly UnreadPassage[]>;
  /** One transaction. With `isForeign`, the expert's indexes are rebuilt when its readings are settled. */
  keepLanguages(expert: ExpertId, version: number, found: FoundLanguages): Awaitable<void>;
  /** What was found of a version's passages, each language once. */
  languages(version: number): Awaitable<readonly (string | null)[]>;
  /** Passages of a version in that language after the number `after`, ascending, whose reading does not begin with the stamp. */
  lacking(
    version: number,
    after: number,
    selection: { readonly language: string | null; readonly stamp: Uint8Array; readonly limit: number },
  ): Awaitable<readonly UnreadPassage[]>;
  /** Null where every passage of the version has an outline that begins with that byte, or the version is gone. */
  unoutlined(version: number, made: number): Awaitable<UnoutlinedVersion | null>;
  /** One transaction. Passages that are gone are left out. */
  keepOutlines(outlines: readonly { readonly no: number; readonly outline: Uint8Array }[]): Awaitable<void>;
  /** One transaction. Passages that are gone are left out. */
  keep(readings: readonly { readonly no: number; readonly reading: Uint8Array }[]): Awaitable<void>;
  /** One transaction: from now on all passages of the expert have readings of that maker. */
  settle(expert: ExpertId, maker: string): Awaitable<void>;
}

/** Stands in the place of a maker while passages have languages that the expert's indexes do not know. */
export const languagesFound = "languages found";

export interface FoundLanguages {
  readonly document: string;
  /** The passages in another one. */
  readonly parts: readonly { readonly no: number; readonly language: string }[];
  /** Whether some passages are read otherwise from now on. */
  readonly isForeign: boolean;
}

export interface UnreadPassage {
  readonly no: number;
  readonly text: string;
}

/** A version whose passages were stored without their outlines. */
export interface UnoutlinedVersion {
  readonly no: number;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly content: string;
  /** Ascending; positions in the content, in code points. */
  readonly passages: readonly { readonly no: number; readonly start: number; readonly end: number }[];
}
