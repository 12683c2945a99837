/**
 * Gives passages their sense in the background, the newest source first, one committed batch after another, so that a
 * process that ends goes on after its last batch when it starts again. It comes after everything else: it waits while
 * sources are being read, and holds off when questions are asked.
 */
import type { Log } from "../../kernel/log.ts";
import { pauseUnlessStopped } from "../../kernel/pause.ts";
import type { SenseTraits } from "../index-profile.ts";
import type { MemoryService } from "../memory-service.ts";
import type { SenseRows } from "../ports.ts";
import { encodeNext } from "./passage-sense.ts";
import type { SenseEncoder } from "./sense.ts";

export interface SenseLane {
  /** Begins, with what earlier processes left to do. */
  start(): void;
  /** There may be something to encode. Heard only once it has started. */
  wake(): void;
  /** A question has come: the next batch waits a moment. */
  holdOff(): void;
  /** Resolves at once, whatever the encoder does: a batch that is not committed is given up. */
  stop(): Promise<void>;
}

export interface SenseLaneParts {
  readonly rows: SenseRows;
  readonly model: SenseTraits;
  readonly encoder: SenseEncoder;
  readonly memory: Pick<MemoryService, "refresh">;
  readonly log: Log;
  /** Whether sources are being read. */
  readonly isReading: () => boolean;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between looks at whether sources are still being read. */
const readingPause = 250;
/** Milliseconds without a question after which a batch is begun … */
const calm = 100;
/** … and how long it waits for them at most, so that the work ends even where questions never do. */
const longestWait = 2000;
/** Milliseconds after a failure: doubled with each that follows, up to a minute. */
const firstRetry = 1000;
const lastRetry = 60_000;
/** Vectors of an older model that are deleted in one transaction: some milliseconds of work. */
const sweptAtOnce = 200;

export function createSenseLane(parts: SenseLaneParts): SenseLane {
  const { pause = pauseUnlessStopped } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { giveWay, holdOff } = createCourtesy({ ...parts, pause }, signal);
  let isStarted = false;
  let isWanted = false;
  let failures = 0;
  let running: Promise<void> | null = null;

  const workOff = async (): Promise<void> => {
    while (await step(parts, giveWay, signal)) failures = 0;
  };
  const recover = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    parts.log.error("sense.batch_failed", error);
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
    parts.rows.adopt();
    isStarted = true;
    wake();
  };
  const stop = async () => {
    stopping.abort(new Error("the service is stopping"));
    await running;
  };
  return { start, wake, holdOff, stop };
}

/** When it is another's turn. */
function createCourtesy({ isReading, pause }: Required<SenseLaneParts>, signal: AbortSignal) {
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

/** Encodes one batch or, when none is waiting, deletes what is no longer needed. False when there is nothing to do. */
async function step(parts: SenseLaneParts, giveWay: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  const { rows, model, memory } = parts;
  await giveWay();
  signal.throwIfAborted();
  const next = rows.behind().find(({ language }) => model.speaks(language));
  if (next === undefined) return rows.sweep(sweptAtOnce) > 0;
  const taken = await encodeNext({ ...parts, signal }, next.id);
  if (taken === 0) throw new Error(`the expert ${next.id} is counted as behind, but no passage of it is`);
  // In the meantime its language may have changed, or it may have been deleted.
  const expert = rows.expert(next.id);
  if (expert !== null) await memory.refresh(expert);
  return true;
}
