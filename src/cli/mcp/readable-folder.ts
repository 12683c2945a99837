/** The files of one folder, links resolved, for a client that names them by path. */
import { realpathSync, statSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import { invalidParameter } from "../../kernel/fault.ts";
import type { LocalFiles } from "../../mcp/local-files.ts";

/** @param folder exists */
export function filesIn(folder: string): LocalFiles {
  const root = realpathSync(folder);
  return {
    folder: root,
    open: async (path) => {
      const found = existing(resolve(root, path), path);
      if (!isWithin(root, found)) {
        throw invalidParameter(
          "path",
          `Files outside of ${root} are not read. Start \`docent mcp\` with --files FOLDER to allow another folder.`,
        );
      }
      if (!statSync(found).isFile()) throw invalidParameter("path", `${path} is not a file.`);
      return { file: Bun.file(found), filename: basename(found) };
    },
  };
}

function isWithin(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function existing(path: string, given: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw invalidParameter("path", `There is no file ${given}, or it cannot be read.`);
  }
}
