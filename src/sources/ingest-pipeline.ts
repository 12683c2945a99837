/**
 * The ingest loop: takes waiting versions one after another, has them extracted and chunked, and commits the result.
 * A version that fails ends as `failed` with its reason and holds up no other. The loop ends when the queue is empty
 * and is woken by whoever adds to it.
 */
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { codePointCursor } from "../text/code-points.ts";
import { ExtractionError } from "./extraction-error.ts";
import type { Extraction, Extractor, Ingested, IngestJob, IngestQueue, OriginalFiles } from "./ports.ts";
import { createSettlements } from "./settlements.ts";
import type { SourceFailure } from "./source.ts";

export interface IngestPipeline {
  /** Begins, with what an earlier process was interrupted in. */
  start(): void;
  /** There may be something in the queue. Heard only once it has started. */
  wake(): void;
  /** Stops working on this version, if it is being worked on. */
  abort(versionNo: number): void;
  /** Resolves when the version has left the queue, or after `milliseconds`, or when the signal aborts. */
  settled(versionNo: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Takes nothing more and resolves when the current version is done with or given back. */
  stop(): Promise<void>;
}

interface PipelineParts {
  readonly queue: IngestQueue;
  readonly files: OriginalFiles;
  readonly extractor: Extractor;
  readonly clock: Clock;
  readonly log: Log;
  /** A source that takes longer than this, in milliseconds, fails with `timeout`. */
  readonly deadline: number;
  readonly memory: Pick<MemoryService, "refresh">;
}

/** Errors that are nobody's fault are tried this often before the version counts as failed. */
const maxAttempts = 3;
/** Milliseconds before the loop tries again after it broke. */
const recoveryPause = 1000;

export function createIngestPipeline(parts: PipelineParts): IngestPipeline {
  const settlements = createSettlements();
  let current: { readonly versionNo: number; readonly control: AbortController } | null = null;
  let running: Promise<void> | null = null;
  let missed = false; // woken after the loop had its last look
  let phase: "waiting" | "started" | "stopping" = "waiting";
  let broken = true; // at first by an earlier process, maybe: something marked as being processed that is not

  const drain = async () => {
    if (broken) parts.queue.requeue(parts.clock.now());
    broken = false;
    while (phase === "started") {
      const job = parts.queue.claim(parts.clock.now());
      if (job === null) return;
      current = { versionNo: job.versionNo, control: new AbortController() };
      await ingest(parts, job, current.control.signal);
      current = null;
      settlements.settle(job.versionNo);
    }
  };

  const wake = () => {
    missed = running !== null;
    if (missed || phase !== "started") return;
    running = drain()
      .catch((error: unknown) => {
        parts.log.error("ingest.loop_failed", error); // a full disk, say
        setTimeout(wake, recoveryPause);
        broken = true;
      })
      .finally(() => {
        running = null;
        if (missed) wake();
      });
  };

  return {
    start: () => {
      phase = "started";
      wake();
    },
    wake,
    abort: (versionNo) => {
      if (current?.versionNo === versionNo) current.control.abort(new Error("canceled"));
      settlements.settle(versionNo);
    },
    settled: settlements.wait,
    stop: async () => {
      phase = "stopping";
      current?.control.abort(new Error("stopping"));
      await running;
      settlements.settleAll();
    },
  };
}

async function ingest(parts: PipelineParts, job: IngestJob, canceled: AbortSignal): Promise<void> {
  const { queue, clock, log } = parts;
  const deadline = AbortSignal.timeout(parts.deadline);
  try {
    queue.progress(job, "extracting", { done: 0, total: 1, at: clock.now() });
    const bytes = await parts.files.read(job.versionNo);
    const extraction = await parts.extractor.extract({ ...job, bytes }, AbortSignal.any([canceled, deadline]));
    queue.progress(job, "indexing", { done: 0, total: extraction.chunks.length, at: clock.now() });
    const result = ingestedFrom(extraction, job);
    const committed = queue.complete(job, result, usageOf(job, clock.now(), { chunks: result.chunks.length }));
    if (committed)
      await parts.memory.refresh({ id: job.expertId, profile: { language: job.language, embedding: null } });
    log.info("ingest.ready", { source: job.sourceId, chunks: result.chunks.length, committed });
  } catch (error) {
    if (canceled.aborted) return;
    const failure = deadline.aborted ? tooSlow(parts.deadline) : failureOf(error);
    if (failure === null && job.attempts < maxAttempts) {
      log.error("ingest.attempt_failed", error, { source: job.sourceId, attempt: job.attempts });
      queue.release(job, clock.now());
      return;
    }
    log.error("ingest.failed", error, { source: job.sourceId, code: failure?.code ?? "internal_error" });
    queue.fail(job, failure ?? unexpected, usageOf(job, clock.now(), { sourcesFailed: 1 }));
  }
}

function usageOf(job: IngestJob, at: number, add: { chunks?: number; sourcesFailed?: number }) {
  return { workspaceId: job.workspaceId, expertId: job.expertId, keyId: job.keyId, at, add };
}

/** From UTF-16 positions to code points; chunks ascend by start, and a chunk's end never precedes the last one's. */
function ingestedFrom({ text, title, pageCount, mimeType, chunks }: Extraction, job: IngestJob): Ingested {
  const starts = codePointCursor(text);
  const ends = codePointCursor(text);
  return {
    title: job.givenTitle ?? title ?? job.title,
    mimeType,
    content: text,
    pageCount,
    chunks: chunks.map(({ start, end, section, page }) => ({
      ...{ section, page, start: starts(start), end: ends(end) },
      text: text.slice(start, end),
    })),
  };
}

function failureOf(error: unknown): SourceFailure | null {
  if (!(error instanceof ExtractionError)) return null;
  return { code: error.code, message: error.message, retryable: error.retryable };
}

function tooSlow(milliseconds: number): SourceFailure {
  const message = `Reading the document took longer than ${Math.round(milliseconds / 1000)} seconds. Split it into smaller parts.`;
  return { code: "timeout", message, retryable: true };
}

const unexpected: SourceFailure = {
  code: "internal_error",
  message: "Reading the document failed for a reason that is Docent's, not the document's. The log has it.",
  retryable: true,
};
