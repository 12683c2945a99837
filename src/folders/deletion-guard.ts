/** A file must be missing in several looks, because a vanished mount or a replacement looks the same at first. */
import { hasPassed } from "../kernel/clock.ts";
import type { KeptSource } from "./folder-destination.ts";
import type { FolderContents } from "./folder-walk.ts";

export const missingFor = 5000;

export class DeletionGuard {
  readonly #missingSince = new Map<string, number>();

  judge({ own, contents, now }: { own: readonly KeptSource[]; contents: FolderContents; now: number }) {
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

function isUnread(path: string, { unreadable }: FolderContents): boolean {
  return unreadable.some((each) => each.path === "" || path === each.path || path.startsWith(`${each.path}/`));
}
