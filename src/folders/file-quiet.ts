/** Tells when a file has been written to its end: it looked the same for a while. */
import { hasPassed } from "../kernel/clock.ts";
import type { SeenFile } from "./folder-walk.ts";

/** Milliseconds that a file must stay as it is before it is read. */
export const quietFor = 2000;
/** Files that were last written longer ago than this are not waited for. */
const oldAfter = 60_000;

export class FileQuiet {
  readonly #since = new Map<string, { readonly signature: string; readonly at: number }>();

  /** Called for each file in each look. */
  isQuiet(path: string, { signature, modifiedAt }: SeenFile, now: number): boolean {
    const before = this.#since.get(path);
    if (before?.signature === signature) return hasPassed(quietFor, before.at, now);
    const isOld = before === undefined && now - modifiedAt > oldAfter;
    this.#since.set(path, { signature, at: isOld ? now - quietFor : now });
    return isOld;
  }

  /** Keeps only files that are still there. */
  retain(files: ReadonlyMap<string, SeenFile>): void {
    for (const path of this.#since.keys()) if (!files.has(path)) this.#since.delete(path);
  }
}
