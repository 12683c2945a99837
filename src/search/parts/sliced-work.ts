/** Long work in short slices, between which the thread serves requests. */

/** A slice is over after so many milliseconds; the longest pause measured is then about twice that. */
const sliceMilliseconds = 4;

interface Job {
  readonly steps: Generator<undefined, unknown>;
  readonly done: () => void;
}

/** Runs one job at a time, in order. A job is a generator that yields often; its end is reported without a pause. */
export class SlicedWork {
  readonly #jobs: Job[] = [];
  #scheduled = false;

  /** @param finish called with the result in the same slice in which the job ends. */
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

  /** Finishes all jobs now, however long it takes. */
  finishNow(): void {
    for (let job = this.#jobs[0]; job !== undefined; job = this.#jobs[0]) {
      while (job.steps.next().done !== true);
      this.#jobs.shift();
    }
  }

  /** Drops all jobs; those waiting for one are let go. */
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
    if (job === undefined) return;
    const end = performance.now() + sliceMilliseconds;
    while (performance.now() < end) {
      if (job.steps.next().done === true) {
        this.#jobs.shift();
        return;
      }
    }
  }
}
