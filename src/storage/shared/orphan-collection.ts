/**
 * Deletes files that nobody needs: those of deleted versions, those whose transaction failed, and the snapshots of deleted
 * experts that a node published while another one deleted the expert.
 */
import {
  type MissingExperts,
  type OriginalNames,
  type SharedFiles,
  snapshotsFolder,
} from "../../kernel/stores/shared-files.ts";
import { originalsFolder, removeOriginals } from "./shared-originals.ts";

interface CollectionParts {
  readonly files: SharedFiles;
  readonly names: OriginalNames;
  readonly missing: MissingExperts;
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

/** Does nothing unless a collection is due. Resolves to the number of files that no version and no expert had. */
export async function collectOrphans({
  files,
  names,
  missing,
  isDue,
  now = Date.now,
}: CollectionParts): Promise<number> {
  if (!(await isDue(collectionInterval))) return 0;
  for (;;) {
    const deleted = await names.deleted(versionsAtOnce);
    if (deleted.length === 0) break;
    await removeOriginals(files, names, deleted);
  }
  const newest = now() - collectionInterval;
  const originals = await collectIn(files, originalsFolder, (page) =>
    names.unassigned(page.filter((name) => madeAt(name) < newest)),
  );
  const snapshots = await collectIn(files, snapshotsFolder, async (page) => {
    const gone = new Set(await missing([...new Set(page.map(expertOf))]));
    return page.filter((name) => gone.has(expertOf(name)));
  });
  return originals + snapshots;
}

/** @param orphansIn those of a page of names that are to be deleted */
async function collectIn(
  files: SharedFiles,
  folder: string,
  orphansIn: (page: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  let collected = 0;
  for (let after = ""; ; ) {
    const page = await files.list(folder, after);
    const last = page.at(-1);
    if (last === undefined) return collected;
    const orphans = await orphansIn(page);
    await files.remove(orphans);
    collected += orphans.length;
    after = last;
  }
}

/** An expert is in the database before its first snapshot is published, so a snapshot of a missing one is of a deleted one. */
const expertOf = (name: string) => name.slice(snapshotsFolder.length).split("/", 1)[0] ?? "";

/** Milliseconds since the Unix epoch (RFC 9562, section 5.7); infinity: the name is not one of ours. */
function madeAt(name: string): number {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name.slice(originalsFolder.length));
  return time === null ? Number.POSITIVE_INFINITY : Number.parseInt(`${time[1]}${time[2]}`, 16);
}
