import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupShelf } from "../../backups/ports.ts";
import { isMissing } from "../../kernel/error-code.ts";

/** @param folder need not exist yet. */
export function backupShelf(folder: string): BackupShelf {
  return {
    names: () => {
      try {
        return readdirSync(folder);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
}
