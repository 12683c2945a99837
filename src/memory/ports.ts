/**
 * What the memory of an expert needs from the outside: an index that can be searched and snapshotted, and the rows it
 * can be rebuilt from. The rows (SQLite) are the truth; an index is a cache that may be deleted at any time.
 *
 * Numbers, not ids, name things here, because an index holds them by the hundred thousand: a passage is its chunk's row
 * number, a group is its source version's row number. Both are positive, ascend with creation and are never used again.
 */
import type { Embedding } from "../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { SenseQuestion, SenseText, SenseVector } from "./sense/sense.ts";

/** One searchable passage (chunk) of a source version. */
export interface Passage {
  readonly no: number;
  /** Its source version: filters and deletions work by group. */
  readonly group: number;
  readonly title: string;
  /** The path of headings above it: `Maintenance > Filters`; empty at the top. */
  readonly section: string;
  readonly text: string;
  /** The passage's embedding, with the profile's dimensions; null if the expert has no embedder. */
  readonly vector: Float32Array | null;
  /** The passage as encoded by the built-in model; null if it is not encoded. */
  readonly sense: SenseVector | null;
}

/** What an index was built for. An index of another profile is rebuilt. */
export interface IndexProfile {
  /** BCP 47. */
  readonly language: string;
  readonly embedding: { readonly model: string; readonly dimensions: number } | null;
  /** The name of the built-in model that its passages are encoded by; null for words alone. */
  readonly sense: string | null;
}

/** `hybrid` is the sum of all that a request gives: words always, the question's sense, its embedding. */
export type SearchMode = "keyword" | "sense" | "vector" | "hybrid";

export interface SearchRequest {
  readonly question: string;
  /** How many hits at most, 1–100. */
  readonly k: number;
  readonly mode: SearchMode;
  /** What the built-in model makes of the question, for `sense` and `hybrid`. */
  readonly sense: SenseQuestion | null;
  /** The question's embedding, for `vector` and `hybrid`. */
  readonly questionVector: Float32Array | null;
  /** The question as if asked in the passages' language, too; a passage has the greater similarity of both. Absent: none. */
  readonly turned?: TurnedQuestion | null;
  /** Only passages of these groups; null permits all. Applied during the scan, so `k` hits come back if they exist. */
  readonly permitted: ReadonlySet<number> | null;
}

export interface Hit {
  readonly no: number;
  readonly group: number;
  /** 0–1, higher is better; monotone in the ranking of one search. */
  readonly score: number;
  readonly scores: HitScores;
}

/** The score from each kind of evidence, 0–1; null if it was not used or gave nothing. */
export interface HitScores {
  readonly keyword: number | null;
  readonly sense: number | null;
  readonly vector: number | null;
}

/** A content term of the question, as the index sees it. */
export interface QuestionTerm {
  readonly term: string;
  /** In how many live passages it occurs. */
  readonly documentFrequency: number;
  /** Its BM25 inverse document frequency, ≥ 0. */
  readonly idf: number;
}

export interface SearchOutcome {
  /** Best first; ties by ascending `no`, so that the order is a function of the content. */
  readonly hits: readonly Hit[];
  readonly terms: readonly QuestionTerm[];
  /** Live passages in the index. */
  readonly passages: number;
}

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

/** An open index. Used by one caller at a time for writing; searches may overlap anything. */
export interface MemoryIndex {
  readonly profile: IndexProfile;
  /** The revision of the rows that it reflects. */
  readonly revision: number;
  /** Live passages. */
  readonly count: number;
  /** Live passages that carry sense. */
  readonly sensed: number;
  /** Bytes of memory it holds, estimated. */
  readonly residentBytes: number;
  /** A passage that is there already gets the vector that it brings, and the sense if the index lacks it. */
  add(passages: readonly Passage[]): void;
  removeGroups(groups: readonly number[]): void;
  /** Declares that everything up to `revision` has been added and removed. */
  settle(revision: number): void;
  search(request: SearchRequest): SearchOutcome;
  /** Writes a snapshot, replacing the old one whole. Does not hold up searches. */
  save(): Promise<void>;
  /**
   * Makes searching faster, for a time in which nothing is added. Does not hold up searches.
   * @returns whether the next snapshot is another one for it
   */
  compact?(): Promise<boolean>;
  /** Ends `compact` and what another save can do as well, so that the one before `close` is short. */
  hasten?(): void;
  /** Releases its memory and files. The snapshot on disk stays. */
  close(): void;
}

