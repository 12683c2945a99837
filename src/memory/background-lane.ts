/** Background work in committed steps. It waits while sources are read or questions asked. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log, LogEvent } from "../kernel/log.ts";
import { pauseUnlessStopped } from "../kernel/pause.ts";

export interface BackgroundLane {
  start(): void;
  wake(): void;
  holdOff(): void;
  /** It has something to do, and the last step did not fail. */
  isBusy(): boolean;
  stop(): Promise<void>;
}

export interface BackgroundLaneParts {
  readonly begin: () => Awaitable<void>;
  /** Does and commits a step; false: nothing to do. @throws the signal's reason when aborted */
  readonly step: (signal: AbortSignal) => Promise<boolean>;
  readonly failed: LogEvent;
  readonly log: Log;
  readonly isReading: () => boolean;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds. */
const readingPause = 250;
/** Milliseconds without a question before a step begins … */
const calm = 100;
/** … and how long to wait for them at most. */
const longestWait = 2000;
/** Milliseconds; doubled with each failure, up to a minute. */
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

/** The first that no other process works on. */
export async function firstReserved<Expert extends { readonly id: ExpertId }>(
  rows: { reserve(expert: ExpertId): Awaitable<boolean> },
  experts: readonly Expert[],
): Promise<Expert | null> {
  for (const expert of experts) if (await rows.reserve(expert.id)) return expert;
  return null;
}

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
