import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupShelf } from "../../backups/ports.ts";
import { namesIn } from "../../kernel/folder-names.ts";

/** @param folder need not exist yet. */
export function backupShelf(folder: string): BackupShelf {
  return {
    names: () => namesIn(folder),
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
}
