/** The file work of a kept folder in a thread of its own, which is given up when the file system does not answer. */
import { type FileTask, type FolderFiles, FolderSilent, filesBy, type WatchedFolder } from "../folders/file-work.ts";
import { SwappedFile } from "../folders/open-inside.ts";
import { createMutex } from "../kernel/mutex.ts";
import type { FolderReply, FolderRequest } from "./folder-worker.ts";
import { askThread, type ThreadAnswer } from "./thread-asking.ts";

/** Milliseconds without a sign of life: a file of the largest size is read in less, also from a slow network drive. */
const longestSilence = 60_000;
/** Threads that hang in the file system at the same time, as they cannot be ended there. */
const mostHanging = 3;

/** @param entry the address of folder-worker.ts, which only a file beside the program's entry can name in a binary */
export function threadedFolderFiles(entry: URL, folder: WatchedFolder, silence = longestSilence): FolderFiles {
  const closing = new AbortController();
  const oneAtATime = createMutex();
  let thread: Worker | null = null;
  let hanging = 0;
  const lose = (lost: Worker) => {
    thread = null;
    hanging += 1;
    lost.addEventListener("close", () => {
      hanging -= 1;
    });
    lost.terminate();
  };
  const run = async (task: FileTask): Promise<unknown> => {
    closing.signal.throwIfAborted();
    if (hanging >= mostHanging) throw silent(silence);
    const awake = thread ?? startThread(entry);
    thread = awake;
    const answer = await askedWithin(awake, { folder, task }, { silence, closing: closing.signal });
    if (answer.type === "lost") lose(awake);
    if (answer.type !== "done") throw answer.error;
    return answer.value;
  };
  return filesBy(
    (task) => oneAtATime.run(() => run(task)),
    () => {
      closing.abort(new FolderSilent("The folder is not kept any more."));
      thread?.terminate();
      thread = null;
    },
  );
}

function startThread(entry: URL): Worker {
  const thread = new Worker(entry, { type: "module" });
  thread.unref();
  return thread;
}

async function askedWithin(
  thread: Worker,
  request: FolderRequest,
  { silence, closing }: { readonly silence: number; readonly closing: AbortSignal },
): Promise<ThreadAnswer<unknown>> {
  const silenced = new AbortController();
  const hush = () => silenced.abort(silent(silence));
  let timer = setTimeout(hush, silence);
  try {
    return await askThread(thread, {
      name: "folder",
      signal: AbortSignal.any([closing, silenced.signal]),
      post: () => thread.postMessage(request),
      read: (reply: FolderReply) => {
        clearTimeout(timer);
        timer = setTimeout(hush, silence);
        return answerFrom(reply);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

function answerFrom(reply: FolderReply): ThreadAnswer<unknown> | null {
  if (reply.kind === "alive") return null;
  if (reply.kind === "done") return { type: "done", value: reply.value };
  const { message, code, swapped } = reply;
  const error =
    swapped === null ? Object.assign(new Error(message), { code, syscall: "read" }) : new SwappedFile(swapped);
  return { type: "failed", error };
}

function silent(milliseconds: number): FolderSilent {
  return new FolderSilent(`The folder has not answered for ${milliseconds / 1000} seconds. Is its drive connected?`);
}
