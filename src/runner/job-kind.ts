import type { Awaitable } from "../kernel/awaitable.ts";
import type { LogEvent } from "../kernel/log.ts";
import type { QuestionPolicy } from "./courtesy.ts";
import type { PlacePolicy } from "./job-places.ts";

/** `again`: the job can be taken again at once. `idle`: there was nothing to do. `lookIn`: milliseconds. */
export type JobOutcome = "done" | "again" | "idle" | { readonly lookIn: number };

export interface JobRun {
  /** Aborted when the service stops, when the job is aborted, and when its deadline has passed. */
  readonly signal: AbortSignal;
  /** Starts the job's deadline, or starts it again. @param late the reason with which the signal is aborted */
  deadline(milliseconds: number, late: () => Error): void;
  /** Ends a slice of the job: others get their turn. @throws the signal's reason when it is aborted */
  slice(): Promise<void>;
  /** What is left of the job takes no place of `JobKind.places`. */
  leavePlace(): void;
}

/** Jobs live in the rows that they change, so a process that ends leaves them to the next one. */
export interface JobKind<Job> {
  readonly name: string;
  /** Jobs that are worked on at once; default: 1. */
  readonly width?: number;
  /** For work that is not done on this thread. Default: jobs take no places, and only the width counts. */
  readonly places?: PlacePolicy<Job>;
  /**
   * Takes at most `most` jobs; fewer: there are no more, or no more may be taken. Experts and workspaces take turns in
   * it. @param hasLong whether a job can start in a long place
   */
  claim(most: number, held: readonly Job[], hasLong: boolean): Awaitable<readonly Job[]>;
  /** @throws what is no fault of the job, such as a full disk: all jobs of the kind wait, longer after each failure */
  work(job: Job, run: JobRun): Promise<JobOutcome>;
  keyOf?(job: Job): unknown;
  /** Comes before the first claim, and before the first one after a failure. */
  prepare?(held: readonly Job[]): Awaitable<void>;
  /** Keeps jobs from other processes; called every few seconds. Those returned are aborted with `LostJob`. */
  hold?(held: readonly Job[]): Awaitable<readonly Job[]>;
  /** The number of jobs that wait to be taken. A regular look is left out where it is 0. */
  waiting?(): Awaitable<number>;
  /** Whether a job that could not be taken before can be taken now, although nobody has woken the kind. */
  mustLook?(): boolean;
  /** Whether work that comes first is being done. */
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
  /** The event in the log when `prepare`, `claim`, `hold` or `work` fails. */
  readonly failed: LogEvent;
  ended?(): void;
}

export interface LaneHandle<Job> {
  /** There may be something to take. Heard only once the runner has started. */
  wake(): void;
  /** Wakes it in so many milliseconds, and not at the time that was given before. */
  wakeIn(milliseconds: number): void;
  /** Looks for jobs now. Resolves when no more are worked on. */
  look(): Promise<void>;
  isBusy(): boolean;
  held(): readonly Job[];
  /** Aborts the job with that key, if it is in hand here. Whether it is. */
  abort(key: unknown, reason: Error): boolean;
  /** Resolves when that job is not in hand any more; null: it is not in hand. */
  ended(key: unknown): Promise<void> | null;
  /** Resolves when no claim is under way. */
  claimed(): Promise<void>;
  idle(): Promise<void>;
}

/** The reason with which a job is aborted that was canceled, or that another process does now. */
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

/** The most telling first. */
export const kindPhases = ["failing", "working", "waiting", "idle"] as const;
export type KindPhase = (typeof kindPhases)[number];

export interface KindReport {
  readonly kind: string;
  readonly phase: KindPhase;
  readonly running: number;
  readonly done: number;
  readonly failures: number;
}
