import { DiskError } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import { pauseUnlessStopped } from "../../kernel/pause.ts";
import type { JobOutcome } from "../../runner/job-kind.ts";
import { Stopping } from "../../runner/runner.ts";
import type { IngestJob } from "../ports/queue-ports.ts";
import { failureOf, isTransient, unexpected } from "./ingest-failure.ts";
import type { IngestParts } from "./ingest-step.ts";

export type Settlements = ReturnType<typeof createSettlements>;

export function createSettlements() {
  const waiters = new Map<number, Set<AbortController>>();
  const settle = (versionNo: number) => {
    for (const waiter of waiters.get(versionNo) ?? []) waiter.abort();
    waiters.delete(versionNo);
  };
  return {
    /** Resolves when the version is settled, after `milliseconds`, or when the signal aborts. */
    wait: async (versionNo: number, milliseconds: number, signal: AbortSignal) => {
      const settled = new AbortController();
      const mine = waiters.getOrInsertComputed(versionNo, () => new Set()).add(settled);
      await pauseUnlessStopped(milliseconds, AbortSignal.any([signal, settled.signal]));
      mine.delete(settled);
      if (mine.size === 0 && waiters.get(versionNo) === mine) waiters.delete(versionNo);
    },
    settle,
    settleAll: () => {
      for (const versionNo of [...waiters.keys()]) settle(versionNo);
    },
  };
}

/** Internal errors or crashes until a version fails. */
export const maxAttempts = 5;

/** A canceled version was already handled, and may be in the queue again. */
export async function letGo(
  { queue, clock }: IngestParts,
  job: IngestJob,
  { reason }: AbortSignal,
): Promise<JobOutcome> {
  if (reason instanceof Stopping) {
    await queue.clear(job.versionNo);
    await queue.release(job, clock.now(), false);
  }
  return "again";
}

/** @throws errors of the disk or the database, which are no fault of the version, so the work waits */
export async function settleFailure(
  { queue, clock, log }: IngestParts,
  job: IngestJob,
  error: unknown,
): Promise<JobOutcome> {
  const failure = failureOf(error);
  const at = clock.now();
  if (isTheDisks(error)) {
    await queue.release(job, at, false);
    throw error;
  }
  if (isTransient(error) && job.attempts < maxAttempts) {
    log.error("ingest.attempt_failed", error, { source: job.sourceId, attempt: job.attempts });
    await queue.release(job, at, true);
    return "again";
  }
  const { workspaceId, expertId, keyId } = job;
  log.error("ingest.failed", error, { source: job.sourceId, code: failure?.code ?? unexpected.code });
  await queue.fail(job, failure ?? unexpected, { workspaceId, expertId, keyId, at, add: { sourcesFailed: 1 } });
  return "done";
}

/** `not_ready`: the database cannot be reached. */
const storageTroubles: readonly string[] = ["storage_full", "not_ready"];

function isTheDisks(error: unknown): boolean {
  return error instanceof DiskError || (error instanceof Fault && storageTroubles.includes(error.code));
}
