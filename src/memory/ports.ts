/**
 * What the memory of an expert needs from the outside: an index that can be searched and snapshotted, and the rows it
 * can be rebuilt from. The rows (SQLite) are the truth; an index is a cache that may be deleted at any time.
 *
 * Numbers, not ids, name things here, because an index holds them by the hundred thousand: a passage is its chunk's row
 * number, a group is its source version's row number. Both are positive, ascend with creation and are never used again.
 */
import type { Embedding } from "../experts/expert.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { SenseQuestion, SenseText, SenseVector } from "./sense/sense.ts";

/** One searchable passage (chunk) of a source version. */
export interface Passage {
  readonly no: number;
  /** The source version it belongs to: what a filter permits and what a deletion removes. */
  readonly group: number;
  readonly title: string;
  /** The path of headings above it: `Maintenance > Filters`; empty at the top. */
  readonly section: string;
  readonly text: string;
  /** The passage's embedding, of the profile's dimensions; null where the expert has no embedder. */
  readonly vector: Float32Array | null;
  /** The passage as the built-in model encoded it; null when it has not. */
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

/** What each kind of evidence gave a hit, 0–1; null where it gave nothing or was not asked. */
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
  /** Passages whose sense arrived with it. */
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
  /** A passage that is there already is left alone, unless it brings sense that the index lacks. */
  add(passages: readonly Passage[]): void;
  removeGroups(groups: readonly number[]): void;
  /** Declares that everything up to `revision` has been added and removed. */
  settle(revision: number): void;
  search(request: SearchRequest): SearchOutcome;
  /** Writes a snapshot, replacing the old one whole. Does not hold up searches. */
  save(): Promise<void>;
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
  /** Deletes what is on disk for this expert. */
  discard(expert: ExpertId): Promise<void>;
}

/** The rows that a memory is made of. */
export interface PassageRows {
  /** The expert's newest committed revision; 0 when nothing was ever added. */
  revision(expert: ExpertId): number;
  /** What was committed after `revision`, oldest first; null when the log no longer reaches back so far. */
  changesSince(expert: ExpertId, revision: number): readonly MemoryChange[] | null;
  /** The live passages of some groups, in batches, ascending by `no`. A group deleted meanwhile yields nothing. */
  passagesOf(expert: ExpertId, groups: readonly number[]): Iterable<readonly Passage[]>;
  /** All live passages of the expert, in batches, ascending by `no`. */
  allPassages(expert: ExpertId): Iterable<readonly Passage[]>;
  /** The live passages of some ranges, in batches. */
  passagesIn(expert: ExpertId, ranges: readonly PassageRange[]): Iterable<readonly Passage[]>;
}

/** The purpose of an embedding: many models need it. `plain` is the text as it is. */
export type TextUse = "passage" | "question" | "plain";

/** A model that turns texts into vectors: on another machine, in a thread, anywhere. */
export interface Embedder {
  readonly model: string;
  /** Names how texts are put to the model, which depends on its family. */
  readonly recipe: string;
  /** Numbers in a vector; null until the first reply tells, where it is not configured. */
  readonly dimensions: number | null;
  /** How many texts it takes at once: the step in which a long work makes progress. */
  readonly batch: number;
  /**
   * One unit vector a text, in their order, all of the same dimensions. Any number of texts; one too long for the model
   * is cut at its end.
   * @throws Fault `upstream_model_error` or `upstream_timeout`; the signal's reason when aborted.
   */
  embed(texts: readonly string[], use: TextUse, signal: AbortSignal): Promise<Embeddings>;
}

export interface Embeddings {
  readonly vectors: readonly Float32Array[];
  /** Tokens of the texts: the model's count, or an estimate. */
  readonly tokens: number;
}

/** A passage that is to be embedded. */
export type Embeddable = Pick<Passage, "no" | "title" | "section" | "text">;

/**
 * Passages of one source version that is on its way, with what its document calls itself; or all that an expert answers
 * from.
 */
export type PassageScope =
  | { readonly versionNo: number; readonly title: string | null }
  | { readonly expertId: ExpertId };

/**
 * Where vectors are kept. An expert has one set of them that counts, or none, and others in the making or on their way
 * out; a set is named by its number. A passage that is deleted takes its vectors with it.
 */
export interface VectorRows {
  /** What the expert is searched by now, and whether it has anything to answer from. Cheap, however much that is. */
  standing(expert: ExpertId): { readonly embedding: Embedding | null; readonly isEmpty: boolean };
  /** The set to write to: the one that counts if it is of that embedding, else one in the making, else a new one. */
  open(expert: ExpertId, embedding: Embedding): number;
  /** A set in the making, never the one that counts: one that was left unfinished, or a new one. */
  openAnew(expert: ExpertId, embedding: Embedding): number;
  /** Passages without a vector of that set, ascending by `no`, those above `after`. */
  missing(set: number, scope: PassageScope, { after, limit }: { after: number; limit: number }): Embeddable[];
  /** How many passages the scope has, and how many of them have a vector of that set (null: of none). */
  count(set: number | null, scope: PassageScope): { readonly done: number; readonly total: number };
  /** One transaction. Passages that were deleted in the meantime are left out. */
  add(set: number, vectors: readonly { readonly no: number; readonly vector: Float32Array }[]): void;
  /**
   * One transaction: from now on the expert is searched by this set, or by words alone (null), and every index of it is
   * rebuilt; its other sets are on their way out. False, and nothing done, when a passage has no vector of it yet.
   */
  use(expert: ExpertId, set: number | null): boolean;
  /** Deletes some vectors of sets on their way out. Returns how many; 0 when there are none left. */
  sweep(expert: ExpertId, limit: number): number;
}

/** A passage that is to be encoded. */
export type UnencodedPassage = SenseText & Pick<Passage, "no">;

/** A passage that was encoded. */
export interface EncodedPassage {
  readonly no: number;
  readonly sense: SenseVector;
}

/**
 * Where the sense of passages is kept that one model gave them. A passage that is deleted takes its sense with it.
 * Within a source version the work goes by ascending `no`, so that what is done of it is always its beginning.
 */
export interface SenseRows {
  /** From now on every passage lacks the model's sense until it has it. To be called before all else; once is enough. */
  adopt(): void;
  /** Experts that have passages without sense, the one with the newest such source first. */
  behind(): readonly { readonly id: ExpertId; readonly language: string }[];
  /** Passages without sense, of the expert's newest source first. */
  missing(expert: ExpertId, limit: number): readonly UnencodedPassage[];
  /**
   * One transaction, for what `missing` gave, in its order. Passages that are gone or were encoded meanwhile are left
   * out; false when none is left.
   */
  add(expert: ExpertId, passages: readonly EncodedPassage[]): boolean;
  /** How many passages the expert answers from, and how many of them have sense. One look-up, however many there are. */
  count(expert: ExpertId): { readonly done: number; readonly total: number };
  /** As much of an expert as its memory needs; null when it is gone. */
  expert(id: ExpertId): Remembering | null;
  /** Deletes some sense of models that came before this one. Returns how much; 0 when none is left. */
  sweep(limit: number): number;
}

/** The facts of an expert that its memory needs. */
export interface Remembering {
  readonly id: ExpertId;
  /** BCP 47. */
  readonly language: string;
  /** What its passages are embedded with; null where they are not. */
  readonly embedding: Embedding | null;
}
