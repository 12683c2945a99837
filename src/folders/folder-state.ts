/** The state of a kept folder, for a terminal, the log and the console. */
import type { HeldChanges } from "./folder-destination.ts";
import type { SkippedFiles } from "./folder-walk.ts";

/**
 * `in_step`: nothing is left to do. `working`: files are being sent, written or read. `held`: deletions or
 * changes wait to be confirmed. `stopped`: nothing is changed, and `trouble` says why.
 */
export const folderPhases = ["in_step", "working", "held", "stopped"] as const;
export type FolderPhase = (typeof folderPhases)[number];

export interface FolderState {
  readonly phase: FolderPhase;
  /** The folder's name as a keeper of sources; null while it is not known. */
  readonly mark: string | null;
  /** Null: nothing waits to be confirmed. */
  readonly held: HeldChanges | null;
  /** A problem that needs attention; null if there is none. */
  readonly trouble: string | null;
  readonly files: number;
  /** The number of them that questions can find. */
  readonly ready: number;
  /** The number of them that wait to be read. */
  readonly pending: number;
  /** Files that were not accepted or could not be read, ordered by path. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: SkippedFiles;
  readonly lookedAt: number;
}

export interface FolderChange {
  readonly kind: "added" | "changed" | "moved" | "deleted";
  readonly path: string;
}

export interface FolderLook {
  readonly state: FolderState;
  readonly changes: readonly FolderChange[];
  /** Milliseconds until the next look if no change is reported; null: the regular interval. */
  readonly again: number | null;
}
