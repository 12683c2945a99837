/** What is done to a small disk from outside. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Takes all room, to the last block. */
export function fill(place: string, name = "ballast"): void {
  const file = openSync(join(place, name), "a");
  try {
    for (const size of [1 << 20, 1 << 14, 1 << 10, 1]) {
      try {
        for (;;) writeSync(file, new Uint8Array(size).fill(1));
      } catch {
        // Pieces of this size find no room any more.
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Damages a database, so that it must be made anew. */
export function damage(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, new Uint8Array(4096).fill(7), 0, 4096, 0);
  closeSync(file);
}
