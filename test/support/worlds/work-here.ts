/** The work of a shared folder on the calling thread. */
import type { SharedWork } from "../../../src/store/shared-files/shared-folder.ts";
import { performShared } from "../../../src/store/shared-files/shared-folder-work.ts";

export function workHere(directory: string, identity: string | null = null): SharedWork {
  return async (task) => performShared({ directory, identity }, task);
}
