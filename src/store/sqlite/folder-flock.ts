/** A lock on the folder (flock(2)), which ends with the process. Windows has none. */
import { dlopen, FFIType } from "bun:ffi";
import { closeSync, openSync } from "node:fs";

/** glibc, musl, macOS. */
const libraries: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

/** `LOCK_EX | LOCK_NB` of sys/file.h. */
const exclusiveNow = 2 | 4;

export interface FolderFlock {
  release(): void;
}

/** "held": by another process. Null: the system has no such lock. */
export function flockFolder(dir: string): FolderFlock | "held" | null {
  const flock = flockOf(process.platform);
  if (flock === null) return null;
  const folder = openSync(dir, "r");
  if (flock(folder, exclusiveNow) === 0) return { release: () => closeSync(folder) };
  const isUnknown = !isLockable(flock, folder);
  closeSync(folder);
  return isUnknown ? null : "held";
}

/** Unlocking without a lock succeeds where locks exist. */
function isLockable(flock: Flock, folder: number): boolean {
  const unlock = 8;
  return flock(folder, unlock) === 0;
}

type Flock = (file: number, operation: number) => number;

function flockOf(platform: NodeJS.Platform): Flock | null {
  for (const library of libraries[platform] ?? []) {
    try {
      return dlopen(library, { flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } }).symbols.flock;
    } catch {}
  }
  return null;
}
