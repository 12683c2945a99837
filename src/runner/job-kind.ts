import type { Awaitable } from "../kernel/awaitable.ts";
import type { LogEvent } from "../kernel/log.ts";
import type { QuestionPolicy } from "./courtesy.ts";
import type { PlacePolicy } from "./job-places.ts";

/** `again`: the job can be taken again at once. `lookIn`: milliseconds until it can. */
export type JobOutcome = "done" | "again" | "idle" | { readonly lookIn: number };

export interface JobRun {
  /** Aborted when the service stops, when the job is aborted, and when its deadline has passed. */
  readonly signal: AbortSignal;
  /** Starts the job's deadline, or starts it again. @param late the reason with which the signal is aborted */
  deadline(milliseconds: number, late: () => Error): void;
  /** Ends a slice of the job, so that others get a turn. @throws the signal's reason when it is aborted */
  slice(): Promise<void>;
  /** Frees the job's place for the rest of its work. */
  leavePlace(): void;
}

/** Jobs live in database rows, so those of a killed process are done by the next one. */
export interface JobKind<Job> {
  readonly name: string;
  /** Jobs that are worked on at once; default: 1. */
  readonly width?: number;
  /** For work that is not done on this thread. Default: jobs take no places, and only the width counts. */
  readonly places?: PlacePolicy<Job>;
  /** Fewer than `most`: no more can be taken. Experts take turns. @param hasLong a long place is free */
  claim(most: number, held: readonly Job[], hasLong: boolean): Awaitable<readonly Job[]>;
  /** @throws what is no fault of the job, such as a full disk: all jobs of the kind wait, longer after each failure */
  work(job: Job, run: JobRun): Promise<JobOutcome>;
  keyOf?(job: Job): unknown;
  /** Called before the first claim, and before the first one after a failure. */
  prepare?(held: readonly Job[]): Awaitable<void>;
  /** Keeps jobs from other processes; called every few seconds. Those returned are aborted with `LostJob`. */
  hold?(held: readonly Job[]): Awaitable<readonly Job[]>;
  /** The number of jobs that wait to be taken. A regular look is left out where it is 0. */
  waiting?(): Awaitable<number>;
  /** Whether to look for jobs although nobody has woken the kind. */
  mustLook?(): boolean;
  /** Whether work that has precedence is under way. */
  givesWayTo?(): boolean;
  /** How it waits for questions, before each claim and after each slice; default: not at all. */
  readonly questionsFirst?: QuestionPolicy;
  /** Milliseconds of rest after each job and each slice; default: none. */
  readonly rest?: number;
  /** Milliseconds between regular looks for jobs; default: it looks only when it is woken. */
  readonly every?: number;
  /** Milliseconds between two looks, so that jobs that come meanwhile are taken together; default: 0. */
  readonly pace?: number;
  /** Milliseconds of rest after a failure: doubled with each that follows, up to the last; default: a second to a minute. */
  readonly retry?: { readonly first: number; readonly last: number };
  readonly failed: LogEvent;
  ended?(): void;
}

export interface LaneHandle<Job> {
  /** There may be a job to take. Ignored before the runner has started. */
  wake(): void;
  /** Replaces the time of an earlier call. */
  wakeIn(milliseconds: number): void;
  /** Looks for jobs now. Resolves when all are done. */
  look(): Promise<void>;
  isBusy(): boolean;
  held(): readonly Job[];
  /** Returns whether a job with that key was in progress here. */
  abort(key: unknown, reason: Error): boolean;
  /** Resolves when that job is no longer in progress; null: it is not. */
  ended(key: unknown): Promise<void> | null;
  /** Resolves when no claim is under way. */
  claimed(): Promise<void>;
  idle(): Promise<void>;
}

/** Aborts a job that was canceled, or that another process does now. */
export class LostJob extends Error {}

export function inSteps(step: (run: JobRun) => Promise<boolean>): Pick<JobKind<null>, "claim" | "work"> {
  return { claim: () => [null], work: async (_, run) => ((await step(run)) ? "done" : "idle") };
}

export function atEachLook(work: (run: JobRun) => Awaitable<unknown>): Pick<JobKind<null>, "claim" | "work"> {
  return inSteps(async (run) => {
    await work(run);
    return false;
  });
}

/** Ordered: a kind shows the first that applies. */
export const kindPhases = ["failing", "working", "waiting", "idle"] as const;
export type KindPhase = (typeof kindPhases)[number];

export interface KindReport {
  readonly kind: string;
  readonly phase: KindPhase;
  readonly running: number;
  readonly done: number;
  readonly failures: number;
}
