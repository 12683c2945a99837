/** A slice ends with the first step after this time. */
const sliceMilliseconds = 1.5;

interface Job {
  readonly steps: Generator<undefined, unknown>;
  readonly done: () => void;
}

/** Jobs run one after another in slices, between which the thread serves requests. */
export class SlicedWork {
  readonly #jobs: Job[] = [];
  readonly #urgent: SlicedWork | null;
  #scheduled = false;

  /** @param urgent has precedence: while it has jobs, this work gets no slices */
  constructor(urgent: SlicedWork | null = null) {
    this.#urgent = urgent;
  }

  get isIdle(): boolean {
    return this.#jobs.length === 0;
  }

  add<T>(steps: Generator<undefined, T>, finish: (result: T) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = function* (): Generator<undefined, void> {
        try {
          finish(yield* steps);
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error("a job failed", { cause: error }));
        }
      };
      this.#jobs.push({ steps: run(), done: resolve });
      this.#schedule();
    });
  }

  finishNow(): void {
    for (let job = this.#jobs[0]; job !== undefined; job = this.#jobs[0]) {
      while (job.steps.next().done !== true);
      this.#jobs.shift();
    }
  }

  cancel(): void {
    for (const job of this.#jobs.splice(0)) job.done();
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#slice();
      this.#schedule();
    });
  }

  #slice(): void {
    const job = this.#jobs[0];
    if (job === undefined || this.#urgent?.isIdle === false) return;
    const end = performance.now() + sliceMilliseconds;
    while (performance.now() < end) {
      if (job.steps.next().done === true) {
        this.#jobs.shift();
        return;
      }
    }
  }
}
