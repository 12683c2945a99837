import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ArchiveError } from "../store/sqlite/archives/archive-layout.ts";
import { type BackupOrder, makeBackup } from "../store/sqlite/archives/backup-making.ts";
import { described, workInBackground } from "./thread-serving.ts";
import type { BackupReply } from "./threaded-backup.ts";

declare const self: Worker;

workInBackground();

self.onmessage = ({ data }: MessageEvent<BackupOrder>) => self.postMessage(replyTo(data));

function replyTo(order: BackupOrder): BackupReply {
  try {
    mkdirSync(dirname(order.destination.file), { recursive: true, mode: 0o700 });
    return { report: makeBackup(order) };
  } catch (error) {
    if (error instanceof ArchiveError) return { problem: error.message };
    return { problem: described(error) };
  }
}
