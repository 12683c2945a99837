/** What sources need from the outside, in terms of their needs rather than of a database. */
import type { Metadata } from "../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { OpenTransaction, Write } from "../kernel/stores/write.ts";
import type { Room } from "../limits/room.ts";
import type { UsageEntry } from "../usage/usage-entry.ts";
import type { DocumentWarning, Turn } from "./document.ts";
import type { Source, SourceFailure, SourceStatus, SourceType, SourceVersion } from "./source.ts";

/** The original bytes, one file a version, durable before the row that names it. */
export interface OriginalFiles {
  /** Streams the bytes to a file of their own, synced. @throws Fault `payload_too_large`, `storage_full` */
  receive(content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>;
  /** The bytes of a version. @throws Error when they are gone. */
  read(versionNo: number): Promise<Uint8Array>;
  /** The same, piece by piece. */
  stream(versionNo: number): Promise<ReadableStream<Uint8Array>>;
  /** Whether the file is there, with the bytes that came in. */
  isWhole(versionNo: number, sha256: string): Promise<boolean>;
  remove(versionNos: readonly number[]): Awaitable<void>;
}

/** Received bytes that belong to no version yet. */
export interface ReceivedFile {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /**
   * Assigns the file to a version. Must be called inside the transaction that writes the version.
   * @throws Fault `not_ready` if it was discarded: the request was given up
   * @param within that transaction, of a database on another machine; absent there: the version is written already
   */
  keep(versionNo: number, within?: OpenTransaction): Awaitable<void>;
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
  readonly origin: Origin;
  /**
   * Of a continued conversation: the number of the version that it was continued from, or null if there was none. If
   * another one is the newest by now, the acceptance throws `OutdatedWrite`.
   */
  readonly follows?: number | null;
  readonly keyId: KeyId;
  readonly at: number;
}

/** Where a version's bytes are: here, or still to be fetched from an address. */
export type Origin = { readonly file: ReceivedFile } | { readonly fetchUrl: string };

export interface Accepted {
  readonly source: Source;
  /**
   * `duplicate`: the same bytes are there already, or on their way from the same address. `mended`: they are, but text or
   * passages were damaged, and the source is read again.
   */
  readonly outcome: "created" | "new_version" | "duplicate" | "mended";
  /** The version that was on its way and is canceled now, because this one is newer. */
  readonly overtaken: number | null;
}

/** What a new document must fit in. */
export interface AcceptanceLimits {
  /** How many versions may wait to be read; 0: any number. */
  readonly maxQueued: number;
  /** Null: any amount. */
  readonly room: Room | null;
}

/** `queue_full`: as many versions wait as may. `no_room`: the workspace would hold more than it may. */
export type Acceptance =
  | Accepted
  | { readonly outcome: "queue_full"; readonly limit: number }
  | { readonly outcome: "no_room"; readonly lacking: "sources" | "bytes"; readonly limit: number };

export interface SourceFilter {
  readonly status: SourceStatus | null;
  readonly externalId: string | null;
  /** Stands in the title, the file's name, the external id or the address; ASCII letters in either case. */
  readonly text?: string | null;
}

export interface SourceStore {
  /**
   * Finds the existing source, or adds source, version and usage. Adds nothing that the limits do not allow. The write
   * throws `OutdatedWrite` as `NewVersion.follows` says.
   */
  acceptance(version: NewVersion, usage: UsageEntry, limits: AcceptanceLimits): Write<Acceptance>;
  byId(expert: ExpertId, id: SourceId): Awaitable<Source | null>;
  byExternalId(expert: ExpertId, externalId: string): Awaitable<Source | null>;
  list(expert: ExpertId, filter: SourceFilter, page: PageRequest): Awaitable<Page<Source>>;
  /** The normalised text of a version (null: the answering one, else the newest that has one). */
  content(source: Source, version: number | null): Awaitable<SourceText | null>;
  /** Newest first. */
  versions(source: Source): Awaitable<SourceVersion[]>;
  /** Whether the newest version has its text, and all of its passages at their places in it. */
  isTextWhole(source: Source): Awaitable<boolean>;
  /** One transaction: the newest version, which is ready, waits to be read again, and answers nothing until then. */
  readAgain(source: Source, at: number): Awaitable<void>;
  /** Of the version that answers. */
  chunks(source: Source): Awaitable<StoredChunk[]>;
  /** One transaction: rows, chunks, and a revision of the expert if anything searchable went. Returns its versions. */
  remove(source: Source): Awaitable<readonly number[]>;
  /**
   * Deletes, in one transaction, the settled versions of a conversation that are neither current nor newest: the newest
   * contains all of their content. Returns them.
   */
  dropSuperseded(source: Source): Awaitable<readonly number[]>;
  /** False when the newest version is not in one of those states (somebody was faster). */
  move(source: Source, from: readonly SourceStatus[], change: { to: SourceStatus; at: number }): Awaitable<boolean>;
  /** In one transaction: changes the given fields. A new title is searchable at once. */
  edit(source: Source, edit: SourceEdit, at: number): Awaitable<void>;
}

/** The stored normalised text of a version. It is not kept in memory between two pieces. */
export interface SourceText {
  readonly version: number;
  /** Of the text in UTF-8. */
  readonly bytes: number;
  /** The whole text in order, in UTF-8, split anywhere. @throws Fault `source_not_found` if it is deleted in the meantime */
  pieces(): AnyIterable<Uint8Array>;
}

/** The facts of a source that can change without sending it again. */
export interface SourceEdit {
  readonly title?: string | undefined;
  /** Where citations lead; null for nowhere. The address that was fetched stays the same. */
  readonly url?: string | null | undefined;
  /** Replaced whole. */
  readonly metadata?: Metadata | undefined;
}

export interface StoredChunk {
  readonly no: number;
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly page: number | null;
  readonly text: string;
  /** Set if it is from a turn of a conversation. */
  readonly turn?: Turn | null;
}

/** A version taken from the queue. */
export interface IngestJob {
  readonly versionNo: number;
  readonly sourceId: SourceId;
  readonly expertId: ExpertId;
  readonly workspaceId: WorkspaceId;
  readonly keyId: KeyId;
  readonly language: string;
  readonly title: string;
  readonly filename: string | null;
  readonly declaredType: string | null;
  /** Where its bytes are to be had from; null when they came with it. */
  readonly fetchUrl: string | null;
  /** Of the original; 0 while that is not here. */
  readonly bytes: number;
  /** How often it has been taken, this time included. */
  readonly attempts: number;
  /** Of a shared queue: tells this taking from a later one. */
  readonly lease?: string;
}

/** What ingesting a version came to, but for its chunks. */
export interface Ingested {
  /** The title in the document; null keeps the present one. A title given by the owner always stays. */
  readonly title: string | null;
  readonly mimeType: string;
  readonly content: string;
  readonly pageCount: number | null;
  readonly warnings: readonly DocumentWarning[];
  readonly chunkCount: number;
}

export interface Completed extends Ingested {
  readonly lastChunks: readonly NewChunk[];
  /** The set that every chunk has a vector in; null when it is found by its words alone. */
  readonly vectorSet: number | null;
}

/** Chunk positions are code points. */
export interface NewChunk extends Omit<StoredChunk, "no"> {
  /** What answers are chosen from (`readingBytes`); when it is missing, it is made later. */
  readonly reading?: Uint8Array;
}

/** Whose turn it is. */
export interface QueueTurn {
  /** The expert that was served last; null at first. */
  readonly after: ExpertId | null;
  /** Versions that are not to be taken now. */
  readonly except: ReadonlySet<number>;
  /** How many versions may be taken; default: one. */
  readonly most?: number;
}

/** `fetch`: versions that must be fetched first. `read`: versions that can be read. */
export type QueueLane = "fetch" | "read";

/** The waiting versions. A method returns false when the version was deleted or canceled in the meantime. */
export interface IngestQueue {
  /**
   * Takes waiting versions and marks them as processing, in one transaction; fewer than asked for if no more wait. Experts
   * take turns. Within an expert the oldest version comes first, except that each megabyte counts as ten seconds less of
   * waiting, so a note overtakes a book that came before it.
   */
  claim(lane: QueueLane, at: number, turn?: QueueTurn): Awaitable<readonly IngestJob[]>;
  /**
   * Puts back versions that are marked as processing but not in `inHand`, because a process ended during them. A
   * version that was taken `maxAttempts` times fails instead, because it may be what ends the process. Returns the failed
   * versions.
   */
  requeue(
    inHand: ReadonlySet<number>,
    limit: { maxAttempts: number; failure: SourceFailure; at: number },
  ): Awaitable<readonly number[]>;
  /** One transaction: the bytes are here and the version waits to be read, with no attempts counted. */
  fetched(job: IngestJob, document: FetchedFile, usage: UsageEntry): Awaitable<boolean>;
  /** Stores chunks before `complete`. They are hidden until then. */
  addChunks(job: IngestJob, chunks: readonly NewChunk[]): Awaitable<boolean>;
  /**
   * In one transaction: writes the last chunks and the content, makes this the answering version, raises the expert's
   * revision, and counts usage.
   * @throws Error if the expert's memory has a different embedding by now.
   */
  complete(job: IngestJob, result: Completed, usage: UsageEntry): Promise<boolean>;
  fail(job: IngestJob, failure: SourceFailure, usage: UsageEntry): Awaitable<boolean>;
  /** Reports the stage it is in; a power cut may lose it, so it is cheap. */
  progress(job: IngestJob, stage: string, progress: { done: number; total: number; at: number }): Awaitable<void>;
  /** Returns the version to the queue. `countsAsAttempt` is false if the failure was not the version's fault. */
  release(job: IngestJob, at: number, countsAsAttempt: boolean): Awaitable<void>;
  /** Deletes the chunks that `addChunks` stored for a version that will not be completed. */
  clear(versionNo: number): Awaitable<void>;
  waiting(): Awaitable<number>;
  /**
   * Says that these versions are still being worked on. A queue that several processes share gives away what nobody has
   * said that of for a minute.
   */
  hold(jobs: readonly IngestJob[]): Awaitable<void>;
}

export interface FetchedFile {
  readonly file: ReceivedFile;
  readonly declaredType: string | null;
  readonly filename: string | null;
}

/** Gets documents from addresses. */
export interface UrlFetcher {
  /** @throws FetchError, also while the content is read; the signal's reason when aborted. */
  open(url: string, signal: AbortSignal): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  readonly content: AsyncIterable<Uint8Array>;
  /** As announced; null when it was not. */
  readonly bytes: number | null;
  /** The Content-Type, with its charset. */
  readonly declaredType: string | null;
  /** The last part of the address, if it looks like a file name. */
  readonly filename: string | null;
}

/** Extracts text and structure from bytes and splits the text into chunks, usually outside the request thread. */
export interface Extractor {
  /**
   * Some documents at a time; others wait their turn.
   * @throws ExtractionError for anything that is wrong with the bytes; ReadingPostponed when it takes long and others
   * wait; the signal's reason when aborted.
   */
  extract(input: ExtractionInput, watch: ExtractionWatch): Promise<Extraction>;
  /** Whether a document that was postponed could be read now. */
  hasLongPlace(): boolean;
}

export interface ExtractionInput {
  /** Whether it was postponed before. */
  readonly isLong: boolean;
  /** Called when its turn has come, so that a waiting document holds no memory. */
  readonly bytes: () => Promise<Uint8Array>;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
}

export interface ExtractionWatch {
  readonly signal: AbortSignal;
  /** Hears each stage as it begins: `extracting`, `chunking`. */
  readonly entered: (stage: string) => void;
}

export interface Extraction {
  /** The normalised text that chunks and citations point into. */
  readonly text: string;
  /** From the document itself, or null. */
  readonly title: string | null;
  readonly pageCount: number | null;
  readonly warnings: readonly DocumentWarning[];
  readonly mimeType: string;
  readonly chunks: readonly ExtractedChunk[];
}

export interface ExtractedChunk extends Pick<StoredChunk, "start" | "end" | "section" | "page" | "turn"> {
  /** UTF-16 positions in the text: `text.slice(from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Of that text (`readingBytes`). */
  readonly reading?: Uint8Array;
}
