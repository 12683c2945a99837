import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ArchiveError } from "../store/sqlite/archives/archive-layout.ts";
import { type BackupOrder, makeBackup } from "../store/sqlite/archives/backup-making.ts";
import { described, serveRequests, workInBackground } from "./thread-serving.ts";

workInBackground();

serveRequests(
  (order: BackupOrder) => {
    mkdirSync(dirname(order.destination.file), { recursive: true, mode: 0o700 });
    return makeBackup(order);
  },
  (error) => (error instanceof ArchiveError ? error.message : described(error)),
);
