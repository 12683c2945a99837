/**
 * Keeps original files available while they are copied: each gets a hard link in a temporary folder, so that a file stays
 * even if its source is deleted. On file systems without hard links, files are copied.
 */
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing } from "../../kernel/error-code.ts";
import { namesIn } from "../../kernel/folder-names.ts";
import { isAbandoned } from "./abandoned-folders.ts";

const prefix = "staging-";

export interface OriginalsStaging {
  /** Adds the files that exist now. Files that were added before stay, unless they were replaced. */
  take(): void;
  has(versionNo: number): boolean;
  path(versionNo: number): string;
  close(): void;
}

/**
 * The folder is inside the data folder, because a hard link needs the same file system. If nothing can be written there,
 * because the disk is full or read-only, files are copied instead.
 * @param elsewhere an existing folder on the destination disk.
 */
export function stageOriginals(dataDir: string, elsewhere: string): OriginalsStaging {
  const linked = { folder: stagingFolder(dataDir), hold: linkOrCopy };
  const copied = { folder: join(elsewhere, "originals"), hold: copyWhole };
  let place = makeFolder(linked.folder) ? linked : copied;
  if (place === copied) mkdirSync(copied.folder, { mode: 0o700 });
  const taken = new Map<string, string>();
  const originals = join(dataDir, "originals");
  const hold = (name: string): boolean => {
    try {
      return place.hold(join(originals, name), join(place.folder, name));
    } catch (error) {
      if (place === copied || !isUnwritable(error)) throw error;
      // Files that were linked before are copied too, so that all are in one folder.
      rmSync(linked.folder, { recursive: true, force: true });
      mkdirSync(copied.folder, { mode: 0o700 });
      place = copied;
      for (const other of taken.keys()) place.hold(join(originals, other), join(place.folder, other));
      return place.hold(join(originals, name), join(place.folder, name));
    }
  };
  return {
    take: () => {
      for (const name of originalNames(originals)) {
        const identity = identityOf(join(originals, name));
        if (identity === null || taken.get(name) === identity) continue;
        if (hold(name)) taken.set(name, identity);
      }
    },
    has: (versionNo) => taken.has(String(versionNo)),
    path: (versionNo) => join(place.folder, String(versionNo)),
    close: () => rmSync(place.folder, { recursive: true, force: true }),
  };
}

/** False if no folder can be created: the disk is full or read-only, or the folder belongs to another user. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) !== null) return false;
    throw error;
  }
}

function isUnwritable(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EROFS", "EACCES"].includes(errorCode(error) ?? "");
}

/** The name of this process's folder in the data folder. Another process removes it if this one is killed. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, `${prefix}${process.pid}-${crypto.randomUUID()}`);
}

/** The folders that killed processes left in the data folder. */
export function abandonedStagings(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    return isAbandoned(owner, join(dataDir, name));
  });
}

export function sweepStagings(dataDir: string): void {
  for (const name of abandonedStagings(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** The names of original files, which are numbers. */
function originalNames(originals: string): string[] {
  return namesIn(originals).filter((name) => /^[1-9]\d*$/.test(name));
}

/** A document that is fetched again has a new file under the same number. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "EXDEV", "EMLINK", "ENOSYS"]);

/** False if it no longer exists. */
function linkOrCopy(from: string, to: string): boolean {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (isMissing(error)) return false;
    if (!withoutLinks.has(errorCode(error) ?? "")) throw error;
    return copyWhole(from, to);
  }
  return true;
}

/** False if it no longer exists. */
function copyWhole(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
