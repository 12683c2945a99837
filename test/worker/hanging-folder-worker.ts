/** A thread whose file system does not answer: it waits for the other end of a pipe. */
import { openSync } from "node:fs";
import type { FolderRequest } from "../../src/worker/folder-worker.ts";

declare const self: Worker;

self.onmessage = ({ data: { folder, task } }: MessageEvent<FolderRequest>) => {
  if (task.kind === "marker") self.postMessage({ kind: "done", value: { state: "absent" } });
  else openSync(`${folder.root}/pipe`, "r");
};
