/**
 * Decides which sources are deleted because their files are gone. A vanished mount, a file that is being replaced, and a
 * folder that cannot be read look the same at first, so a source is deleted only after its file has been missing for a
 * while, and many at once only after the owner has confirmed it.
 */
import { hasPassed } from "../kernel/clock.ts";
import type { KeptSource } from "./folder-destination.ts";
import type { FolderContents } from "./folder-walk.ts";

/** Milliseconds that a file must have been missing in every look. */
export const missingFor = 5000;

/** Deletions beyond this number wait for the owner if they are also more than half of the folder's sources. */
export const mostAtOnce = 20;

export interface DeletionLook {
  /** The sources from this folder. */
  readonly own: readonly KeptSource[];
  readonly contents: FolderContents;
  /** The known hashes of the present files. */
  readonly presentHashes: ReadonlySet<string>;
  /** Changes when the folder's marker is written or touched. */
  readonly markerSignature: string;
  readonly now: number;
}

export interface Deletions {
  readonly due: readonly KeptSource[];
  /** Sources whose deletion waits for the owner's confirmation. */
  readonly held: number;
  /** Sources whose files have not been missing long enough. */
  readonly waiting: number;
}

export class DeletionGuard {
  readonly #missingSince = new Map<string, number>();
  /** The marker's signature when the guard began to hold deletions; null: it holds none. */
  #heldAt: string | null = null;

  judge({ own, contents, presentHashes, markerSignature, now }: DeletionLook): Deletions {
    const missing = own.filter(({ path }) => !contents.files.has(path) && !isUnread(path, contents));
    this.#note(missing, now);
    const due = missing.filter(({ path }) => hasPassed(missingFor, this.#missingSince.get(path) ?? now, now));
    const waiting = missing.length - due.length;
    const lost = due.filter(({ sha256 }) => sha256 === null || !presentHashes.has(sha256)).length;
    if (lost <= mostAtOnce || lost * 2 <= own.length) this.#heldAt = null;
    else {
      this.#heldAt ??= markerSignature;
      if (this.#heldAt === markerSignature) return { due: [], held: due.length, waiting };
    }
    return { due, held: 0, waiting };
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
