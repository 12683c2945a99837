/** All background work. What is due lives in the rows, so a process that is killed leaves it to the next one. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Log } from "../kernel/log.ts";
import { type Pause, pauseUnlessStopped } from "../kernel/pause.ts";
import { realTimer, type StartTimer } from "../kernel/timer.ts";
import { Courtesy, type QuestionPolicy, QuestionTimes } from "./courtesy.ts";
import { type JobKind, type KindReport, kindPhases, type LaneHandle } from "./job-kind.ts";
import { JobLane } from "./job-lane.ts";

export interface Runner {
  /** Jobs of the kind are taken from now on, or from the start of the runner. */
  add<Job>(kind: JobKind<Job>): LaneHandle<Job>;
  start(): void;
  /** Work that gives way to questions waits a moment. */
  asked(): void;
  /** For work that is not a job: the returned function resolves when its next piece may begin. */
  questionsFirst(policy: QuestionPolicy): () => Awaitable<void>;
  /** There may be jobs of that kind. Ignored before the runner has started. */
  wake(kind: string): void;
  /** Looks for jobs of that kind now. Resolves when all are done. */
  look(kind: string): Promise<void>;
  /** Whether jobs of these kinds are looked for or in progress, and the last one did not fail. */
  isBusy(kinds: readonly string[]): boolean;
  /** By kind, in the order in which they were added. */
  report(): readonly KindReport[];
  /** Takes no more jobs, aborts those in progress with `Stopping`, and resolves when they have ended. */
  stop(): Promise<void>;
}

export class Stopping extends Error {}

export interface RunnerParts {
  readonly log: Log;
  readonly pause?: Pause;
  readonly startTimer?: StartTimer;
  readonly now?: () => number;
}

export function createRunner(parts: RunnerParts): Runner {
  const { log, pause = pauseUnlessStopped, startTimer = realTimer } = parts;
  const stop = new AbortController();
  const questions = new QuestionTimes(parts.now);
  const lanes: AnyLane[] = [];
  let isStarted = false;
  const isRunning = () => isStarted && !stop.signal.aborted;
  return {
    add: (kind) => {
      const lane = new JobLane(kind, { log, pause, startTimer, questions, isRunning, stopping: stop.signal });
      lanes.push(lane);
      if (isRunning()) lane.start();
      return lane;
    },
    start: () => {
      isStarted = true;
      for (const lane of lanes) lane.start();
    },
    asked: () => questions.add(),
    questionsFirst: (policy) => {
      const courtesy = new Courtesy({ questions, pause, stopping: stop.signal }, policy);
      return () => courtesy.giveWay(() => false) ?? undefined;
    },
    wake: (name) => {
      for (const lane of lanes) if (lane.kind.name === name) lane.wake();
    },
    look: async (name) => {
      await Promise.all(lanes.filter(({ kind }) => kind.name === name).map((lane) => lane.look()));
    },
    isBusy: (names) => lanes.some((lane) => names.includes(lane.kind.name) && lane.isBusy()),
    report: () => reportsOf(lanes.map((lane) => lane.report())),
    stop: async () => {
      const reason = new Stopping("the service is stopping");
      stop.abort(reason);
      await Promise.all(lanes.map((lane) => lane.stop(reason)));
    },
  };
}

type AnyLane = Pick<JobLane<unknown>, "start" | "wake" | "look" | "isBusy" | "report" | "stop"> & {
  readonly kind: { readonly name: string };
};

function reportsOf(reports: readonly KindReport[]): readonly KindReport[] {
  return [...Map.groupBy(reports, ({ kind }) => kind)].map(([kind, each]) => ({ ...together(each), kind }));
}

function together(reports: readonly KindReport[]): Omit<KindReport, "kind"> {
  const sum = (count: (report: KindReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  return {
    phase: kindPhases.find((phase) => reports.some((report) => report.phase === phase)) ?? "idle",
    running: sum(({ running }) => running),
    done: sum(({ done }) => done),
    failures: sum(({ failures }) => failures),
  };
}
