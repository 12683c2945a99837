/** A lock on a folder itself (flock(2)), which goes with the process. Systems without it (Windows) do without. */
import { dlopen, FFIType } from "bun:ffi";
import { closeSync, openSync } from "node:fs";

/** Where the C library is: glibc, musl, macOS. */
const libraries: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

/** `LOCK_EX | LOCK_NB` of sys/file.h: alone, and without waiting. */
const exclusiveNow = 2 | 4;

export interface FolderFlock {
  release(): void;
}

/** "held": another process has it. Null: there is no such lock here. */
export function flockFolder(dir: string): FolderFlock | "held" | null {
  const flock = flockOf(process.platform);
  if (flock === null) return null;
  const folder = openSync(dir, "r");
  if (flock(folder, exclusiveNow) === 0) return { release: () => closeSync(folder) };
  const isUnknown = !isLockable(flock, folder);
  closeSync(folder);
  return isUnknown ? null : "held";
}

/** Unlocking what is not locked succeeds wherever there are such locks. */
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
