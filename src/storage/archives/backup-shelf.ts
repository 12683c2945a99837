import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupShelf } from "../../backups/ports.ts";

/** @param folder need not exist yet. */
export function backupShelf(folder: string): BackupShelf {
  return {
    names: () => {
      try {
        return readdirSync(folder);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw error;
      }
    },
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
}
