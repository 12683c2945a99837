/**
 * Work in the background, one committed step after another, so that a process that ends goes on after its last step when it
 * starts again. It comes after everything else: it waits while sources are being read, and holds off when questions are
 * asked.
 */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log, LogEvent } from "../kernel/log.ts";
import { pauseUnlessStopped } from "../kernel/pause.ts";

export interface BackgroundLane {
  /** Begins, with what earlier processes left to do. */
  start(): void;
  /** There may be something to do. Heard only once it has started. */
  wake(): void;
  /** A question has come: the next step waits a moment. */
  holdOff(): void;
  /** Whether it works: it has something to do, and the last step did not fail. */
  isBusy(): boolean;
  /** Resolves at once, whatever the step waits for: what is not committed is given up. */
  stop(): Promise<void>;
}

export interface BackgroundLaneParts {
  /** Comes before everything else. Tried again if it fails. */
  readonly begin: () => Awaitable<void>;
  /** Does a step and commits it; false when there is nothing to do. @throws the signal's reason as soon as it is aborted. */
  readonly step: (signal: AbortSignal) => Promise<boolean>;
  /** The event in the log when a step fails. */
  readonly failed: LogEvent;
  readonly log: Log;
  /** Whether something that comes first is being done. */
  readonly isReading: () => boolean;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between looks at whether sources are still being read. */
const readingPause = 250;
/** Milliseconds without a question after which a step is begun … */
const calm = 100;
/** … and how long it waits for them at most, so that the work ends even where questions never do. */
const longestWait = 2000;
/** Milliseconds after a failure: doubled with each that follows, up to a minute. */
const firstRetry = 1000;
const lastRetry = 60_000;

export function createBackgroundLane(parts: BackgroundLaneParts): BackgroundLane {
  const { pause = pauseUnlessStopped } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { giveWay, holdOff } = createCourtesy({ ...parts, pause }, signal);
  let isStarted = false;
  let isWanted = false;
  let failures = 0;
  let running: Promise<void> | null = null;

  let hasBegun = false;
  const begin = async (): Promise<void> => {
    await parts.begin();
    hasBegun = true;
  };
  const workOff = async (): Promise<void> => {
    if (!hasBegun) await begin();
    for (let isMore = true; isMore; failures = 0) {
      await giveWay();
      signal.throwIfAborted();
      isMore = await parts.step(signal);
    }
  };
  const recover = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    parts.log.error(parts.failed, error);
    isWanted = true;
    await pause(Math.min(lastRetry, firstRetry * 2 ** failures++), signal);
  };
  const run = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await workOff().catch(recover);
    }
  };
  const wake = () => {
    isWanted = true;
    if (!isStarted || signal.aborted) return;
    running ??= run().finally(() => {
      running = null;
      if (isWanted) wake();
    });
  };
  const start = () => {
    isStarted = true;
    wake();
  };
  const stop = async () => {
    stopping.abort(new Error("the service is stopping"));
    await running;
  };
  return { start, wake, holdOff, isBusy: () => running !== null && failures === 0, stop };
}

/** The first that no other process works on; null if there is none. */
export async function firstReserved<Expert extends { readonly id: ExpertId }>(
  rows: { reserve(expert: ExpertId): Awaitable<boolean> },
  experts: readonly Expert[],
): Promise<Expert | null> {
  for (const expert of experts) if (await rows.reserve(expert.id)) return expert;
  return null;
}

/** When it is another's turn. */
function createCourtesy({ isReading, pause }: Required<BackgroundLaneParts>, signal: AbortSignal) {
  let wasAsked = false;
  return {
    holdOff: () => {
      wasAsked = true;
    },
    giveWay: async (): Promise<void> => {
      while (isReading() && !signal.aborted) await pause(readingPause, signal);
      for (let waited = 0; wasAsked && waited < longestWait && !signal.aborted; waited += calm) {
        wasAsked = false;
        await pause(calm, signal);
      }
    },
  };
}
