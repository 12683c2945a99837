/** Takes jobs from a queue and works on several at once until the queue is empty. Whoever adds a job wakes it. */
import type { Awaitable } from "../kernel/awaitable.ts";
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
  readonly claim: (most: number) => Awaitable<readonly Job[]>;
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
  let wakes = 0;
  let heard = 0; // the wakes before the last look
  let claiming: Promise<readonly Job[]> | null = null;
  /** As many jobs as there are places: the worker's own, and those of workers that do not work now. */
  const next = (): Awaitable<readonly Job[]> => {
    // The places are counted when the others' jobs are known.
    if (claiming !== null) return afterOthers(claiming);
    if (isEmpty && !mustLook()) return [];
    heard = wakes;
    const places = width - open + 1;
    const jobs = claim(places);
    if (jobs instanceof Promise) {
      claiming = jobs
        .then((claimed) => given(claimed, places))
        .finally(() => {
          claiming = null;
        });
      return claiming;
    }
    isEmpty = jobs.length < places;
    return jobs;
  };
  const afterOthers = async (others: Promise<unknown>) => {
    await others.catch(() => undefined); // who claimed hears of it
    return next();
  };
  /** Gives all jobs but the first to other workers, at once. */
  const given = (jobs: readonly Job[], places: number): readonly Job[] => {
    isEmpty = jobs.length < places && wakes === heard;
    for (const other of jobs.slice(1)) hire([other]);
    return jobs.slice(0, 1);
  };
  const workOn = async ([job, ...others]: readonly [Job, ...Job[]]) => {
    const outcome = work(job);
    for (const other of others) hire([other]);
    if ((await outcome) === "waiting") isEmpty = false;
    await giveWay?.();
  };
  const drain = async (first: readonly Job[] | null) => {
    try {
      for (let jobs = first ?? (await next()); isSome(jobs); jobs = await next()) await workOn(jobs);
    } catch (error) {
      broke(error);
    } finally {
      open -= 1;
      if (wakes !== heard) look(); // a wake that came after the last look
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
  const wake = () => {
    wakes += 1;
    look();
  };
  // In a separate turn, because the caller may be inside a transaction.
  const lookSoon = () => queueMicrotask(wake);
  return {
    wake: pace === 0 ? lookSoon : paced(lookSoon, pace),
    isBusy: () => open > 0,
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
  };
}

function isSome<Job>(jobs: readonly Job[]): jobs is readonly [Job, ...Job[]] {
  return jobs.length > 0;
}
