/** A cache that may be deleted. Numbers of passages (chunks) and groups (versions) ascend and are never used again. */
import type { ExpertId } from "../kernel/ids.ts";
import { autoLanguage, undetermined } from "../language/find-language.ts";
import type { TurnedQuestion } from "./embedder-ports.ts";
import type { SenseModel, SenseQuestion, SenseVector } from "./sense.ts";

export interface Passage {
  readonly no: number;
  readonly group: number;
  readonly title: string;
  /** `Maintenance > Filters`; empty at the top. */
  readonly section: string;
  readonly text: string;
  readonly language?: string | null;
  /** Null if the expert has no embedder. */
  readonly vector: Float32Array | null;
  readonly sense: SenseVector | null;
}

export interface IndexProfile {
  /** BCP 47, or `auto`. */
  readonly language: string;
  readonly embedding: { readonly model: string; readonly dimensions: number } | null;
  readonly sense: string | null;
}

/** `hybrid` uses all that a request gives. */
export type SearchMode = "keyword" | "sense" | "vector" | "hybrid";

export interface IndexSearch {
  readonly question: string;
  readonly k: number;
  readonly mode: SearchMode;
  readonly sense: SenseQuestion | null;
  readonly questionVector: Float32Array | null;
  /** A passage counts with the greater similarity of both. */
  readonly turned?: TurnedQuestion | null;
  /** Null permits all. Applied during the scan, so `k` hits are found if they exist. */
  readonly permitted: ReadonlySet<number> | null;
}

export interface Hit {
  readonly no: number;
  readonly group: number;
  /** 0–1; orders the hits of one search. */
  readonly score: number;
  readonly scores: HitScores;
}

export interface HitScores {
  readonly keyword: number | null;
  readonly sense: number | null;
  readonly vector: number | null;
}

export interface QuestionTerm {
  readonly term: string;
  readonly documentFrequency: number;
  readonly idf: number;
}

export interface SearchOutcome {
  /** Best first; ties by `no`. */
  readonly hits: readonly Hit[];
  readonly terms: readonly QuestionTerm[];
  readonly passages: number;
  /** The question's, if any passage is in it, else that of most passages. */
  readonly language?: string;
  /** Null or absent: not found. */
  readonly asked?: string | null;
}

/** One writer at a time; searches may overlap it. */
export interface MemoryIndex {
  readonly profile: IndexProfile;
  readonly revision: number;
  readonly count: number;
  readonly sensed: number;
  readonly residentBytes: number;
  /** A known passage gets its missing vector or sense. */
  add(passages: readonly Passage[]): void;
  removeGroups(groups: readonly number[]): void;
  /** Declares that everything up to `revision` has been added and removed. */
  settle(revision: number): void;
  search(request: IndexSearch): SearchOutcome;
  /** Replaces the snapshot whole. Searches go on. */
  save(): Promise<void>;
  /** Speeds up searching while nothing is added. @returns whether the next snapshot differs */
  compact?(): Promise<boolean>;
  /** Ends `compact` early, so that the save before `close` is short. */
  hasten?(): void;
  close(): void;
}

export type Unfit = "missing" | "damaged" | "other_profile" | "newer_format";

export type EngineOpening = { readonly index: MemoryIndex } | { readonly index: null; readonly unfit: Unfit };

export interface MemoryEngine {
  /** At revision 0, with nothing on disk. */
  create(expert: ExpertId, profile: IndexProfile): MemoryIndex;
  /** A damaged snapshot is set aside. */
  open(expert: ExpertId, profile: IndexProfile): Promise<EngineOpening>;
  /** From another node's snapshot after revision `than`; null: none fits. Absent: no other nodes. */
  newer?(expert: ExpertId, profile: IndexProfile, than: number): Promise<MemoryIndex | null>;
  discard(expert: ExpertId): Promise<void>;
}

/** For threads that do not own the data folder. */
export interface SnapshotReader {
  stamp(expert: ExpertId): string;
  /** Empty, at revision 0, if none fits. */
  open(expert: ExpertId, profile: IndexProfile): Promise<SnapshotOpening>;
}

export interface SnapshotOpening {
  readonly index: MemoryIndex;
  readonly stamp: string;
  readonly bytes: number;
}

export type SenseTraits = Pick<SenseModel, "name" | "speaks">;

type Speaking = Partial<Pick<SenseTraits, "speaks">>;

export function maySpeak(model: Speaking, language: string): boolean {
  return language === autoLanguage || model.speaks?.(language) !== false;
}

/** Also one whose language was not found, because it may be the model's. */
export const readsPassage = (model: Speaking, { language }: Pick<Passage, "language">) =>
  language == null || language === undetermined || model.speaks?.(language) !== false;

export function profileOf(
  { language, embedding }: Pick<IndexProfile, "language" | "embedding">,
  model: SenseTraits | null,
): IndexProfile {
  return {
    language,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: model !== null && maySpeak(model, language) ? model.name : null,
  };
}
