/** A thread is replaced when a document kills it, grows too large or hangs: a hanging parser cannot be stopped. */
import { totalmem } from "node:os";
import { ExtractionError, type ExtractionFailure } from "../../sources/extraction-error.ts";
import { ReadingPostponed } from "../../sources/ingest/ingest-failure.ts";
import type { DocumentToRead, ExtractedText, ExtractionWatch, Extractor } from "../../sources/ports/document-ports.ts";
import { PagesToRecognise } from "../../sources/ports/recognised-page.ts";
import { askThread, type ThreadAnswer, threadPool } from "../idle-thread.ts";

export interface ThreadedExtractor extends Extractor {
  close(): void;
}

interface ThreadedExtractorParts {
  readonly entry: URL;
  /** Bytes by which a document may make the process grow. */
  readonly maxGrowth?: number;
  readonly residentBytes?: () => number;
}

/** 1.5 GB, or an eighth of the memory if that is more: a table of a million rows takes two. */
function usualGrowth(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(1_500_000_000, memory / 8);
}

/** Milliseconds, in which a thread that only allocates gets about 50 MB. */
const lookEvery = 50;

export function threadedExtractor(parts: ThreadedExtractorParts): ThreadedExtractor {
  const threads = threadPool(parts.entry);
  const growth = growthGuard(parts);
  const extract: Extractor["extract"] = async (input, { signal, entered }) => {
    const stopped = new AbortController();
    const watch = { entered, signal: AbortSignal.any([signal, stopped.signal]) };
    watch.signal.throwIfAborted();
    entered("extracting");
    const { filename, declaredType, language, standing, recognised } = input;
    const document = growth.enter((reason) => stopped.abort(reason));
    const thread = threads.take();
    try {
      const bytes = await input.bytes();
      const given = { ...(standing && { standing }), ...(recognised && { recognised }) };
      const request = { filename, declaredType, language, bytes, ...given };
      watch.signal.throwIfAborted();
      const answer = await extractIn(thread.wake(), request, watch);
      // One that has grown much is replaced too, because threads return memory only when they end.
      if (answer.type === "lost" || document.isLarge()) thread.discard();
      if (answer.type !== "done") throw answer.error;
      return answer.value;
    } finally {
      document.leave();
      threads.giveBack(thread);
    }
  };
  return { extract, close: threads.close };
}

/**
 * Which document makes the process grow cannot be told: the newest is postponed until one is left, which is at fault.
 */
function growthGuard({ maxGrowth = usualGrowth(), residentBytes = recentResidentBytes() }: ThreadedExtractorParts) {
  const reading: { readonly before: number; readonly stop: (reason: Error) => void }[] = [];
  let watching: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    const resident = residentBytes();
    if (!reading.some(({ before }) => resident > before + maxGrowth)) return;
    reading.at(-1)?.stop(reading.length > 1 ? new ReadingPostponed() : tooMuchMemory());
  };
  return {
    enter: (stop: (reason: Error) => void) => {
      const document = { before: residentBytes(), stop };
      if (reading.length === 0) watching = setInterval(look, lookEvery);
      reading.push(document);
      return {
        isLarge: () => residentBytes() > document.before + maxGrowth / 4,
        leave: () => {
          reading.splice(reading.indexOf(document), 1);
          if (reading.length === 0) clearInterval(watching);
        },
      };
    },
  };
}

/** Asking the system takes longer than reading a short note, so results are reused for a moment. */
function recentResidentBytes(): () => number {
  let [bytes, askedAt] = [0, Number.NEGATIVE_INFINITY];
  return () => {
    const now = performance.now();
    if (now - askedAt < lookEvery / 2) return bytes;
    [bytes, askedAt] = [process.memoryUsage.rss(), now];
    return bytes;
  };
}

function extractIn(
  thread: Worker,
  request: IngestRequest,
  { signal, entered }: ExtractionWatch,
): Promise<ThreadAnswer<ExtractedText>> {
  return askThread(thread, {
    name: "ingest",
    signal,
    post: () => post(thread, request),
    read: (reply: IngestReply): ThreadAnswer<ExtractedText> | null => {
      switch (reply.kind) {
        case "stage":
          entered(reply.stage);
          return null;
        case "done":
          return { type: "done", value: reply.extraction };
        case "pictures":
          return { type: "failed", error: new PagesToRecognise(reply.pages) };
        case "refused":
          return { type: "failed", error: new ExtractionError(reply.code, reply.message) };
        case "broken":
          return { type: "lost", error: new Error(reply.description) };
      }
    },
  });
}

/** Transfers the bytes; copies them if they are part of a larger buffer. */
function post(thread: Worker, request: IngestRequest): void {
  const { buffer, byteOffset, byteLength } = request.bytes;
  const whole = byteLength === buffer.byteLength;
  const bytes = whole ? request.bytes : new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  thread.postMessage({ ...request, bytes }, [bytes.buffer as ArrayBuffer]);
}

function tooMuchMemory(): ExtractionError {
  return new ExtractionError("too_large", "Reading the document takes more memory than is allowed. Split it up.");
}

export interface IngestRequest extends Omit<DocumentToRead, "bytes"> {
  readonly bytes: Uint8Array;
}

export type IngestReply =
  | { readonly kind: "stage"; readonly stage: string }
  | { readonly kind: "done"; readonly extraction: ExtractedText }
  /** To be read from their pictures. */
  | { readonly kind: "pictures"; readonly pages: readonly number[] }
  | { readonly kind: "refused"; readonly code: ExtractionFailure; readonly message: string }
  | { readonly kind: "broken"; readonly description: string };
