/** Takes the jobs of one kind and works on several at once until there are none. Whoever adds a job wakes it. */
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { Log } from "../kernel/log.ts";
import { paced, type StartTimer } from "../kernel/timer.ts";
import { Courtesy, type CourtesyParts } from "./courtesy.ts";
import {
  type JobKind,
  type JobOutcome,
  type KindPhase,
  type KindReport,
  type LaneHandle,
  LostJob,
} from "./job-kind.ts";
import { JobPlaces } from "./job-places.ts";
import {
  createDeadline,
  ended,
  type HeldJobs,
  type InHand,
  isSome,
  JobsInHand,
  type SomeTaken,
} from "./jobs-in-hand.ts";

export interface LaneParts extends CourtesyParts {
  readonly log: Log;
  readonly startTimer: StartTimer;
  readonly isRunning: () => boolean;
}

const holdEvery = 10_000;
const usualRetry = { first: 1000, last: 60_000 };
const nobody = () => false;

export class JobLane<Job> implements LaneHandle<Job> {
  readonly kind: JobKind<Job>;
  readonly #parts: LaneParts;
  readonly #width: number;
  readonly #hands = new JobsInHand<Job>();
  readonly #courtesy: Courtesy;
  readonly #places: JobPlaces<Job> | null;
  readonly #workers = new Set<Promise<void>>();
  /** The last claim found no more, and no wake has come since. */
  #isEmpty = false;
  #isPrepared = false;
  #open = 0;
  #wakes = 0;
  #heard = 0;
  #claiming: Promise<HeldJobs<Job>> | null = null;
  /** Failures in a row, and workers that rest after one. */
  #failuresInARow = 0;
  #resting = 0;
  #done = 0;
  #failures = 0;
  #stopNext = (): void => undefined;
  readonly #stopRegular: (() => void)[] = [];
  readonly wake: () => void;

