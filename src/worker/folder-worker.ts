/** The thread that does the file work of a kept folder: a disk that does not answer holds nothing else. */
import { type FileTask, perform, type WatchedFolder } from "../folders/file-work.ts";
import { reasonOf } from "../folders/folder-walk.ts";
import { SwappedFile } from "../folders/open-inside.ts";

declare const self: Worker;

export interface FolderRequest {
  readonly folder: WatchedFolder;
  readonly task: FileTask;
}

export type FolderReply =
  | { readonly kind: "alive" }
  | { readonly kind: "done"; readonly value: unknown }
  /** `swapped`: the name led elsewhere. */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly code: string | null;
      readonly swapped: string | null;
    };

/** Milliseconds between two signs of life. */
const signEvery = 1000;

self.onmessage = ({ data: { folder, task } }: MessageEvent<FolderRequest>) => {
  let toldAt = performance.now();
  const alive = () => {
    if (performance.now() - toldAt < signEvery) return;
    toldAt = performance.now();
    self.postMessage({ kind: "alive" } satisfies FolderReply);
  };
  const reply = replyTo(() => perform(folder, task, alive));
  const bytes = reply.kind === "done" && reply.value instanceof Uint8Array ? [reply.value.buffer as ArrayBuffer] : [];
  self.postMessage(reply, bytes);
};

function replyTo(work: () => unknown): FolderReply {
  try {
    return { kind: "done", value: work() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : null;
    return {
      kind: "failed",
      message: reasonOf(error),
      code,
      swapped: error instanceof SwappedFile ? error.path : null,
    };
  }
}
