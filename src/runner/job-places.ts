import type { StartTimer } from "../kernel/timer.ts";

/**
 * A job starts in a first place. After a slice it makes way for one that waits: it goes on in one of as many long
 * places, or is aborted with `MadeWay`. So a short job waits at most for some slices.
 */
export interface PlacePolicy<Job> {
  readonly count: number;
  /** Milliseconds. */
  readonly slice: number;
  /** Whether it starts in a long place. */
  isLong(job: Job): boolean;
}

/** The reason with which a job is aborted whose place another job has got: it must be done later, from its beginning. */
export class MadeWay extends Error {}

type PlaceKind = "first" | "long";

interface PlacedJob {
  readonly control: AbortController;
  kind: PlaceKind | null;
  stopTimer: () => void;
}

export class JobPlaces<Job> {
  readonly #policy: PlacePolicy<Job>;
  readonly #startTimer: StartTimer;
  readonly #freed: () => void;
  readonly #free: Record<PlaceKind, number>;
  /** In first places for a slice or more, the oldest first. */
  readonly #overdue: PlacedJob[] = [];

  /** @param freed hears that another job may begin */
  constructor(policy: PlacePolicy<Job>, startTimer: StartTimer, freed: () => void) {
    this.#policy = policy;
    this.#startTimer = startTimer;
    this.#freed = freed;
    this.#free = { first: policy.count, long: policy.count };
  }

  /** How many jobs can begin now, in free places and in those of jobs that make way. */
  get open(): number {
    return this.#free.first + this.#overdue.length;
  }

  get hasLong(): boolean {
    return this.#free.long > 0;
  }

  /** @param control aborts the job @returns what frees its place */
  enter(job: Job, control: AbortController): () => void {
    const isLong = this.#policy.isLong(job) && this.hasLong;
    if (!isLong && this.#free.first === 0) this.#makeWay();
    const placed: PlacedJob = { control, kind: isLong ? "long" : "first", stopTimer: () => undefined };
    this.#free[isLong ? "long" : "first"] -= 1;
    if (!isLong) {
      placed.stopTimer = this.#startTimer(this.#policy.slice, () => {
        this.#overdue.push(placed);
        this.#freed();
      });
    }
    return () => this.#leave(placed);
  }

  #leave(placed: PlacedJob): void {
    placed.stopTimer();
    if (this.#overdue.includes(placed)) this.#overdue.splice(this.#overdue.indexOf(placed), 1);
    if (placed.kind === null) return;
    this.#free[placed.kind] += 1;
    placed.kind = null;
    this.#freed();
  }

  #makeWay(): void {
    const placed = this.#overdue.shift();
    if (placed === undefined) return;
    this.#free.first += 1;
    placed.kind = this.hasLong ? "long" : null;
    if (placed.kind === "long") this.#free.long -= 1;
    else placed.control.abort(new MadeWay("the job takes long, and others wait"));
  }
}
