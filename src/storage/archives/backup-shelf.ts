import { rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../kernel/folder-names.ts";
import type { BackupShelf } from "../../upkeep/backup-ports.ts";

export function backupShelf(folder: string): BackupShelf {
  return {
    names: () => namesIn(folder),
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
}
