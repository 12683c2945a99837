/** Gives passages their sense, a batch at a time: what the work in the background and reindexing have in common. */
import type { ExpertId } from "../kernel/ids.ts";
import type { SenseRows } from "./ports.ts";
import type { SenseEncoder } from "./sense.ts";

export interface PassageSense {
  readonly rows: SenseRows;
  readonly encoder: SenseEncoder;
  readonly signal: AbortSignal;
}

/**
 * Encodes and commits the expert's next batch. Returns how many passages it took; 0 when none lacks sense.
 * @throws as `SenseEncoder.encode` does, and the signal's reason as soon as it is aborted.
 */
export async function encodeNext({ rows, encoder, signal }: PassageSense, expert: ExpertId): Promise<number> {
  const passages = rows.missing(expert, encoder.batch);
  if (passages.length === 0) return 0;
  const senses = await untilAborted(encoder.encode(passages, signal), signal);
  if (senses.length !== passages.length) throw new Error("the encoder gave another number of vectors than of texts");
  rows.add(
    expert,
    passages.map(({ no }, i) => ({ no, sense: senses[i]! })),
  );
  return passages.length;
}

/** A thread that hangs does not hold up who waits for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
