/** Takes jobs from a queue and works on several at once until the queue is empty. Whoever adds a job wakes it. */
import { paced } from "../kernel/paced.ts";

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
  /** Takes at most that many jobs; fewer when there are no more, or when no more may be taken. */
  readonly claim: (most: number) => readonly Job[];
  /** `waiting`: the job may be in the queue again. */
  readonly work: (job: Job) => Promise<"settled" | "waiting">;
  /** Resolves when a worker may take the next job. */
  readonly giveWay?: () => Promise<void>;
  /** Whether a job that could not be taken before may be taken now, without anybody having said so. */
  readonly mustLook: () => boolean;
  /** Milliseconds between two looks at the queue, so that what arrived meanwhile is taken at once; default: 0. */
  readonly pace?: number;
  /** The lane itself broke, outside of any job: a full disk, say. It goes on when it is woken. */
  readonly broke: (error: unknown) => void;
}

export function createLane<Job>(parts: LaneParts<Job>): IngestLane {
  const { width, claim, work, giveWay, broke, mustLook, pace = 0 } = parts;
  const working = new Set<Promise<void>>();
  let isEmpty = false; // found nothing, and nobody has said a word since
  let open = 0; // workers that will look at the queue again
  /** As many jobs as there are places: the worker's own, and those of workers that do not work now. */
  const next = (): readonly Job[] => {
    if (isEmpty && !mustLook()) return [];
    const places = width - open + 1;
    const jobs = claim(places);
    isEmpty = jobs.length < places;
    return jobs;
  };
  const drain = async (given: readonly Job[] | null) => {
    try {
      for (let jobs = given ?? next(); jobs[0] !== undefined; jobs = next()) {
        const outcome = work(jobs[0]);
        for (const other of jobs.slice(1)) hire([other]);
        if ((await outcome) === "waiting") isEmpty = false;
        await giveWay?.();
      }
    } catch (error) {
      broke(error);
    } finally {
      open -= 1; // in the same turn as the last look, so that no wake falls in between
    }
  };
  const hire = (jobs: readonly Job[] | null) => {
    open += 1;
    const worker = drain(jobs).finally(() => working.delete(worker));
    working.add(worker);
  };
  const look = () => {
    isEmpty = false;
    if (open < width) hire(null);
  };
  // In a separate turn, because the caller may be inside a transaction.
  const lookSoon = () => queueMicrotask(look);
  return {
    wake: pace === 0 ? lookSoon : paced(lookSoon, pace),
    isBusy: () => open > 0,
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
