import { type FolderFiles, FolderSilent, filesBy, type WatchedFolder } from "../folders/file-work.ts";
import { SwappedFile } from "../folders/open-inside.ts";
import { createMutex } from "../kernel/mutex.ts";
import { SharedFolderSilent, type SharedWork } from "../store/shared-files/shared-folder.ts";
import type { FolderPlace, SharedOutcome } from "../store/shared-files/shared-folder-work.ts";
import type { FolderReply, FolderRequest } from "./folder-worker.ts";
import { askThread, type ThreadAnswer } from "./idle-thread.ts";

/** Milliseconds without progress; the largest file takes less even on a slow network drive. */
const longestSilence = 60_000;
/** Milliseconds of a step on a shared folder, which moves a megabyte at most while a request waits. */
const longestStep = 10_000;
/** Threads that hang in the file system cannot be ended. */
const mostHanging = 3;
const sharedLanes = 3;

export function threadedFolderFiles(entry: URL, folder: WatchedFolder, silence = longestSilence): FolderFiles {
  const work = fileWork({ entry, lanes: 1, silence, silent: () => silent(silence) });
  return filesBy(folder, (task) => work.run({ folder, task }), work.close);
}

export function threadedSharedFolder(entry: URL, shared: FolderPlace, silence = longestStep) {
  const { run, close } = fileWork({
    entry,
    lanes: sharedLanes,
    silence,
    silent: () => new SharedFolderSilent(silence),
  });
  const work: SharedWork = (task) => run({ shared, task }) as Promise<SharedOutcome>;
  return { work, close };
}

interface FileWorkParts {
  readonly entry: URL;
  readonly lanes: number;
  readonly silence: number;
  readonly silent: () => Error;
}

function fileWork(parts: FileWorkParts) {
  const closing = new AbortController();
  const hanging = { threads: 0, since: Number.NEGATIVE_INFINITY };
  const lanes = Array.from({ length: parts.lanes }, () => createLane(parts, closing.signal, hanging));
  return {
    run: async (request: FolderRequest): Promise<unknown> => {
      const lane = lanes.reduce((least, each) => (each.load < least.load ? each : least));
      lane.load += 1;
      try {
        return await lane.run(request);
      } finally {
        lane.load -= 1;
      }
    },
    close: () => {
      closing.abort(parts.silent());
      for (const lane of lanes) lane.close();
    },
  };
}

function createLane(
  { entry, silence, silent: given }: FileWorkParts,
  closing: AbortSignal,
  /** Of all lanes; `since` is when the last one was given up. */
  hanging: { threads: number; since: number },
) {
  const oneAtATime = createMutex();
  let thread: Worker | null = null;
  const lose = (lost: Worker) => {
    thread = null;
    hanging.threads += 1;
    hanging.since = performance.now();
    lost.addEventListener("close", () => {
      hanging.threads -= 1;
    });
    lost.terminate();
  };
  const run = async (request: FolderRequest, asked: number): Promise<unknown> => {
    closing.throwIfAborted();
    // A caller that waited during a hang would wait for the same disk.
    if (hanging.threads >= mostHanging || (hanging.threads > 0 && hanging.since >= asked)) throw given();
    const awake = thread ?? startThread(entry);
    thread = awake;
    const answer = await askedWithin(awake, request, { silence, closing, given });
    if (answer.type === "lost") lose(awake);
    if (answer.type !== "done") throw answer.error;
    return answer.value;
  };
  return {
    load: 0,
    run: (request: FolderRequest) => {
      const asked = performance.now();
      return oneAtATime.run(() => run(request, asked));
    },
    close: () => {
      thread?.terminate();
      thread = null;
    },
  };
}

function startThread(entry: URL): Worker {
  const thread = new Worker(entry, { type: "module" });
  thread.unref();
  return thread;
}

async function askedWithin(
  thread: Worker,
  request: FolderRequest,
  { silence, closing, given }: { readonly silence: number; readonly closing: AbortSignal; readonly given: () => Error },
): Promise<ThreadAnswer<unknown>> {
  const silenced = new AbortController();
  const hush = () => silenced.abort(given());
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
