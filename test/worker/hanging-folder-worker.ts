/** A thread whose file system does not answer: it waits for the other end of a pipe. */
import { openSync } from "node:fs";
import type { FolderRequest } from "../../src/worker/folder-worker.ts";

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<FolderRequest>) => {
  if (data.task.kind === "marker") self.postMessage({ kind: "done", value: { state: "absent" } });
  else openSync(`${"folder" in data ? data.folder.root : data.shared.directory}/pipe`, "r");
};
