/**
 * The Extractor over a thread of its own. The thread starts with the first document and is replaced when a document
 * kills it, or when it has to be stopped in the middle of one: a parser that hangs cannot be asked to stop.
 */
import { ExtractionError } from "../sources/extraction-error.ts";
import type { Extraction, ExtractionInput, Extractor } from "../sources/ports.ts";
import type { IngestReply, IngestRequest } from "./ingest-messages.ts";

export interface ThreadedExtractor extends Extractor {
  close(): void;
}

/** @param entry the address of ingest-worker.ts, which only a file beside the program's entry can name in a binary. */
export function threadedExtractor(entry: URL): ThreadedExtractor {
  let thread: Worker | null = null;
  const discard = () => {
    thread?.terminate();
    thread = null;
  };
  return {
    extract: async ({ bytes, filename, declaredType, language }: ExtractionInput, signal) => {
      signal.throwIfAborted();
      thread ??= new Worker(entry, { type: "module" });
      try {
        return await ask(thread, { bytes, filename, declaredType, language }, signal);
      } catch (error) {
        if (!(error instanceof ExtractionError)) discard();
        throw error;
      }
    },
    close: discard,
  };
}

function ask(thread: Worker, request: IngestRequest, signal: AbortSignal): Promise<Extraction> {
  const { promise, resolve, reject } = Promise.withResolvers<Extraction>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  thread.onmessage = ({ data }: MessageEvent<IngestReply>) => {
    if (data.kind === "done") resolve(data.extraction);
    else reject(data.kind === "refused" ? new ExtractionError(data.code, data.message) : new Error(data.description));
  };
  thread.onerror = (event) => reject(new Error(`the ingest thread failed: ${event.message}`));
  thread.addEventListener("close", () => reject(new Error("the ingest thread ended")), { once: true });
  const { buffer, byteOffset, byteLength } = request.bytes;
  // Moved rather than copied; a view of a larger buffer is copied, so that the rest of the buffer stays where it is.
  const bytes =
    byteLength === buffer.byteLength
      ? request.bytes
      : new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  thread.postMessage({ ...request, bytes }, [bytes.buffer as ArrayBuffer]);
  return promise.finally(() => signal.removeEventListener("abort", onAbort));
}
