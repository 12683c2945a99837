/** What the ingest pipeline needs: the queue of waiting versions, which takes what became of each. */
import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../kernel/ids.ts";
import type { NewPassage } from "../../memory/readings/ports.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { DocumentWarning } from "../document.ts";
import type { SourceFailure } from "../source.ts";
import type { ReceivedFile } from "./store-ports.ts";

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
  /** What was found (`SourceVersion.language`). */
  readonly language: string;
}

export interface Completed extends Ingested {
  readonly lastChunks: readonly NewPassage[];
  /** The set that every chunk has a vector in; null when it is found by its words alone. */
  readonly vectorSet: number | null;
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
  addChunks(job: IngestJob, chunks: readonly NewPassage[]): Awaitable<boolean>;
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
  /** @param lane whose waiting versions are counted; default: both */
  waiting(lane?: QueueLane): Awaitable<number>;
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
