import type { StartTimer } from "../kernel/timer.ts";

/** Short jobs wait for some slices at most: after a slice a job moves to a long place, or is aborted with `MadeWay`. */
export interface PlacePolicy<Job> {
  readonly count: number;
  /** In milliseconds. */
  readonly slice: number;
  isLong(job: Job): boolean;
}

/** Aborts a job whose place another one got: it starts again later. */
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
  /** Jobs in first places for a slice or longer, oldest first. */
  readonly #overdue: PlacedJob[] = [];

  /** @param freed called when another job may begin */
  constructor(policy: PlacePolicy<Job>, startTimer: StartTimer, freed: () => void) {
    this.#policy = policy;
    this.#startTimer = startTimer;
    this.#freed = freed;
    this.#free = { first: policy.count, long: policy.count };
  }

  /** Jobs that can begin now, counting the places of those that make way. */
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
