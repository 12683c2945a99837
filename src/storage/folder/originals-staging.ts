/**
 * Holds on to original files while they are copied: each gets a second name (a hard link) in a folder of our own, so
 * that one whose source is deleted meanwhile is still there. Where the file system has no hard links it is copied.
 */
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing } from "../../kernel/error-code.ts";
import { isAlive } from "../../kernel/process-liveness.ts";

const prefix = "staging-";

export interface OriginalsStaging {
  /** Takes what is there now; what was taken before stays, unless another file came in its place. */
  take(): void;
  has(versionNo: number): boolean;
  path(versionNo: number): string;
  close(): void;
}

/** The folder lies in the data folder, for a hard link needs the same file system. */
export function stageOriginals(dataDir: string): OriginalsStaging {
  const folder = stagingFolder(dataDir);
  mkdirSync(folder, { mode: 0o700 });
  const taken = new Map<string, string>();
  const originals = join(dataDir, "originals");
  return {
    take: () => {
      for (const name of namesIn(originals)) {
        const identity = identityOf(join(originals, name));
        if (identity === null || taken.get(name) === identity) continue;
        if (hold(join(originals, name), join(folder, name))) taken.set(name, identity);
      }
    },
    has: (versionNo) => taken.has(String(versionNo)),
    path: (versionNo) => join(folder, String(versionNo)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The name of a folder of this process's own in the data folder, which another removes when this one is killed. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, `${prefix}${process.pid}-${crypto.randomUUID()}`);
}

/** The folders in the data folder that killed processes left. */
export function abandonedStagings(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => {
    const process = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    return process > 0 && !isAlive(process);
  });
}

export function sweepStagings(dataDir: string): void {
  for (const name of abandonedStagings(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

function namesIn(originals: string): string[] {
  try {
    return readdirSync(originals).filter((name) => /^[1-9]\d*$/.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** An address that is fetched again has another file under the same number. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "EXDEV", "EMLINK", "ENOSYS"]);

/** False when it went away meanwhile. */
function hold(from: string, to: string): boolean {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (isMissing(error)) return false;
    if (!withoutLinks.has(errorCode(error) ?? "")) throw error;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
  return true;
}
