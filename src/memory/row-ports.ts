/** The rows that indexes are built from; passages and groups have the same numbers in both. */
import type { Embedding } from "../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Passage } from "./index-ports.ts";
import type { SenseVector } from "./sense.ts";
import type { SentenceVector } from "./sentence-vectors.ts";

export interface MemoryChange {
  readonly revision: number;
  readonly addedGroups: readonly number[];
  readonly removedGroups: readonly number[];
  /** Passages that got their sense or vector. */
  readonly sensed: readonly PassageRange[];
}

export interface PassageRange {
  readonly first: number;
  readonly last: number;
}

export interface PassageRows {
  /** 0: nothing was ever added. */
  revision(expert: ExpertId): Awaitable<number>;
  /** Oldest first; null: the log does not reach back so far. */
  changesSince(expert: ExpertId, revision: number): Awaitable<readonly MemoryChange[] | null>;
  /** In batches, ascending by `no`. A deleted group yields nothing. */
  passagesOf(expert: ExpertId, groups: readonly number[]): AnyIterable<readonly Passage[]>;
  allPassages(expert: ExpertId): AnyIterable<readonly Passage[]>;
  passagesIn(expert: ExpertId, ranges: readonly PassageRange[]): AnyIterable<readonly Passage[]>;
}

export type Embeddable = Pick<Passage, "no" | "title" | "section" | "text">;

/** All passages of a version that is being read, or of an expert. */
export type PassageScope =
  | { readonly versionNo: number; readonly title: string | null }
  | { readonly expertId: ExpertId };

/** Numbered sets of vectors: at most one in use, others being built or deleted. */
export interface VectorRows {
  /** In constant time. */
  standing(expert: ExpertId): Awaitable<VectorStanding>;
  /** The set in use if it fits, else an unfinished or a new one. */
  open(expert: ExpertId, embedding: Embedding): Awaitable<number>;
  /** An unfinished set or a new one, never the one in use. */
  openAnew(expert: ExpertId, embedding: Embedding): Awaitable<number>;
  /** Ascending by `no`, above `after`. */
  missing(
    set: number,
    scope: PassageScope,
    { after, limit }: { after: number; limit: number },
  ): Awaitable<readonly Embeddable[]>;
  count(set: number | null, scope: PassageScope): Awaitable<EncodingProgress>;
  /** A continued conversation keeps the vectors of its unchanged beginning. @param scope a version, with its title */
  inherit(set: number, scope: Extract<PassageScope, { readonly versionNo: number }>): Awaitable<void>;
  /** In one transaction, without deleted passages. */
  add(set: number, vectors: readonly { readonly no: number; readonly vector: Float32Array }[]): Awaitable<void>;
  /** In one transaction. Null: searches use words alone. False: a passage has no vector in the set. */
  use(expert: ExpertId, set: number | null): Awaitable<boolean>;
  sweep(expert: ExpertId, limit: number): Awaitable<number>;
}

export interface VectorStanding {
  readonly embedding: Embedding | null;
  readonly isEmpty: boolean;
  readonly mayLack: boolean;
}

export type WaitingPassage = Embeddable & Pick<Passage, "language">;

export interface Derived {
  readonly sense: SenseVector;
  readonly vector: Float32Array;
  readonly sentences: readonly SentenceVector[];
}

/** With vectors of its sentences, where its maker gives them. */
export type MadePassage<K extends keyof Derived> = { readonly no: number } & Pick<Derived, K> &
  Partial<Pick<Derived, "sentences">>;

export interface EncodingProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExpertBehind {
  readonly id: ExpertId;
  readonly language: string;
}

/** What one model makes of passages whose sources are ready. Within a version, they are done by ascending `no`. */
export interface DerivedRows<K extends keyof Derived> {
  /** Registers the model. Call it first. */
  adopt(): Awaitable<void>;
  /** Ordered by their newest such source. */
  behind(): Awaitable<readonly ExpertBehind[]>;
  /** For the next minute. False: another process has it. */
  reserve(expert: ExpertId): Awaitable<boolean>;
  /** Passages of the newest sources first. */
  missing(expert: ExpertId, limit: number): Awaitable<readonly WaitingPassage[]>;
  /** In one transaction, used by searches at once. False: all passages were deleted meanwhile. */
  add(expert: ExpertId, passages: readonly MadePassage<K>[]): Awaitable<boolean>;
  count(expert: ExpertId): Awaitable<EncodingProgress>;
  expert(id: ExpertId): Awaitable<IndexedExpert | null>;
  sweep(limit: number): Awaitable<number>;
}

export interface DenseRows extends Omit<DerivedRows<"vector">, "count"> {
  /** Searches use this model's vectors from now on, or once the first are there. */
  claim(expert: ExpertId): Awaitable<void>;
  /** Null: it stays with another model. Takes constant time. */
  count(expert: ExpertId): Awaitable<EncodingProgress | null>;
  /** Passages that lack a vector, by the language of their expert. */
  waiting(): Awaitable<readonly { readonly language: string; readonly lacking: number }[]>;
}

export interface IndexedExpert {
  readonly id: ExpertId;
  readonly language: string;
  readonly embedding: Embedding | null;
}
