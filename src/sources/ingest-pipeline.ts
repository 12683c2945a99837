/**
 * Takes versions from the queue to the memory in two lanes: one fetches documents from addresses, the other reads documents
 * that are here. A version that fails is marked as `failed` with its reason and does not delay others. Unfinished work
 * continues at the next start, after the last finished lane.
 */

import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { DiskError } from "../kernel/disk-error.ts";
import { Fault } from "../kernel/fault.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { createPacedRefresh } from "../memory/paced-refresh.ts";
import { fetchDocument } from "./document-fetching.ts";
import { readDocument } from "./document-reading.ts";
import { failureOf, interruptedTooOften, isTransient, unexpected } from "./ingest-failure.ts";
import { createLane } from "./ingest-lane.ts";
import type { IngestParts, IngestStep, StepOutcome } from "./ingest-step.ts";
import type { IngestJob, QueueLane } from "./ports/queue-ports.ts";
import { ReadingPostponed } from "./reading-postponed.ts";
import { createSettlements, type Settlements } from "./settlements.ts";
import { createStageClock, createStageNote, type Stage } from "./stage-clock.ts";

export interface IngestPipeline {
  /** Starts with the work that an earlier process left unfinished. */
  start(): void;
  /** There may be something in the queue, of that lane if one is given. Heard only once it has started. */
  wake(lane?: QueueLane): void;
  /** Whether versions are being read. Those that are only fetched take nothing from anybody. */
  isReading(): boolean;
  /** Stops working on this version, if it is being worked on here. */
  abort(versionNo: number): Promise<void>;
  /** To be called every few seconds: keeps what is being worked on, and takes up what another process left unfinished. */
  tend(): Promise<void>;
  /** Resolves when the version has left the queue, or after `milliseconds`, or when the signal aborts. */
  settled(versionNo: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Takes nothing more and resolves when the current versions are done with or given back. */
  stop(): Promise<void>;
}

/** After this number of internal errors or ends of the process, the version counts as failed. */
const maxAttempts = 5;
/** Default milliseconds before a lane continues after a failure. */
const defaultPause = 1000;
const fetchers = 4;

/** Versions in hand: those being read, as many that take long, and one each to be committed and to be read next. */
function readersFor(threads: number): number {
  return 2 * threads + 2;
}

/** A minute and five seconds per megabyte: twenty times as long as the slowest format takes on a small machine. */
function defaultStageTimeout(_stage: string, bytes: number): number {
  return 60_000 + 5 * (bytes / 1000);
}

const stopping = new Error("the service is stopping");
const canceled = new Error("the version was canceled or deleted");

/** Milliseconds between two looks at the queue: many small documents are taken in batches. */
const lookEvery = 8;

export function createIngestPipeline(given: IngestParts): IngestPipeline {
  const memory = createPacedRefresh(given);
  const parts = { ...given, memory };
  const settlements = createSettlements();
  const hands = createHands(parts, settlements);
  const claims = createClaims(parts, { hands, settlements });
  const broke = (error: unknown) => {
    parts.log.error("ingest.lane_broke", error);
    claims.isBroken = true;
    setTimeout(wake, parts.recoveryPause ?? defaultPause);
  };
  const reading = createLane({
    width: readersFor(parts.readingThreads),
    claim: claims.of("read"),
    work: hands.work(readDocument),
    broke,
    ...(parts.questions && { giveWay: parts.questions.giveWay }),
    mustLook: () => hands.postponed.size > 0,
    pace: lookEvery,
  });
  const fetchThenRead = async (job: IngestJob) => {
    const outcome = await hands.work(fetchDocument)(job);
    reading.wake();
    return outcome;
  };
  const fetching = createLane({
    width: fetchers,
    claim: claims.of("fetch"),
    work: fetchThenRead,
    broke,
    mustLook: () => false,
  });
  const lanes = { read: reading, fetch: fetching };
  const wake = () => {
    reading.wake();
    fetching.wake();
  };
  return {
    start: () => {
      claims.phase = "started";
      wake();
    },
    wake: (lane) => (lane === undefined ? wake() : lanes[lane].wake()),
    tend: claims.tend,
    isReading: reading.isBusy,
    abort: hands.abort,
    settled: settlements.wait,
    stop: async () => {
      claims.phase = "stopping";
      hands.giveBack();
      await Promise.all([reading.idle(), fetching.idle()]);
      memory.stop();
      settlements.settleAll();
    },
  };
}

interface ClaimParts {
  readonly hands: ReturnType<typeof createHands>;
  readonly settlements: Settlements;
}

/** What the lanes take from the queue, and when. */
function createClaims({ queue, clock, extractor }: IngestParts, { hands, settlements }: ClaimParts) {
  const takeUp = (at: number) =>
    whenKnown(queue.requeue(hands.held(), { maxAttempts, failure: interruptedTooOften, at }), (failed) => {
      for (const versionNo of failed) settlements.settle(versionNo);
    });
  const claims = {
    phase: "waiting" as "waiting" | "started" | "stopping",
    /** At first by an earlier process, maybe: a version is marked as processing that nobody works on. */
    isBroken: true,
    of: (lane: QueueLane) => {
      let after: ExpertId | null = null;
      const take = (at: number, most: number) => {
        const except = extractor.hasLongPlace() ? new Set<number>() : hands.postponed;
        return whenKnown(queue.claim(lane, at, { after, except, most }), (jobs) => {
          after = jobs.at(-1)?.expertId ?? null;
          return jobs;
        });
      };
      return (most: number): Awaitable<readonly IngestJob[]> => {
        if (claims.phase !== "started") return [];
        const at = clock.now();
        if (!claims.isBroken) return take(at, most);
        return whenKnown(takeUp(at), () => {
          claims.isBroken = false;
          return take(at, most);
        });
      };
    },
    /** Keeps what is in hand, and puts back what other processes let go. */
    tend: async () => {
      if (claims.phase !== "started") return;
      await queue.hold(hands.jobs());
      await takeUp(clock.now());
    },
  };
  return claims;
}

/** The versions that are being worked on, with the controllers that abort them. */
function createHands(parts: IngestParts, settlements: Settlements) {
  const inHand = new Map<number, AbortController>();
  const jobs = new Map<number, IngestJob>();
  const advised = new Set<ExpertId>();
  const postponed = new Set<number>();
  return {
    /** Versions that take long to read and were put back. */
    postponed,
    held: (): ReadonlySet<number> => new Set(inHand.keys()),
    jobs: (): readonly IngestJob[] => [...jobs.values()],
    work:
      (step: IngestStep) =>
      async (job: IngestJob): Promise<StepOutcome> => {
        const control = new AbortController();
        inHand.set(job.versionNo, control);
        jobs.set(job.versionNo, job);
        try {
          const outcome = await attempt({ ...parts, step, stopped: control.signal, advised, postponed }, job);
          if (outcome === "settled") settlements.settle(job.versionNo);
          if (outcome === "settled") postponed.delete(job.versionNo);
          return outcome;
        } finally {
          // A version that was canceled and retried may be in hand a second time before the first lets go.
          if (inHand.get(job.versionNo) === control) {
            inHand.delete(job.versionNo);
            jobs.delete(job.versionNo);
          }
        }
      },
    abort: async (versionNo: number) => {
      const control = inHand.get(versionNo);
      control?.abort(canceled);
      postponed.delete(versionNo);
      if (control !== undefined) await parts.queue.clear(versionNo);
      settlements.settle(versionNo);
    },
    giveBack: () => {
      for (const control of inHand.values()) control.abort(stopping);
    },
  };
}

interface Attempt extends IngestParts {
  readonly step: IngestStep;
  readonly stopped: AbortSignal;
  readonly advised: Set<ExpertId>;
  readonly postponed: Set<number>;
}

/** Nobody waits for it. */
async function noted({ queue, clock, log }: IngestParts, job: IngestJob, { name, total }: Stage): Promise<void> {
  try {
    await queue.progress(job, name, { done: 0, total, at: clock.now() });
  } catch (error) {
    log.error("ingest.stage_not_noted", error, { source: job.sourceId });
  }
}

async function attempt({ step, stopped, postponed, ...parts }: Attempt, job: IngestJob): Promise<StepOutcome> {
  const { queue, clock, stageTimeout = defaultStageTimeout } = parts;
  const stages = createStageClock(stopped);
  const note = createStageNote(({ name, total }) => {
    void noted(parts, job, { name, total });
  });
  const entering =
    (tell: (stage: Stage) => void) =>
    (name: string, total = 0) => {
      stages.enter(name, stageTimeout(name, job.bytes));
      tell({ name, total });
    };
  const tools = { ...parts, stages, enter: entering(note.now), enterBriefly: entering(note.soon) };
  try {
    return await step({ ...tools, isLong: postponed.has(job.versionNo) }, job);
  } catch (error) {
    if (error instanceof ReadingPostponed && !stopped.aborted) {
      postponed.add(job.versionNo);
      await queue.release(job, clock.now(), false);
      return "waiting";
    }
    return await (stopped.aborted ? letGo(parts, job, stopped) : settleFailure(parts, job, error));
  } finally {
    note.end();
    stages.end();
  }
}

/** A canceled version was handled by its cancellation, and may be in the queue again. */
async function letGo({ queue, clock }: IngestParts, job: IngestJob, { reason }: AbortSignal): Promise<StepOutcome> {
  if (reason === stopping) {
    await queue.clear(job.versionNo);
    await queue.release(job, clock.now(), false);
  }
  return "waiting";
}

/** @throws the error of the disk or the database, which is no fault of the version: the lane waits and continues. */
async function settleFailure({ queue, clock, log }: IngestParts, job: IngestJob, error: unknown): Promise<StepOutcome> {
  const failure = failureOf(error);
  const at = clock.now();
  if (isTheDisks(error)) {
    await queue.release(job, at, false);
    throw error;
  }
  if (isTransient(error) && job.attempts < maxAttempts) {
    log.error("ingest.attempt_failed", error, { source: job.sourceId, attempt: job.attempts });
    await queue.release(job, at, true);
    return "waiting";
  }
  const { workspaceId, expertId, keyId } = job;
  log.error("ingest.failed", error, { source: job.sourceId, code: failure?.code ?? unexpected.code });
  await queue.fail(job, failure ?? unexpected, { workspaceId, expertId, keyId, at, add: { sourcesFailed: 1 } });
  return "settled";
}

/** `not_ready`: the database cannot be reached. */
const storageTroubles: readonly string[] = ["storage_full", "not_ready"];

function isTheDisks(error: unknown): boolean {
  return error instanceof DiskError || (error instanceof Fault && storageTroubles.includes(error.code));
}
