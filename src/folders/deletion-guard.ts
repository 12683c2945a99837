/**
 * Decides which sources have lost their files. A vanished mount, a file that is being replaced, and a folder that cannot be
 * read look the same at first, so a file must have been missing for a while.
 */
import { hasPassed } from "../kernel/clock.ts";
import type { KeptSource } from "./folder-destination.ts";
import type { FolderContents } from "./folder-walk.ts";

/** Milliseconds that a file must have been missing in every look. */
export const missingFor = 5000;

export interface DeletionLook {
  /** The sources from this folder. */
  readonly own: readonly KeptSource[];
  readonly contents: FolderContents;
  readonly now: number;
}

export interface Deletions {
  readonly due: readonly KeptSource[];
  /** Sources whose files have not been missing long enough. */
  readonly waiting: number;
}

export class DeletionGuard {
  readonly #missingSince = new Map<string, number>();

  judge({ own, contents, now }: DeletionLook): Deletions {
    const missing = own.filter(({ path }) => !contents.files.has(path) && !isUnread(path, contents));
    this.#note(missing, now);
    const due = missing.filter(({ path }) => hasPassed(missingFor, this.#missingSince.get(path) ?? now, now));
    return { due, waiting: missing.length - due.length };
  }

  #note(missing: readonly KeptSource[], now: number): void {
    const paths = new Set(missing.map(({ path }) => path));
    for (const path of this.#missingSince.keys()) if (!paths.has(path)) this.#missingSince.delete(path);
    for (const path of paths) if (!this.#missingSince.has(path)) this.#missingSince.set(path, now);
  }
}

/** Whether the path, or a folder above it, could not be read. */
function isUnread(path: string, { unreadable }: FolderContents): boolean {
  return unreadable.some((each) => each.path === "" || path === each.path || path.startsWith(`${each.path}/`));
}
