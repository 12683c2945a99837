import type { UsageEntry } from "../../accounting/usage-entry.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, SourceId, WorkspaceId } from "../../kernel/ids.ts";
import type { NewPassage } from "../../memory/reading-ports.ts";
import type { SourceFailure } from "../source.ts";
import type { ExtractedText } from "./document-ports.ts";
import type { KeptPage } from "./recognised-page.ts";
import type { NewVersion, ReceivedFile } from "./store-ports.ts";

export interface IngestJob extends Pick<NewVersion, "expertId" | "keyId" | "title" | "filename" | "declaredType"> {
  readonly versionNo: number;
  readonly sourceId: SourceId;
  readonly workspaceId: WorkspaceId;
  readonly language: string;
  /** Null: the bytes came with it. */
  readonly fetchUrl: string | null;
  readonly bytes: number;
  readonly attempts: number;
  /** Distinguishes this taking from a later one in a shared queue. */
  readonly lease?: string;
}

/** Without a title, the present one stays; an owner's title always does. */
export interface Ingested extends Pick<ExtractedText, "title" | "mimeType" | "pageCount" | "warnings" | "language"> {
  readonly content: string;
  readonly chunkCount: number;
}

export interface Completed extends Ingested {
  readonly lastChunks: readonly NewPassage[];
  /** The set with a vector for every chunk; null: words only. */
  readonly vectorSet: number | null;
}

export interface QueueTurn {
  /** The expert served last; null at first. */
  readonly after: ExpertId | null;
  readonly except?: ReadonlySet<number>;
  /** Takes precedence over `except`. */
  readonly only?: ReadonlySet<number>;
  readonly most?: number;
}

export type QueueLane = "fetch" | "read";

/** Methods return false when the version was deleted or canceled meanwhile. */
export interface IngestQueue {
  /** Experts take turns; within one the oldest comes first, where a megabyte counts as 10 s less of waiting. */
  claim(lane: QueueLane, at: number, turn?: QueueTurn): Awaitable<readonly IngestJob[]>;
  /** Requeues what an ended process left. Fails and returns versions taken `maxAttempts` times: they may be why. */
  requeue(
    inHand: ReadonlySet<number>,
    limit: { maxAttempts: number; failure: SourceFailure; at: number },
  ): Awaitable<readonly number[]>;
  /** One transaction: the version waits to be read, and its attempts count from zero. */
  fetched(job: IngestJob, document: FetchedFile, usage: UsageEntry): Awaitable<boolean>;
  /** One transaction: keeps the page, and resets the attempts because of the progress. */
  keepPage(job: IngestJob, page: KeptPage): Awaitable<boolean>;
  addChunks(job: IngestJob, chunks: readonly NewPassage[]): Awaitable<boolean>;
  /** In one transaction, usage included. @throws Error if the memory's embedding differs */
  complete(job: IngestJob, result: Completed, usage: UsageEntry): Promise<boolean>;
  fail(job: IngestJob, failure: SourceFailure, usage: UsageEntry): Awaitable<boolean>;
  /** Cheap: a power cut may lose it. */
  progress(job: IngestJob, stage: string, progress: { done: number; total: number; at: number }): Awaitable<void>;
  /** @param countsAsAttempt false if the failure was not the version's fault */
  release(job: IngestJob, at: number, countsAsAttempt: boolean): Awaitable<void>;
  /** Deletes stored chunks of a version that will not be completed. */
  clear(versionNo: number): Awaitable<void>;
  waiting(lane?: QueueLane): Awaitable<number>;
  /** Renews the lease of a minute in a shared queue. */
  hold(jobs: readonly IngestJob[]): Awaitable<void>;
}

export interface FetchedFile {
  readonly file: ReceivedFile;
  readonly declaredType: string | null;
  readonly filename: string | null;
}
