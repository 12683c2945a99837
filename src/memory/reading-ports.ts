import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { SpokenTurn } from "../language/structure/outline.ts";
import type { ExpertBehind } from "./row-ports.ts";

export interface ReadingRows {
  /** Null: some passages may lack a reading. */
  experts(): Awaitable<readonly (ExpertBehind & { readonly readings: string | null })[]>;
  /** As `DerivedRows.reserve`. */
  reserve(expert: ExpertId): Awaitable<boolean>;
  versions(expert: ExpertId): Awaitable<readonly number[]>;
  /** Ascending; none if languages were looked for. */
  unspoken(version: number): Awaitable<readonly Pick<UnreadPassage, "no" | "text">[]>;
  /** In one transaction. `isForeign`: indexes are rebuilt when readings are settled. */
  keepLanguages(expert: ExpertId, version: number, found: FoundLanguages): Awaitable<void>;
  languages(version: number): Awaitable<readonly (string | null)[]>;
  /** Passages after the number `after` whose stamp differs, ascending. */
  lacking(
    version: number,
    after: number,
    selection: { readonly language: string | null; readonly stamp: Uint8Array; readonly limit: number },
  ): Awaitable<readonly UnreadPassage[]>;
  /** Null: all outlines begin with that byte, or the version is gone. */
  unoutlined(version: number, made: number): Awaitable<UnoutlinedVersion | null>;
  replace(expert: ExpertId, version: number, passages: readonly NewPassage[]): Awaitable<void>;
  /** In one transaction, without deleted passages. */
  keep(made: readonly ({ readonly no: number } & MadeColumn)[]): Awaitable<void>;
  settle(expert: ExpertId, maker: string): Awaitable<void>;
}

type MadeColumn = { readonly reading: Uint8Array } | { readonly outline: Uint8Array };

/** Stands for a maker while indexes do not know the found languages. */
export const languagesFound = "languages found";

export interface FoundLanguages {
  readonly document: string;
  readonly parts: readonly { readonly no: number; readonly language: string }[];
  readonly isForeign: boolean;
}

export interface UnreadPassage {
  readonly no: number;
  readonly text: string;
  readonly outline: Uint8Array | null;
}

export interface UnoutlinedVersion {
  readonly no: number;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly content: string;
  readonly passages: readonly OldPassage[];
  /** Vectors are made only while a source is read, so new passages would have none. */
  readonly isFixed: boolean;
}

export interface OldPassage {
  readonly no: number;
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly page: number | null;
}

/** Positions in code points. A missing reading or outline is made later. */
export interface NewPassage extends Omit<OldPassage, "no"> {
  readonly text: string;
  readonly turn?: SpokenTurn | null;
  /** Absent: that of the version. */
  readonly language?: string | null;
  readonly reading?: Uint8Array;
  readonly outline?: Uint8Array;
}

/** One outline for each old passage, or passages that replace the old ones. */
export type Outlining = { readonly outlines: readonly Uint8Array[] } | { readonly passages: readonly NewPassage[] };
