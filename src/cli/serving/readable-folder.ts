import { realpathSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { withFile } from "../../folders/open-inside.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type { LocalFiles } from "../../mcp/tool.ts";

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
      return { file: new Blob([bytesOf(root, found, path)]), filename: basename(found) };
    },
  };
}

const mostBytes = 500_000_000;

/** Of the file that was found, even if a link or pipe has replaced it. */
function bytesOf(root: string, found: string, given: string): Uint8Array<ArrayBuffer> {
  const inside = relative(root, found).split(sep).join("/");
  try {
    return withFile(root, inside, (file) => {
      if (file.stats.size > mostBytes) throw invalidParameter("path", `${given} has more than ${mostBytes} bytes.`);
      return file.read();
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw invalidParameter("path", `${given} is not a file.`);
  }
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
