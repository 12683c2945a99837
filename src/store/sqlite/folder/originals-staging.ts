/** Keeps originals during a copy: by hard links, or by copies where there are none. */
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing, unlessMissing } from "../../../kernel/error-code.ts";
import { namesIn } from "../../../kernel/regular-file.ts";
import { isAbandoned } from "./abandoned-folders.ts";

const prefix = "staging-";

export type OriginalsStaging = ReturnType<typeof stageOriginals>;

/** Hard links need the data folder; if that is read-only, copies go to `elsewhere`. */
export function stageOriginals(dataDir: string, elsewhere: string) {
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
      // Linked files are copied too, so that all are in one folder.
      rmSync(linked.folder, { recursive: true, force: true });
      mkdirSync(copied.folder, { mode: 0o700 });
      place = copied;
      for (const other of taken.keys()) place.hold(join(originals, other), join(place.folder, other));
      return place.hold(join(originals, name), join(place.folder, name));
    }
  };
  return {
    /** Adds the present files. Those added before stay, unless they were replaced. */
    take: () => {
      for (const name of originalNames(originals)) {
        const identity = identityOf(join(originals, name));
        if (identity === null || taken.get(name) === identity) continue;
        if (hold(name)) taken.set(name, identity);
      }
    },
    has: (versionNo: number) => taken.has(String(versionNo)),
    path: (versionNo: number) => join(place.folder, String(versionNo)),
    [Symbol.dispose]: () => rmSync(place.folder, { recursive: true, force: true }),
  };
}

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

export function stagingFolder(dataDir: string): string {
  return join(dataDir, `${prefix}${process.pid}-${crypto.randomUUID()}`);
}

export function abandonedStagings(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    return isAbandoned(owner, join(dataDir, name));
  });
}

export function sweepStagings(dataDir: string): void {
  for (const name of abandonedStagings(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

function originalNames(originals: string): string[] {
  return namesIn(originals).filter((name) => /^[1-9]\d*$/.test(name));
}

/** A document that is fetched again has a new file under the same number. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "EXDEV", "EMLINK", "ENOSYS"]);

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

function copyWhole(from: string, to: string): boolean {
  return unlessMissing(() => {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  }, false);
}
