/**
 * The Extractor over a thread of its own. The thread starts with the first document and is replaced when a document
 * kills it, takes too much memory or has to be stopped in the middle: a parser that hangs cannot be asked to stop.
 */
import { createMutex } from "../kernel/mutex.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import type { Extraction, ExtractionInput, ExtractionWatch, Extractor } from "../sources/ports.ts";
import { idleThread } from "./idle-thread.ts";
import type { IngestReply, IngestRequest } from "./ingest-messages.ts";

export interface ThreadedExtractor extends Extractor {
  close(): void;
}

interface ThreadedExtractorParts {
  /** The address of ingest-worker.ts, which only a file beside the program's entry can name in a binary. */
  readonly entry: URL;
  /** By how many bytes the process may grow while a document is read. */
  readonly maxGrowth: number;
  /** Bytes that the process holds. */
  readonly residentBytes?: () => number;
}

/** Milliseconds between looks at the memory: a thread that only allocates gets through some 50 MB meanwhile. */
const lookEvery = 50;

export function threadedExtractor(parts: ThreadedExtractorParts): ThreadedExtractor {
  const { entry, maxGrowth, residentBytes = process.memoryUsage.rss } = parts;
  const turns = createMutex();
  const thread = idleThread(entry);
  const read = async (input: ExtractionInput, watch: ExtractionWatch) => {
    watch.signal.throwIfAborted();
    watch.entered("extracting");
    const { filename, declaredType, language } = input;
    const before = residentBytes();
    const request = { filename, declaredType, language, bytes: await input.bytes() };
    const memory = { limit: before + maxGrowth, residentBytes };
    const { extraction, error, isFit } = await ask(thread.wake(), request, { ...watch, memory });
    // One that has grown much is replaced too: a thread gives memory back when it ends, and hardly before.
    if (!isFit || residentBytes() > before + maxGrowth / 4) thread.discard();
    thread.rest();
    if (extraction === null) throw error;
    return extraction;
  };
  return {
    extract: (input, watch) => turns.run(() => read(input, watch)),
    close: thread.discard,
  };
}

interface Asking extends ExtractionWatch {
  readonly memory: { readonly limit: number; readonly residentBytes: () => number };
}

interface Outcome {
  readonly extraction: Extraction | null;
  readonly error: unknown;
  /** Whether the thread can read another document. */
  readonly isFit: boolean;
}

async function ask(thread: Worker, request: IngestRequest, { signal, entered, memory }: Asking): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const lost = (error: unknown) => resolve({ extraction: null, error, isFit: false });
  const onAbort = () => lost(signal.reason);
  const onClose = () => lost(new Error("the ingest thread ended"));
  const onStage = (stage: string) => {
    try {
      entered(stage);
    } catch (error) {
      lost(error);
    }
  };
  thread.onmessage = ({ data }: MessageEvent<IngestReply>) => {
    if (data.kind === "stage") onStage(data.stage);
    else if (data.kind === "done") resolve({ extraction: data.extraction, error: null, isFit: true });
    else if (data.kind === "broken") lost(new Error(data.description));
    else resolve({ extraction: null, error: new ExtractionError(data.code, data.message), isFit: true });
  };
  thread.onerror = (event) => lost(new Error(`the ingest thread failed: ${event.message}`));
  thread.addEventListener("close", onClose, { once: true });
  signal.addEventListener("abort", onAbort, { once: true });
  const watching = setInterval(() => {
    if (memory.residentBytes() > memory.limit) lost(tooMuchMemory());
  }, lookEvery);
  if (signal.aborted) onAbort();
  else post(thread, request);
  const outcome = await promise;
  clearInterval(watching);
  thread.removeEventListener("close", onClose);
  signal.removeEventListener("abort", onAbort);
  return outcome;
}

/** The bytes are moved rather than copied; a view of a larger buffer is copied, so that the rest of it stays. */
function post(thread: Worker, request: IngestRequest): void {
  const { buffer, byteOffset, byteLength } = request.bytes;
  const whole = byteLength === buffer.byteLength;
  const bytes = whole ? request.bytes : new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  thread.postMessage({ ...request, bytes }, [bytes.buffer as ArrayBuffer]);
}

function tooMuchMemory(): ExtractionError {
  return new ExtractionError("too_large", "Reading the document takes more memory than is allowed. Split it up.");
}
