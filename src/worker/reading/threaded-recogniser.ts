/** The PageRecogniser over threads, each for a document. A page that kills its thread, or takes too long, is given up alone. */
import { Fault } from "../../kernel/fault.ts";
import { createMutex } from "../../kernel/mutex.ts";
import { ExtractionError, type ExtractionFailure } from "../../sources/extraction-error.ts";
import type {
  DocumentToRead,
  PageRecogniser,
  PictureReading,
  SearchablePdfs,
} from "../../sources/ports/document-ports.ts";
import { pageWithoutWords, type RecognisedPage } from "../../sources/ports/recognised-page.ts";
import { askIdle, askThread, type IdleThread, idleThread, type ThreadAnswer, threadPool } from "../idle-thread.ts";

interface ThreadedRecogniserParts {
  /** recognition-worker.ts, which in an executable only a file beside the program's entry can name. */
  readonly entry: URL;
  readonly pack: string;
  readonly name: string;
  /** Milliseconds for a page. */
  readonly timeout?: number;
}

/** A hundred times what a page of A4 needs of a core, because the thread has a low priority. */
const defaultTimeout = 600_000;
/** Of a core: a process that got less had hardly a turn, and is given as long again. */
const leastShare = 0.1;

/** Bytes by which the process may have grown for a thread to stay: it gives memory back when it ends, hardly before. */
const mostGrowth = 500_000_000;

export function threadedRecogniser(parts: ThreadedRecogniserParts): PageRecogniser {
  const threads = threadPool(parts.entry);
  return {
    name: parts.name,
    open: (document) => {
      const thread = threads.take();
      const before = process.memoryUsage.rss();
      const release = () => {
        if (process.memoryUsage.rss() > before + mostGrowth) thread.discard();
        threads.giveBack(thread);
      };
      return openReading({ ...parts, thread, release }, document);
    },
  };
}

interface ReadingParts extends ThreadedRecogniserParts {
  readonly thread: IdleThread;
  readonly release: () => void;
}

function openReading(
  { pack, thread, release, timeout = defaultTimeout }: ReadingParts,
  { bytes, language }: Pick<DocumentToRead, "bytes" | "language">,
): PictureReading {
  let hasDocument = false;
  let isReleased = false;
  return {
    page: async (number, signal) => {
      signal.throwIfAborted();
      const document = hasDocument ? null : { bytes: await bytes(), pack, language };
      const late = lateness(timeout);
      const answer = await ask(thread, { document, page: number }, AbortSignal.any([signal, late]));
      hasDocument = answer.type !== "lost";
      if (answer.type === "done") return answer.value;
      if (answer.type === "lost") thread.discard();
      signal.throwIfAborted();
      const isLost = answer.type === "lost" && document === null;
      if (late.aborted || isLost || answer.error instanceof RangeError) return pageWithoutWords(number, "too_costly");
      throw answer.error;
    },
    close: () => {
      if (!isReleased) release();
      isReleased = true;
    },
  };
}

function ask(idle: IdleThread, request: PageToRecognise, signal: AbortSignal): Promise<ThreadAnswer<RecognisedPage>> {
  const thread = idle.wake();
  return askThread<RecognitionReply, RecognisedPage>(thread, {
    name: "recognition",
    signal,
    post: () => thread.postMessage(request),
    read: (reply) => {
      if (reply.kind === "done") return { type: "done", value: reply.page };
      if (reply.kind === "made") return null;
      if (reply.kind === "costly") return { type: "lost", error: new RangeError(reply.kind) };
      return { type: reply.kind === "refused" ? "failed" : "lost", error: failureOf(reply) };
    },
  });
}

function lateness(milliseconds: number, before = process.cpuUsage()): AbortSignal {
  const late = new AbortController();
  const ended = (isLast: boolean) => {
    const { user, system } = process.cpuUsage(before);
    if (isLast || (user + system) / 1000 > milliseconds * leastShare) late.abort();
    else setTimeout(ended, milliseconds, true).unref();
  };
  setTimeout(ended, milliseconds, false).unref();
  return late.signal;
}

const makingTimeout = 120_000;
/** Each takes several times its size while it is made. */
const mostWaiting = 8;

/** @param entry as for a recogniser */
export function threadedSearchablePdfs(entry: URL): SearchablePdfs {
  const thread = idleThread(entry);
  const one = createMutex();
  let waiting = 0;
  return {
    make: async (scan, signal) => {
      if (waiting >= mostWaiting) throw tooManyFiles();
      waiting++;
      try {
        return await one.run(async () => made(thread, { bytes: await scan.bytes(), pages: scan.pages }, signal));
      } finally {
        waiting--;
      }
    },
  };
}

async function made(thread: IdleThread, scan: SearchableScan, signal: AbortSignal): Promise<Uint8Array> {
  const late = AbortSignal.timeout(makingTimeout);
  const answer = await askIdle<RecognitionReply, Uint8Array>(thread, (awake) => ({
    name: "searchable file",
    signal: AbortSignal.any([signal, late]),
    post: () => awake.postMessage({ scan } satisfies RecognitionRequest),
    read: (reply) => {
      if (reply.kind === "made") return { type: "done", value: reply.file };
      return reply.kind === "done" ? null : { type: "lost", error: failureOf(reply) };
    },
  }));
  if (answer.type === "done") return answer.value;
  signal.throwIfAborted();
  if (late.aborted) throw new ExtractionError("timeout", "Making the file took too long.", answer.error);
  throw answer.error;
}

function failureOf(reply: Exclude<RecognitionReply, { readonly kind: "done" | "made" }>): Error {
  if (reply.kind === "refused") return new ExtractionError(reply.code, reply.message);
  if (reply.kind === "costly") return new ExtractionError("too_large", "Making the file takes too much memory.");
  return new Error(reply.description);
}

function tooManyFiles(): Fault {
  return new Fault("overloaded", "Other searchable files are being made.", {
    hint: "Send the request again in a moment.",
    headers: { "retry-after": "5" },
  });
}

export interface SearchableScan {
  readonly bytes: Uint8Array;
  readonly pages: readonly RecognisedPage[];
}

export type RecognitionRequest = PageToRecognise | { readonly scan: SearchableScan };

export interface PageToRecognise {
  /** Null: the document of the previous request. */
  readonly document: { readonly bytes: Uint8Array; readonly pack: string; readonly language: string } | null;
  readonly page: number;
}

export type RecognitionReply =
  | { readonly kind: "done"; readonly page: RecognisedPage }
  | { readonly kind: "made"; readonly file: Uint8Array }
  | { readonly kind: "refused"; readonly code: ExtractionFailure; readonly message: string }
  /** The page's picture takes too much memory. */
  | { readonly kind: "costly" }
  | { readonly kind: "broken"; readonly description: string };
