import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../kernel/ids.ts";
import type { NewPassage } from "../../memory/reading-ports.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { DocumentWarning } from "../document.ts";
import type { SourceFailure } from "../source.ts";
import type { KeptPage } from "./recognised-page.ts";
import type { ReceivedFile } from "./store-ports.ts";

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
  readonly bytes: number;
  readonly attempts: number;
  /** Of a shared queue: tells this taking from a later one. */
  readonly lease?: string;
}

export interface Ingested {
  /** The title in the document; null keeps the present one. A title given by the owner always stays. */
  readonly title: string | null;
  readonly mimeType: string;
  readonly content: string;
  readonly pageCount: number | null;
  readonly warnings: readonly DocumentWarning[];
  readonly chunkCount: number;
  readonly language: string;
}

export interface Completed extends Ingested {
  readonly lastChunks: readonly NewPassage[];
  /** The set that every chunk has a vector in; null when it is found by its words alone. */
  readonly vectorSet: number | null;
}

export interface QueueTurn {
  /** The expert that was served last; null at first. */
  readonly after: ExpertId | null;
  readonly except?: ReadonlySet<number>;
  /** Nothing but these, whatever is excepted. */
  readonly only?: ReadonlySet<number>;
  readonly most?: number;
}

/** `fetch`: versions that must be fetched first. `read`: versions that can be read. */
export type QueueLane = "fetch" | "read";

/** The waiting versions. A method returns false when the version was deleted or canceled in the meantime. */
export interface IngestQueue {
  /**
   * In one transaction. Experts take turns; within one the oldest first, a megabyte counting as ten seconds less of
   * waiting.
   */
  claim(lane: QueueLane, at: number, turn?: QueueTurn): Awaitable<readonly IngestJob[]>;
  /**
   * Puts back what an ended process left. Taken `maxAttempts` times, it fails: it may end the process. Returns those.
   */
  requeue(
    inHand: ReadonlySet<number>,
    limit: { maxAttempts: number; failure: SourceFailure; at: number },
  ): Awaitable<readonly number[]>;
  /** One transaction: the bytes are here and the version waits to be read, with no attempts counted. */
  fetched(job: IngestJob, document: FetchedFile, usage: UsageEntry): Awaitable<boolean>;
  /** Keeps the page and counts attempts anew, because this one made progress. One transaction. */
  keepPage(job: IngestJob, page: KeptPage): Awaitable<boolean>;
  addChunks(job: IngestJob, chunks: readonly NewPassage[]): Awaitable<boolean>;
  /**
   * One transaction: last chunks, content, answering version, revision, usage. @throws Error if the memory's embedding
   * differs
   */
  complete(job: IngestJob, result: Completed, usage: UsageEntry): Promise<boolean>;
  fail(job: IngestJob, failure: SourceFailure, usage: UsageEntry): Awaitable<boolean>;
  /** Reports the stage it is in; a power cut may lose it, so it is cheap. */
  progress(job: IngestJob, stage: string, progress: { done: number; total: number; at: number }): Awaitable<void>;
  /** Returns the version to the queue. `countsAsAttempt` is false if the failure was not the version's fault. */
  release(job: IngestJob, at: number, countsAsAttempt: boolean): Awaitable<void>;
  /** Deletes the chunks that `addChunks` stored for a version that will not be completed. */
  clear(versionNo: number): Awaitable<void>;
  waiting(lane?: QueueLane): Awaitable<number>;
  /** These are still worked on. A shared queue gives away what is not held for a minute. */
  hold(jobs: readonly IngestJob[]): Awaitable<void>;
}

export interface FetchedFile {
  readonly file: ReceivedFile;
  readonly declaredType: string | null;
  readonly filename: string | null;
}
