/** Three kinds of job: fetch documents, read them, recognise their pictures. A failing version does not delay others. */
import { type Awaitable, whenKnown } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { createPacedRefresh } from "../../memory/paced-refresh.ts";
import { betweenQuestions } from "../../runner/courtesy.ts";
import type { JobKind, JobOutcome, JobRun, LaneHandle } from "../../runner/job-kind.ts";
import { MadeWay } from "../../runner/job-places.ts";
import type { Runner } from "../../runner/runner.ts";
import type { IngestJob, QueueLane, QueueTurn } from "../ports/queue-ports.ts";
import { PagesToRecognise } from "../ports/recognised-page.ts";
import { fetchDocument } from "./document-fetching.ts";
import { readDocument } from "./document-reading.ts";
import { interruptedTooOften, ReadingPostponed } from "./ingest-failure.ts";
import { createStageNote, type Stage, StageTimeout } from "./ingest-stage.ts";
import type { IngestParts, IngestStep } from "./ingest-step.ts";
import { readPictures } from "./picture-reading.ts";
import { createSettlements, letGo, maxAttempts, type Settlements, settleFailure } from "./settlements.ts";

export type IngestPipeline = ReturnType<typeof createIngestPipeline>;

const defaultPause = 1000;
const fetchers = 4;
const lookEvery = 8;
/** Milliseconds between looks for what another process has queued, such as an import. */
const regularly = 1000;

/** Milliseconds, enough for a PDF of a hundred pages or ten megabytes of text. */
const usualSlice = 1000;

/** Versions in progress: being read, as many that take long, and two to be stored. */
function readersFor(threads: number): number {
  return 2 * threads + 2;
}

/** A minute and 5 s a megabyte: twenty times what the slowest format needs on a small machine. */
function defaultStageTimeout(_stage: string, bytes: number): number {
  return 60_000 + 5 * (bytes / 1000);
}

/** Times the time of a stage; the recogniser gives a page up sooner. */
const pageShare = 24;

const canceled = new Error("the version was canceled or deleted");

export function createIngestPipeline(given: IngestParts, runner: Runner) {
  const memory = createPacedRefresh(given);
  const work: PipelineState = {
    ...given,
    memory,
    settlements: createSettlements(),
    advised: new Set(),
    postponed: new Set(),
    pictured: new Map(),
    recognise: () => recognising?.wake(),
    held: () => [reading, fetching, recognising].flatMap((lane) => lane?.held() ?? []),
  };
  const { queue, settlements } = work;
  const recognising: LaneHandle<IngestJob> | null = work.recogniser && runner.add(pictureKind(work));
  const reading: LaneHandle<IngestJob> = runner.add(readKind(work, () => memory.stop()));
  const fetching: LaneHandle<IngestJob> = runner.add(fetchKind(work, () => reading.wake()));
  const lanes = { read: reading, fetch: fetching };
  return {
    /** @param lane absent: all kinds */
    wake: (lane?: QueueLane) => {
      for (const woken of lane === undefined ? [reading, fetching] : [lanes[lane]]) woken.wake();
    },
    /** Fetching does not count, because it takes nothing from anybody. */
    isReading: () => reading.isBusy() || recognising?.isBusy() === true,
    abort: async (versionNo: number) => {
      const wasHeld = [reading, fetching, recognising].map((lane) => lane?.abort(versionNo, canceled)).includes(true);
      const hadPictures = forget(work, versionNo);
      if (wasHeld) await queue.clear(versionNo);
      if (hadPictures) await work.recognised.discard(versionNo);
      settlements.settle(versionNo);
    },
    /** Resolves when the version has left the queue, after `milliseconds`, or when the signal aborts. */
    settled: settlements.wait,
  };
}

interface PipelineState extends IngestParts {
  readonly settlements: Settlements;
  readonly advised: Set<ExpertId>;
  readonly postponed: Set<number>;
  /** Pages to be recognised, by version. */
  readonly pictured: Map<number, readonly number[]>;
  readonly recognise: () => void;
  readonly held: () => readonly IngestJob[];
}

function ingestKind(work: PipelineState, lane: QueueLane) {
  const { queue, clock, recoveryPause = defaultPause } = work;
  let after: ExpertId | null = null;
  return {
    take: (turn: Omit<QueueTurn, "after">): Awaitable<readonly IngestJob[]> =>
      whenKnown(queue.claim(lane, clock.now(), { ...turn, after }), (jobs) => {
        after = jobs.at(-1)?.expertId ?? after;
        return jobs;
      }),
    keyOf: ({ versionNo }: IngestJob) => versionNo,
    prepare: () => takeUp(work),
    waiting: () => queue.waiting(lane),
    every: regularly,
    retry: { first: recoveryPause, last: recoveryPause },
    failed: "ingest.lane_broke",
  } as const;
}

