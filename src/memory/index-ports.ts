/**
 * What the memory of an expert asks of its index: to be searched, brought up to date, and kept as a snapshot. An index is
 * a cache that may be deleted at any time.
 *
 * Numbers, not ids, name things here, because an index holds them by the hundred thousand: a passage is its chunk's row
 * number, a group is its source version's row number. Both are positive, ascend with creation and are never used again.
 */
import type { ExpertId } from "../kernel/ids.ts";
import type { TurnedQuestion } from "./embedder-ports.ts";
import type { SenseQuestion, SenseVector } from "./sense/sense.ts";

/** One searchable passage (chunk) of a source version. */
export interface Passage {
  readonly no: number;
  /** Its source version: filters and deletions work by group. */
  readonly group: number;
  readonly title: string;
  /** The path of headings above it: `Maintenance > Filters`; empty at the top. */
  readonly section: string;
  readonly text: string;
  /** What was found of its language (`Source.language`); null or absent: nothing yet. */
  readonly language?: string | null;
  /** The passage's embedding, with the profile's dimensions; null if the expert has no embedder. */
  readonly vector: Float32Array | null;
  /** The passage as encoded by the built-in model; null if it is not encoded. */
  readonly sense: SenseVector | null;
}

/** What an index was built for. An index of another profile is rebuilt. */
export interface IndexProfile {
  /** The expert's: BCP 47, or `auto`. */
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
  /** The language that the question was read in, which most passages are in if none is in its own. Absent: the profile's. */
  readonly language?: string;
  /** The question's own language; null or absent: it does not show. */
  readonly asked?: string | null;
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
