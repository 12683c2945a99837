/** What sources need from the outside. Each part is written by its user's needs, not by what a database can do. */
import type { Metadata } from "../experts/expert.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { UsageEntry } from "../usage/usage-entry.ts";
import type { Chunk } from "./document.ts";
import type { Source, SourceFailure, SourceStatus, SourceType } from "./source.ts";

/** The original bytes, one file a version, durable before the row that names it. */
export interface OriginalFiles {
  /** Streams the bytes to a file of their own, synced. @throws Fault `payload_too_large`, `storage_full` */
  receive(content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>;
  /** The bytes of a version. @throws Error when they are gone. */
  read(versionNo: number): Promise<Uint8Array>;
  remove(versionNos: readonly number[]): void;
}

/** Bytes that arrived and belong to nobody yet. */
export interface ReceivedFile {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Gives the file to a version. Called inside the transaction that writes the version. */
  keep(versionNo: number): void;
  /** Deletes it; does nothing once it is kept. */
  discard(): void;
}

/** A version to be written, everything known. */
export interface NewVersion {
  readonly expertId: ExpertId;
  /** Of the new source; unused when `externalId` or the same bytes find an existing one. */
  readonly sourceId: SourceId;
  readonly type: SourceType;
  readonly givenTitle: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly metadata: Metadata | null;
  readonly file: ReceivedFile;
  readonly keyId: KeyId;
  readonly at: number;
}

export interface Accepted {
  readonly source: Source;
  /** `duplicate`: the same bytes are there already and nothing was written. */
  readonly outcome: "created" | "new_version" | "duplicate";
}

export interface SourceFilter {
  readonly status: SourceStatus | null;
  readonly externalId: string | null;
}

export interface SourceStore {
  /** One transaction: finds the source to update or to answer with, or writes source, version and usage. */
  accept(version: NewVersion, usage: UsageEntry): Accepted;
  byId(expert: ExpertId, id: SourceId): Source | null;
  list(expert: ExpertId, filter: SourceFilter, page: PageRequest): Page<Source>;
  /** The normalised text of a version (null: the answering one, else the newest that has one). */
  content(source: Source, version: number | null): { readonly text: string; readonly version: number } | null;
  chunks(source: Source): StoredChunk[];
  /** One transaction: rows, chunks, and a revision of the expert if anything searchable went. Returns its versions. */
  remove(source: Source): readonly number[];
  /** False when the newest version is not in one of those states (somebody was faster). */
  move(source: Source, from: readonly SourceStatus[], change: { to: SourceStatus; at: number }): boolean;
}

export interface StoredChunk {
  readonly no: number;
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly page: number | null;
  readonly text: string;
}

/** A version taken from the queue. */
export interface IngestJob {
  readonly versionNo: number;
  readonly sourceId: SourceId;
  readonly expertId: ExpertId;
  readonly workspaceId: WorkspaceId;
  readonly keyId: KeyId;
  readonly language: string;
  readonly givenTitle: string | null;
  readonly title: string;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly attempts: number;
}

/** What ingesting a version came to. Chunk positions are code points. */
export interface Ingested {
  readonly title: string;
  readonly mimeType: string;
  readonly content: string;
  readonly pageCount: number | null;
  readonly chunks: readonly Omit<StoredChunk, "no">[];
}

export interface IngestQueue {
  /** Takes the oldest waiting version and marks it as processing; null when none waits. */
  claim(at: number): IngestJob | null;
  /** Puts back what was being processed when the process ended. Returns how many. */
  requeue(at: number): number;
  /**
   * One transaction: content, chunks, the swap from the old version to this one, the expert's revision, usage.
   * False when the version was deleted or canceled meanwhile; then nothing is written.
   */
  complete(job: IngestJob, result: Ingested, usage: UsageEntry): boolean;
  /** False as in `complete`. */
  fail(job: IngestJob, failure: SourceFailure, usage: UsageEntry): boolean;
  /** Reports the stage it is in; not durable beyond the process, so cheap. */
  progress(job: IngestJob, stage: string, progress: { done: number; total: number; at: number }): void;
  /** Gives the version back to the queue, behind none. */
  release(job: IngestJob, at: number): void;
  waiting(): number;
}

/** Bytes to text and structure, and text to chunks. Runs away from the request thread where it can. */
export interface Extractor {
  /** @throws ExtractionError for anything that is wrong with the bytes; the signal's reason when aborted. */
  extract(input: ExtractionInput, signal: AbortSignal): Promise<Extraction>;
}

export interface ExtractionInput {
  readonly bytes: Uint8Array;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
}

export interface Extraction {
  /** The normalised text that chunks and citations point into. */
  readonly text: string;
  /** From the document itself, or null. */
  readonly title: string | null;
  readonly pageCount: number | null;
  readonly mimeType: string;
  /** UTF-16 positions in `text`. */
  readonly chunks: readonly Chunk[];
}