  constructor(kind: JobKind<Job>, parts: LaneParts) {
    this.kind = kind;
    this.#parts = parts;
    this.#width = kind.width ?? 1;
    this.#courtesy = new Courtesy(parts, kind.questionsFirst ?? null);
    this.#places = kind.places ? new JobPlaces(kind.places, parts.startTimer, () => this.#hireIfOpen()) : null;
    // In a separate turn, because the caller may be inside a transaction.
    const lookSoon = () => queueMicrotask(() => this.#wakeNow());
    const { pace = 0 } = kind;
    this.wake = pace === 0 ? lookSoon : paced(lookSoon, pace, parts.startTimer);
  }

  start(): void {
    const { every, hold } = this.kind;
    if (every !== undefined) this.#regularly(every, () => this.#lookIfAny());
    if (hold !== undefined) this.#regularly(holdEvery, () => this.#hold());
    this.wake();
  }

  wakeIn(milliseconds: number): void {
    this.#stopNext();
    if (!this.#parts.isRunning()) return;
    this.#stopNext = this.#parts.startTimer(milliseconds, this.wake);
  }

  async look(): Promise<void> {
    this.#wakeNow();
    await this.idle();
  }

  isBusy(): boolean {
    return this.#open > 0 && this.#failuresInARow === 0;
  }

  held(): readonly Job[] {
    return this.#hands.jobs();
  }

  abort(key: unknown, reason: Error): boolean {
    const inHand = this.#hands.at(key);
    inHand?.control.abort(reason);
    return inHand !== undefined;
  }

  ended(key: unknown): Promise<void> | null {
    const inHand = this.#hands.at(key);
    return inHand === undefined ? null : ended(inHand);
  }

  async claimed(): Promise<void> {
    await this.#claiming?.catch(() => undefined); // who claimed hears of it
  }

  async idle(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  async stop(reason: Error): Promise<void> {
    for (const stopTimer of [this.#stopNext, ...this.#stopRegular]) stopTimer();
    this.#hands.abortAll(reason);
    await this.idle();
    this.kind.ended?.();
  }

  report(): KindReport {
    const [done, failures] = [this.#done, this.#failures];
    return { kind: this.kind.name, phase: this.#phase(), running: this.#hands.size, done, failures };
  }

  #phase(): KindPhase {
    if (this.#failuresInARow > 0) return "failing";
    if (this.#hands.size > 0) return "working";
    return this.#courtesy.isWaiting ? "waiting" : "idle";
  }

  #regularly(milliseconds: number, work: () => Promise<void>): void {
    const at = this.#stopRegular.length;
    const next = () => {
      this.#stopRegular[at] = this.#parts.startTimer(milliseconds, () => {
        next();
        work().catch((error: unknown) => this.#parts.log.error(this.kind.failed, error));
      });
    };
    next();
  }

  async #lookIfAny(): Promise<void> {
    if ((await this.kind.waiting?.()) !== 0) this.wake();
  }

  async #hold(): Promise<void> {
    const lost = (await this.kind.hold?.(this.held())) ?? [];
    for (const job of lost) this.abort(this.#keyOf(job), new LostJob("the job is not this process's any more"));
  }

  #wakeNow(): void {
    this.#wakes += 1;
    this.#look();
  }

  #look(): void {
    this.#isEmpty = false;
    this.#hireIfOpen();
  }

  #hireIfOpen(): void {
    if (this.#open >= this.#width || this.#resting > 0 || !this.#parts.isRunning()) return;
    this.#open += 1;
    this.#start(null);
  }

  #start(jobs: HeldJobs<Job> | null): void {
    const worker = this.#drain(jobs).finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #drain(first: HeldJobs<Job> | null): Promise<void> {
    try {
      for (let jobs = first ?? (await this.#next()); isSome(jobs); jobs = await this.#next()) await this.#workOn(jobs);
      this.#failuresInARow = 0;
    } catch (error) {
      await this.#recover(error);
    } finally {
      this.#open -= 1;
      if (this.#wakes !== this.#heard) this.#look(); // a wake that came after the last look
    }
  }

  /** Prepares before it gives way, so that what is waiting can be counted at once. */
  #next(): Awaitable<HeldJobs<Job>> {
    return whenKnown(this.#isPrepared ? undefined : this.kind.prepare?.(this.held()), () => {
      this.#isPrepared = true;
      const turn = this.#courtesy.giveWay(this.kind.givesWayTo ?? nobody);
      return turn === null ? this.#take() : turn.then(() => this.#take());
    });
  }

  /** Takes as many jobs as there are free places, its own and those of idle workers. */
  #take(): Awaitable<HeldJobs<Job>> {
    // Other claims must end first, because they change the number of free places.
    if (this.#claiming !== null) return this.claimed().then(() => this.#take());
    if (!this.#parts.isRunning() || (this.#isEmpty && this.kind.mustLook?.() !== true)) return [];
    this.#heard = this.#wakes;
    const places = Math.min(this.#width - this.#open + 1, this.#places?.open ?? Number.POSITIVE_INFINITY);
    if (places === 0) return [];
    const jobs = this.#claim(places);
    if (!(jobs instanceof Promise)) return this.#taken(jobs, places);
    const taking = jobs.then((claimed) => this.#taken(claimed, places));
    this.#claiming = taking.finally(() => (this.#claiming = null));
    return this.#claiming;
  }

  /** All places are counted before the first job begins; jobs begin in the order of the claim. */
  #taken(jobs: readonly Job[], places: number): HeldJobs<Job> {
    this.#isEmpty = jobs.length < places && this.#wakes === this.#heard;
    this.#open += Math.max(0, jobs.length - 1);
    if (jobs.length > 0 && this.kind.mustLook?.() === true) queueMicrotask(() => this.#hireIfOpen());
    return jobs.map((job) => this.#inHand(job));
  }

  #claim(places: number): Awaitable<readonly Job[]> {
    return this.kind.claim(places, this.held(), this.#places?.hasLong === true);
  }

  /** Held from the claim on, so that no process takes it for an abandoned job. */
  #inHand(job: Job): InHand<Job> {
    const inHand = this.#hands.add(this.#keyOf(job), job);
    if (this.#places !== null) inHand.leave = this.#places.enter(job, inHand.control);
    return inHand;
  }

  #keyOf(job: Job): unknown {
    return this.kind.keyOf?.(job) ?? job;
  }

  async #workOn([first, ...others]: SomeTaken<Job>): Promise<void> {
    const working = this.#work(first);
    for (const other of others) this.#start([other]);
    const outcome = await working;
    this.#settle(outcome);
    if (outcome !== "idle") await this.#rest();
  }

  async #rest(): Promise<void> {
    const { rest = 0 } = this.kind;
    if (rest > 0) await this.#parts.pause(rest, this.#parts.stopping);
  }

  #work(inHand: InHand<Job>): Promise<JobOutcome> {
    const working = this.#run(inHand).finally(() => {
      this.#hands.remove(inHand);
      inHand.leave();
    });
    inHand.ended = working;
    return working;
  }

  async #run({ job, control, leave }: InHand<Job>): Promise<JobOutcome> {
    const { start, end } = createDeadline(control, this.#parts.startTimer);
    const { signal } = control;
    const slice = async () => {
      await this.#rest();
      await this.#courtesy.giveWay(nobody);
      signal.throwIfAborted();
    };
    try {
      return await this.kind.work(job, { signal, deadline: start, slice, leavePlace: leave });
    } finally {
      end();
    }
  }

  #settle(outcome: JobOutcome): void {
    this.#failuresInARow = 0;
    if (outcome === "again") this.#isEmpty = false;
    if (outcome === "done" || outcome === "again") {
      this.#done += 1;
      return;
    }
    this.#isEmpty = this.#wakes === this.#heard;
    if (outcome === "idle") return;
    this.#done += 1;
    this.wakeIn(outcome.lookIn);
  }

  async #recover(error: unknown): Promise<void> {
    const { log, pause, stopping } = this.#parts;
    if (stopping.aborted) return;
    log.error(this.kind.failed, error);
    const { first, last } = this.kind.retry ?? usualRetry;
    const rest = Math.min(last, first * 2 ** this.#failuresInARow);
    this.#failuresInARow += 1;
    this.#failures += 1;
    this.#isPrepared = false;
    this.#resting += 1;
    await pause(rest, stopping);
    this.#resting -= 1;
    this.#wakes += 1;
  }
}
