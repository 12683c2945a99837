/** Deletes files that no version has: those of deleted versions, and those whose transaction failed. */
import type { OriginalNames, SharedFiles } from "../../kernel/stores/shared-files.ts";
import { originalsFolder, removeOriginals } from "./shared-originals.ts";

interface CollectionParts {
  readonly files: SharedFiles;
  readonly names: OriginalNames;
  /** True for one node, once in this many milliseconds. */
  readonly isDue: (milliseconds: number) => Promise<boolean>;
  readonly now?: () => number;
}

/** Milliseconds from one collection to the next, and that a file may wait for its transaction. */
export const collectionInterval = 24 * 3_600_000;
/** Milliseconds between two attempts of a node. */
const leastPause = 3_600_000;
/** Versions whose files are deleted together. */
const versionsAtOnce = 500;

/** Returns what collects, to be called often: it begins at most every hour, one collection at a time. */
export function collecting(parts: CollectionParts): () => Promise<void> {
  let begun = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - begun < leastPause) return;
    begun = performance.now();
    await collectOrphans(parts);
  };
}

/** Does nothing unless a collection is due. Resolves to the number of files that no version had. */
export async function collectOrphans({ files, names, isDue, now = Date.now }: CollectionParts): Promise<number> {
  if (!(await isDue(collectionInterval))) return 0;
  for (;;) {
    const deleted = await names.deleted(versionsAtOnce);
    if (deleted.length === 0) break;
    await removeOriginals(files, names, deleted);
  }
  let collected = 0;
  const newest = now() - collectionInterval;
  for (let after = ""; ; ) {
    const page = await files.list(originalsFolder, after);
    const last = page.at(-1);
    if (last === undefined) return collected;
    const orphans = await names.unassigned(page.filter((name) => madeAt(name) < newest));
    await files.remove(orphans);
    collected += orphans.length;
    after = last;
  }
}

/** Milliseconds since the Unix epoch (RFC 9562, section 5.7); infinity: the name is not one of ours. */
function madeAt(name: string): number {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name.slice(originalsFolder.length));
  return time === null ? Number.POSITIVE_INFINITY : Number.parseInt(`${time[1]}${time[2]}`, 16);
}
