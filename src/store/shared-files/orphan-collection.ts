/** Deletes files of deleted versions and experts. Originals without a version are set aside: the database may be older. */
import {
  type MissingExperts,
  type OriginalNames,
  type SharedFiles,
  snapshotsFolder,
} from "../../kernel/stores/shared-files.ts";
import { atEachLook, type JobKind } from "../../runner/job-kind.ts";
import { type SetAside, setAsideAt } from "../sqlite/folder/set-aside.ts";
import { removeOriginals } from "./shared-originals.ts";
import { originalsFolder, pagesOf, putBack, setAside } from "./shared-set-aside.ts";

interface CollectionParts {
  readonly files: SharedFiles;
  readonly names: OriginalNames;
  readonly missing: MissingExperts;
  readonly isDue: (milliseconds: number) => Promise<boolean>;
  readonly told: (aside: SetAside) => void;
  readonly now?: () => number;
}

/** Milliseconds between collections, and before a file without a transaction counts as orphaned. */
export const collectionInterval = 24 * 3_600_000;
const lookEvery = 3_600_000;
const versionsAtOnce = 500;

export function orphanCollection(parts: CollectionParts): JobKind<null> {
  return {
    name: "orphans",
    ...atEachLook(() => collectOrphans(parts)),
    every: lookEvery,
    retry: { first: lookEvery, last: lookEvery },
    failed: "storage.not_reclaimed",
  };
}

/** Does nothing before a collection is due. Resolves to the number of orphans. */
export async function collectOrphans(parts: CollectionParts): Promise<number> {
  const { files, names, missing, isDue, now = Date.now } = parts;
  if (!(await isDue(collectionInterval))) return 0;
  for (;;) {
    const deleted = await names.deleted(versionsAtOnce);
    if (deleted.length === 0) break;
    await removeOriginals(files, names, deleted);
  }
  await putBack(files, names);
  const aside = await setOrphansAside(parts, now());
  let snapshots = 0;
  for await (const page of pagesOf(files, snapshotsFolder)) {
    const gone = new Set(await missing([...new Set(page.map(expertOf))]));
    const orphans = page.filter((name) => gone.has(expertOf(name)));
    await files.remove(orphans);
    snapshots += orphans.length;
  }
  return aside + snapshots;
}

async function setOrphansAside({ files, names, told }: CollectionParts, at: number): Promise<number> {
  const folder = setAsideAt(at);
  let moved = 0;
  for await (const page of pagesOf(files, originalsFolder)) {
    const orphans = await names.unassigned(page.filter((name) => madeAt(name) < at - collectionInterval));
    await setAside(files, orphans, folder);
    moved += orphans.length;
  }
  if (moved > 0) told({ folder, files: moved });
  return moved;
}

/** An expert's row precedes its snapshots, so a missing expert was deleted. */
const expertOf = (name: string) => name.slice(snapshotsFolder.length).split("/", 1)[0] ?? "";

function madeAt(name: string): number {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name.slice(originalsFolder.length));
  return time === null ? Number.POSITIVE_INFINITY : Number.parseInt(`${time[1]}${time[2]}`, 16);
}
