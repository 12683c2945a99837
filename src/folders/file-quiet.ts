/** Decides when a file is completely written: it has not changed for a while. */
import { hasPassed } from "../kernel/clock.ts";
import type { SeenFile } from "./folder-walk.ts";

/** Milliseconds that a file must be unchanged before it is read. */
export const quietFor = 2000;
/** Milliseconds since its last change after which a file is read at once. */
const oldAfter = 60_000;

export class FileQuiet {
  readonly #since = new Map<string, { readonly signature: string; readonly at: number }>();

  isQuiet(path: string, { signature, modifiedAt }: SeenFile, now: number): boolean {
    const before = this.#since.get(path);
    if (before?.signature === signature) return hasPassed(quietFor, before.at, now);
    const isOld = before === undefined && now - modifiedAt > oldAfter;
    this.#since.set(path, { signature, at: isOld ? now - quietFor : now });
    return isOld;
  }

  retain(files: ReadonlyMap<string, SeenFile>): void {
    for (const path of this.#since.keys()) if (!files.has(path)) this.#since.delete(path);
  }
}
