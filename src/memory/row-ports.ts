/**
 * What the memory of an expert asks of the database: the rows that an index can be rebuilt from, with the sense and the
 * vectors of passages. The rows are the truth, and name passages and groups by the numbers that an index has for them.
 */
import type { Embedding } from "../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Passage } from "./index-ports.ts";
import type { SenseText, SenseVector } from "./sense/sense.ts";

/** One committed change of an expert's memory. */
export interface MemoryChange {
  /** The expert's revision after it. */
  readonly revision: number;
  readonly addedGroups: readonly number[];
  readonly removedGroups: readonly number[];
  /** Passages that got their sense or their vector with it. */
  readonly sensed: readonly PassageRange[];
}

/** Passages of one source version by their numbers, both ends included. */
export interface PassageRange {
  readonly first: number;
  readonly last: number;
}

/** The rows that a memory is made of. */
export interface PassageRows {
  /** The expert's newest committed revision; 0 when nothing was ever added. */
  revision(expert: ExpertId): Awaitable<number>;
  /** What was committed after `revision`, oldest first; null when the log no longer reaches back so far. */
  changesSince(expert: ExpertId, revision: number): Awaitable<readonly MemoryChange[] | null>;
  /**
   * The live passages of some groups, in batches, ascending by `no`. A group that is deleted in the meantime yields
   * nothing.
   */
  passagesOf(expert: ExpertId, groups: readonly number[]): AnyIterable<readonly Passage[]>;
  /** All live passages of the expert, in batches, ascending by `no`. */
  allPassages(expert: ExpertId): AnyIterable<readonly Passage[]>;
  /** The live passages of some ranges, in batches. */
  passagesIn(expert: ExpertId, ranges: readonly PassageRange[]): AnyIterable<readonly Passage[]>;
}

/** A passage that is to be embedded. */
export type Embeddable = Pick<Passage, "no" | "title" | "section" | "text">;

/**
 * The passages of a source version that is being read, with its document's title; or all passages that an expert answers
 * from.
 */
export type PassageScope =
  | { readonly versionNo: number; readonly title: string | null }
  | { readonly expertId: ExpertId };

/**
 * Stores vectors in numbered sets. An expert has at most one set in use, and may have others that are being built or
 * deleted. Deleting a passage deletes its vectors.
 */
export interface VectorRows {
  /** In constant time. */
  standing(expert: ExpertId): Awaitable<VectorStanding>;
  /** The set to write to: the one in use if it has that embedding, else one that is being built, else a new one. */
  open(expert: ExpertId, embedding: Embedding): Awaitable<number>;
  /** A set to build, never the one in use: an unfinished one or a new one. */
  openAnew(expert: ExpertId, embedding: Embedding): Awaitable<number>;
  /** Passages without a vector of that set, ascending by `no`, those above `after`. */
  missing(
    set: number,
    scope: PassageScope,
    { after, limit }: { after: number; limit: number },
  ): Awaitable<readonly Embeddable[]>;
  /** The number of passages in the scope, and how many of them have a vector in that set (null: 0). */
  count(set: number | null, scope: PassageScope): Awaitable<Progress>;
  /**
   * Gives the passages at the beginning of a continued conversation the vectors that they have in the version that answers,
   * as far as both are the same. Does nothing for other sources.
   * @param scope a version, with the title in its document
   */
  inherit(set: number, scope: Extract<PassageScope, { readonly versionNo: number }>): Awaitable<void>;
  /** In one transaction. Passages that were deleted in the meantime are left out. */
  add(set: number, vectors: readonly { readonly no: number; readonly vector: Float32Array }[]): Awaitable<void>;
  /**
   * In one transaction: the expert is now searched by this set, or only by words (null), its indexes are rebuilt, and its
   * other sets are to be deleted. Does nothing and returns false if a passage has no vector in the set.
   */
  use(expert: ExpertId, set: number | null): Awaitable<boolean>;
  /** Deletes some vectors of sets that are to be deleted. Returns the number; 0 if none are left. */
  sweep(expert: ExpertId, limit: number): Awaitable<number>;
}

export interface VectorStanding {
  /** The embedding that the expert is searched by. */
  readonly embedding: Embedding | null;
  /** Whether it has no passages. */
  readonly isEmpty: boolean;
  /** Whether some passages may have no vector yet, or never. */
  readonly mayLack: boolean;
}

/** A passage that is to be encoded. */
export type UnencodedPassage = SenseText & Pick<Passage, "no" | "language">;

/** A passage that was encoded. */
export interface EncodedPassage {
  readonly no: number;
  readonly sense: SenseVector;
}

/** Of the passages that an expert answers from. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** An expert whose passages wait for a model. */
export interface ExpertBehind {
  readonly id: ExpertId;
  readonly language: string;
}

/**
 * Stores the sense of passages from one model. Deleting a passage deletes its sense. Within a source version, passages are
 * encoded by ascending `no`, so that the finished ones are always at its beginning.
 */
export interface SenseRows {
  /**
   * Registers the model, so that every passage counts as unencoded until it has the model's sense. Must be called before
   * all other methods; once is enough.
   */
  adopt(): Awaitable<void>;
  /** Experts that have passages without sense, the one with the newest such source first. */
  behind(): Awaitable<readonly ExpertBehind[]>;
  /**
   * Whether this process may encode the expert's passages for the next minute. False: another process over the same rows is
   * at it.
   */
  reserve(expert: ExpertId): Awaitable<boolean>;
  /** Passages without sense, of the expert's newest source first. */
  missing(expert: ExpertId, limit: number): Awaitable<readonly UnencodedPassage[]>;
  /**
   * In one transaction, for passages from `missing`, in the same order. Passages that were deleted or encoded in the
   * meantime are left out; false if none remain.
   */
  add(expert: ExpertId, passages: readonly EncodedPassage[]): Awaitable<boolean>;
  /** The number of passages that the expert answers from, and how many of them have sense. Takes one look-up. */
  count(expert: ExpertId): Awaitable<Progress>;
  /** The facts of an expert that its memory needs; null if it is gone. */
  expert(id: ExpertId): Awaitable<IndexedExpert | null>;
  /** Deletes some sense of earlier models. Returns the number of entries; 0 if none are left. */
  sweep(limit: number): Awaitable<number>;
}

/** The facts of an expert that its memory needs. */
export interface IndexedExpert {
  readonly id: ExpertId;
  /** BCP 47. */
  readonly language: string;
  /** The embedding of its passages; null for none. */
  readonly embedding: Embedding | null;
}
