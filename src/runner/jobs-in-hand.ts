import { realTimer, type StartTimer } from "../kernel/timer.ts";

export interface InHand<Job> {
  readonly key: unknown;
  readonly job: Job;
  readonly control: AbortController;
  ended: Promise<unknown>;
  leave: () => void;
}

export async function ended({ ended: working }: InHand<unknown>): Promise<void> {
  await working.catch(() => undefined); // the lane hears of it
}

export type HeldJobs<Job> = readonly InHand<Job>[];
export type SomeTaken<Job> = readonly [InHand<Job>, ...HeldJobs<Job>];

export function isSome<Job>(jobs: HeldJobs<Job>): jobs is SomeTaken<Job> {
  return jobs.length > 0;
}

export class JobsInHand<Job> {
  readonly #jobs = new Map<unknown, InHand<Job>>();

  get size(): number {
    return this.#jobs.size;
  }

  jobs(): readonly Job[] {
    return [...this.#jobs.values()].map(({ job }) => job);
  }

  at(key: unknown): InHand<Job> | undefined {
    return this.#jobs.get(key);
  }

  add(key: unknown, job: Job): InHand<Job> {
    const added = { key, job, control: new AbortController(), ended: Promise.resolve(), leave: () => undefined };
    this.#jobs.set(key, added);
    return added;
  }

  /** A job that was given up and taken again may be in hand a second time before the first lets go. */
  remove(inHand: InHand<Job>): void {
    if (this.#jobs.get(inHand.key) === inHand) this.#jobs.delete(inHand.key);
  }

  abortAll(reason: Error): void {
    for (const { control } of this.#jobs.values()) control.abort(reason);
  }
}

const deadlineParts = 20;

/** Many short timers instead of one: a pause of the whole process costs one of them, so no job fails because of it. */
export function createDeadline(control: AbortController, startTimer: StartTimer = realTimer) {
  let stopTimer = (): void => undefined;
  const count = (parts: number, part: number, late: () => Error): void => {
    stopTimer = startTimer(part, () => {
      if (parts > 1) count(parts - 1, part, late);
      else control.abort(late());
    });
  };
  return {
    start: (milliseconds: number, late: () => Error) => {
      stopTimer();
      count(deadlineParts, milliseconds / deadlineParts, late);
    },
    end: () => stopTimer(),
  };
}