function readKind(work: PipelineState, end: () => void): JobKind<IngestJob> {
  const { readingThreads, queue, postponed, pictured, settlements } = work;
  const { take, ...kind } = ingestKind(work, "read");
  return {
    ...kind,
    name: "read",
    width: readersFor(readingThreads),
    places: { count: readingThreads, slice: usualSlice, isLong: ({ versionNo }) => postponed.has(versionNo) },
    claim: (most, _held, hasLong) => {
      const except = new Set([...(hasLong ? [] : postponed), ...pictured.keys()]);
      // One at a time, because there may be only one long place.
      return whenKnown(take({ except, most: postponed.size > 0 ? 1 : most }), (jobs) => {
        if (hasLong && jobs.length === 0) forgetGone(work, postponed);
        return jobs;
      });
    },
    work: (job, run) => attempt(work, readDocument, job, run),
    questionsFirst: betweenQuestions,
    mustLook: () => postponed.size > 0,
    pace: lookEvery,
    hold: async () => {
      await queue.hold(work.held());
      await takeUp(work);
      return [];
    },
    ended: () => {
      end();
      settlements.settleAll();
    },
  };
}

function fetchKind(work: PipelineState, fetched: () => void): JobKind<IngestJob> {
  const { take, ...kind } = ingestKind(work, "fetch");
  return {
    ...kind,
    name: "fetch",
    width: fetchers,
    claim: (most) => take({ most }),
    work: async (job, run) => {
      const outcome = await attempt(work, fetchDocument, job, run);
      fetched();
      return outcome;
    },
  };
}

/** One page at a time: each takes a core for seconds. */
function pictureKind(work: PipelineState): JobKind<IngestJob> {
  const { pictured } = work;
  const { take, ...kind } = ingestKind(work, "read");
  return {
    ...kind,
    name: "recognise",
    waiting: () => pictured.size,
    claim: (most) => {
      if (pictured.size === 0) return [];
      return whenKnown(take({ only: new Set(pictured.keys()), most }), (jobs) => {
        if (jobs.length === 0) forgetGone(work, pictured);
        return jobs;
      });
    },
    work: (job, run) => attempt(work, (tools) => readPictures(tools, job, pictured.get(job.versionNo) ?? []), job, run),
    questionsFirst: betweenQuestions,
  };
}

/** Requeues versions that are marked as processing although no process works on them. */
function takeUp({ queue, clock, settlements, held }: PipelineState): Awaitable<void> {
  const inHand = new Set(held().map(({ versionNo }) => versionNo));
  const limit = { maxAttempts, failure: interruptedTooOften, at: clock.now() };
  return whenKnown(queue.requeue(inHand, limit), (failed) => {
    for (const versionNo of failed) settlements.settle(versionNo);
  });
}

async function noted({ queue, clock, log }: IngestParts, job: IngestJob, { name, total }: Stage): Promise<void> {
  try {
    await queue.progress(job, name, { done: 0, total, at: clock.now() });
  } catch (error) {
    log.error("ingest.stage_not_noted", error, { source: job.sourceId });
  }
}

async function attempt(work: PipelineState, step: IngestStep, job: IngestJob, run: JobRun): Promise<JobOutcome> {
  const { stageTimeout = defaultStageTimeout } = work;
  const pageTimeout = stageTimeout("recognising", job.bytes) * pageShare;
  const { versionNo } = job;
  const note = createStageNote((stage) => {
    void noted(work, job, stage);
  });
  const within = (stage: string, milliseconds: number) =>
    run.deadline(milliseconds, () => new StageTimeout(stage, milliseconds));
  const entering =
    (tell: (stage: Stage) => void) =>
    (name: string, total = 0) => {
      within(name, stageTimeout(name, job.bytes));
      tell({ name, total });
    };
  const { signal } = run;
  let state = job;
  const cameFurther = () => {
    state = { ...job, attempts: 1 };
  };
  const stages = { signal, within, enter: entering(note.now), enterBriefly: entering(note.soon), cameFurther };
  const { slice, leavePlace } = run;
  try {
    const outcome = await step({ ...work, ...stages, pageTimeout, slice, leavePlace }, job);
    if (outcome === "done") leave(work, versionNo);
    return outcome;
  } catch (error) {
    const outcome = await settleError(work, state, run, error);
    if (outcome === "done") leave(work, versionNo);
    return outcome;
  } finally {
    note.end();
  }
}

function leave(work: PipelineState, versionNo: number): void {
  work.settlements.settle(versionNo);
  forget(work, versionNo);
}

/** @returns whether its pictures were to be read */
function forget({ postponed, pictured }: PipelineState, versionNo: number): boolean {
  postponed.delete(versionNo);
  return pictured.delete(versionNo);
}

/** What is neither queued nor in progress was taken or removed by another process. */
function forgetGone({ held }: PipelineState, noted: Pick<Map<number, unknown>, "keys" | "delete">): void {
  const inHand = new Set(held().map(({ versionNo }) => versionNo));
  for (const versionNo of [...noted.keys()]) if (!inHand.has(versionNo)) noted.delete(versionNo);
}

async function settleError(
  work: PipelineState,
  job: IngestJob,
  { signal }: JobRun,
  error: unknown,
): Promise<JobOutcome> {
  const { queue, clock, postponed, pictured, recogniser } = work;
  const hasMadeWay = signal.reason instanceof MadeWay;
  const isGivenUp = signal.aborted && !hasMadeWay && !(signal.reason instanceof StageTimeout);
  if (isGivenUp) return letGo(work, job, signal);
  const hasPictures = error instanceof PagesToRecognise && recogniser !== null;
  if (hasPictures) pictured.set(job.versionNo, error.pages);
  else if (hasMadeWay || error instanceof ReadingPostponed) postponed.add(job.versionNo);
  else return settleFailure(work, job, error);
  await queue.release(job, clock.now(), false);
  if (hasPictures) work.recognise();
  return "again";
}
