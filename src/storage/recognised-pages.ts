/** Pages that were read from pictures, in `recognised/VERSION/PAGE.json` of the data folder while their version is being read. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../kernel/atomic-file.ts";
import { namesIn } from "../kernel/regular-file.ts";
import type { RecognisedPages } from "../sources/ports/document-ports.ts";
import type { RecognisedPage } from "../sources/ports/recognised-page.ts";

/** Raised with every change of what is written. */
const format = 1;

export function recognisedPages(dataDir: string): RecognisedPages {
  const root = join(dataDir, "recognised");
  const folderOf = (versionNo: number) => join(root, String(versionNo));
  return {
    of: async (versionNo, recogniser) => {
      const folder = folderOf(versionNo);
      return namesIn(folder).flatMap((name) => pageIn(join(folder, name), recogniser) ?? []);
    },
    keep: async (versionNo, recogniser, page) => {
      const folder = folderOf(versionNo);
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
      const content = new TextEncoder().encode(JSON.stringify({ format, recogniser, page }));
      await replaceFile(join(folder, `${page.page}.json`), [content]);
    },
    discard: (versionNo) => rm(folderOf(versionNo), { recursive: true, force: true }),
    discardAll: () => rm(root, { recursive: true, force: true }),
  };
}

/** Null: it is not whole, or another version or recogniser wrote it. The page is then read again. */
function pageIn(path: string, recogniser: string): RecognisedPage | null {
  if (!path.endsWith(".json")) return null;
  try {
    const kept = JSON.parse(readFileSync(path, "utf8"));
    return kept.format === format && kept.recogniser === recogniser ? (kept.page as RecognisedPage) : null;
  } catch {
    return null;
  }
}