/** Why a snapshot was not opened. */
export type Unfit = "missing" | "damaged" | "other_profile" | "newer_format";

export type Opening = { readonly index: MemoryIndex } | { readonly index: null; readonly unfit: Unfit };

/** Where indexes come from; implemented over Orama. */
export interface MemoryEngine {
  /** An empty index at revision 0, with nothing on disk yet. */
  create(expert: ExpertId, profile: IndexProfile): MemoryIndex;
  /** The snapshot on disk, if it fits. A damaged one is set aside (renamed), never trusted. */
  open(expert: ExpertId, profile: IndexProfile): Promise<Opening>;
  /**
   * The index of a snapshot that another node has published, newer than this revision; null if there is none that fits.
   * Absent: no other node publishes any.
   */
  newer?(expert: ExpertId, profile: IndexProfile, than: number): Promise<MemoryIndex | null>;
  /** Deletes this expert's files. */
  discard(expert: ExpertId): Promise<void>;
}

/** Reads the snapshots of experts. For threads that do not own the data folder. */
export interface SnapshotReader {
  /** Another text for every file that is saved; always the same if there is none. */
  stamp(expert: ExpertId): string;
  /** An empty index at revision 0 if there is none that fits. */
  open(expert: ExpertId, profile: IndexProfile): Promise<SnapshotOpening>;
}

export interface SnapshotOpening {
  readonly index: MemoryIndex;
  readonly stamp: string;
  /** Bytes of the index that are pages of the file. */
  readonly bytes: number;
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

/**
 * The purpose of an embedding, which many models need. `sentence` is a part of a passage that a question waits for; `plain` is
 * the unchanged text.
 */
export type TextUse = "passage" | "question" | "sentence" | "plain";

/**
 * A question as if it had been asked in another language. Its dot product with the unit vector of a passage, plus the offset, is
 * comparable with the cosine of a question in that language.
 */
export interface TurnedQuestion {
  /** The language in which it was asked, as a subtag of BCP 47. */
  readonly from: string;
  readonly vector: Float32Array;
  readonly offset: number;
}

/** A model that turns texts into vectors: on another machine, in a thread, anywhere. */
export interface Embedder {
  readonly model: string;
  /** Names how texts are put to the model, which depends on its family. */
  readonly recipe: string;
  /** Number of dimensions; null before the first reply if it is not configured. */
  readonly dimensions: number | null;
  /** Number of texts at once: the step in which long work makes progress. */
  readonly batch: number;
  /** Passages get their vectors in the background, after their source is ready; otherwise before. */
  readonly inBackground?: boolean;
  /**
   * One unit vector for each text, in order, all with the same dimensions. Any number of texts; a text that is too long for
   * the model is cut at its end.
   * @throws Fault `upstream_model_error` or `upstream_timeout`; the signal's reason when aborted.
   */
  embed(texts: readonly string[], use: TextUse, signal: AbortSignal): Promise<Embeddings>;
  /** Null: the question is in this language, or the model does not know the language. Absent: it knows none. */
  turn?(question: Float32Array, language: string): TurnedQuestion | null;
}

export interface Embeddings {
  readonly vectors: readonly Float32Array[];
  /** Tokens of the texts: the model's count, or an estimate. */
  readonly tokens: number;
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
export type UnencodedPassage = SenseText & Pick<Passage, "no">;

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
