/** A thread for file work, so that a disk that does not answer blocks nothing else. */
import { type FileTask, perform, type WatchedFolder } from "../folders/file-work.ts";
import { reasonOf } from "../folders/folder-walk.ts";
import { SwappedFile } from "../folders/open-inside.ts";
import { type FolderPlace, performShared, type SharedTask } from "../store/shared-files/shared-folder-work.ts";

declare const self: Worker;

export type FolderRequest =
  | { readonly folder: WatchedFolder; readonly task: FileTask }
  | { readonly shared: FolderPlace; readonly task: SharedTask };

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

const signEvery = 1000;

self.onmessage = ({ data: request }: MessageEvent<FolderRequest>) => {
  let toldAt = performance.now();
  const alive = () => {
    if (performance.now() - toldAt < signEvery) return;
    toldAt = performance.now();
    self.postMessage({ kind: "alive" } satisfies FolderReply);
  };
  const reply = replyTo(() =>
    "shared" in request ? performShared(request.shared, request.task) : perform(request.folder, request.task, alive),
  );
  const bytes = reply.kind === "done" ? bytesIn(reply.value) : null;
  self.postMessage(reply, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
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

function bytesIn(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  return typeof value === "object" && value !== null && "value" in value ? bytesIn(value.value) : null;
}
