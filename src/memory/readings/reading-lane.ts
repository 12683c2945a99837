/**
 * Makes the readings of passages that have none: those that an earlier version stored, or that were stored under another
 * language. Until then such a passage is read each time that a question needs it, with the same result.
 */
import type { Analyzers } from "../../analysis/analysis.ts";
import { readingBytes, readingStamp, readingsFingerprint } from "../../analysis/reading/reading-bytes.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { pauseUnlessStopped } from "../../kernel/pause.ts";
import type { ReadingRows } from "./ports.ts";

export interface ReadingLane {
  /** There may be passages to read: at the start, and when the language of an expert changes. */
  wake(): void;
  stop(): Promise<void>;
}

export interface ReadingLaneParts {
  readonly rows: ReadingRows;
  readonly analyzers: Analyzers;
  readonly log: Log;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Passages of one transaction: some two milliseconds of work … */
const atOnce = 8;
/** … and the milliseconds for requests after it. */
const restFor = 10;
/** Milliseconds after a failure, such as a full disk. */
const retryAfter = 60_000;

export function createReadingLane(parts: ReadingLaneParts): ReadingLane {
  const { pause = pauseUnlessStopped } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let running: Promise<void> | null = null;

  const recover = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    parts.log.error("readings.failed", error);
    isWanted = true;
    await pause(retryAfter, signal);
  };
  const run = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await readAll(parts, () => pause(restFor, signal), signal).catch(recover);
    }
  };
  const wake = () => {
    isWanted = true;
    if (signal.aborted) return;
    running ??= run().finally(() => {
      running = null;
      if (isWanted) wake();
    });
  };
  return {
    wake,
    stop: async () => {
      stopping.abort(new Error("the service is stopping"));
      await running;
    },
  };
}

async function readAll(
  { rows, analyzers }: ReadingLaneParts,
  rest: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, language, readings } of await rows.experts()) {
    const maker = readingsFingerprint(analyzers(language));
    if (readings === maker || !(await rows.reserve(id))) continue;
    for await (const _ of readExpert({ rows, analyzers }, id, language)) {
      await rest();
      signal.throwIfAborted();
    }
    await rows.settle(id, maker);
  }
}

/** Yields after each transaction. */
async function* readExpert(
  { rows, analyzers }: Pick<ReadingLaneParts, "rows" | "analyzers">,
  expert: ExpertId,
  language: string,
): AsyncGenerator<void> {
  const analyzer = analyzers(language);
  const selection = { stamp: readingStamp(analyzer), limit: atOnce };
  for (const version of await rows.versions(expert)) {
    for (let after = 0; ; ) {
      const passages = await rows.lacking(version, after, selection);
      const last = passages.at(-1);
      if (last === undefined) break;
      await rows.keep(passages.map(({ no, text }) => ({ no, reading: readingBytes(text, analyzer) })));
      // Renews what `reserve` gave.
      if (!(await rows.reserve(expert))) return;
      after = last.no;
      yield;
    }
  }
}
