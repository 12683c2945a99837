/** Takes jobs from a queue and works on several at once until the queue is empty. Whoever adds a job wakes it. */

export interface IngestLane {
  /** There may be something to take. */
  wake(): void;
  /** Whether something is being worked on, or looked for. */
  isBusy(): boolean;
  /** Resolves when nothing is being worked on. */
  idle(): Promise<void>;
}

interface LaneParts<Job> {
  /** How many jobs are worked on at once. */
  readonly width: number;
  /** Null when there is no job, or when no more jobs may be taken. */
  readonly claim: () => Job | null;
  /** `waiting`: the job may be in the queue again. */
  readonly work: (job: Job) => Promise<"settled" | "waiting">;
  /** Resolves when a worker may take the next job. */
  readonly giveWay?: () => Promise<void>;
  /** Whether a job that could not be taken before may be taken now, without anybody having said so. */
  readonly mustLook: () => boolean;
  /** The lane itself broke, outside of any job: a full disk, say. It goes on when it is woken. */
  readonly broke: (error: unknown) => void;
}

export function createLane<Job>({ width, claim, work, giveWay, broke, mustLook }: LaneParts<Job>): IngestLane {
  const working = new Set<Promise<void>>();
  let isEmpty = false; // found nothing, and nobody has said a word since
  let open = 0; // workers that will look at the queue again
  const next = (): Job | null => {
    if (isEmpty && !mustLook()) return null;
    const job = claim();
    isEmpty = job === null;
    return job;
  };
  const drain = async () => {
    try {
      for (let job = next(); job !== null; job = next()) {
        if ((await work(job)) === "waiting") isEmpty = false;
        await giveWay?.();
      }
    } catch (error) {
      broke(error);
    } finally {
      open -= 1; // in the same turn as the last look, so that no wake falls in between
    }
  };
  /** Whether the new worker found something to do. */
  const hire = (): boolean => {
    open += 1;
    const wanted = open;
    const worker = drain().finally(() => working.delete(worker));
    working.add(worker);
    return open === wanted;
  };
  return {
    // In a separate turn, because the caller may be inside a transaction.
    wake: () =>
      queueMicrotask(() => {
        isEmpty = false;
        while (open < width && hire());
      }),
    isBusy: () => open > 0,
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
