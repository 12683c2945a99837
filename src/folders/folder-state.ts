/** How a kept folder is, for a terminal, the log and the console. */
import type { SkippedFiles } from "./folder-walk.ts";

/**
 * `in_step`: nothing is left to do. `working`: files are being sent, written or read. `held`: deletions wait to be
 * confirmed. `stopped`: nothing is changed, and `trouble` says why.
 */
export const folderPhases = ["in_step", "working", "held", "stopped"] as const;
export type FolderPhase = (typeof folderPhases)[number];

export interface FolderState {
  readonly phase: FolderPhase;
  /** What somebody has to see to; null: nothing. */
  readonly trouble: string | null;
  /** Documents found in the folder. */
  readonly files: number;
  /** Of these, sources that questions find. */
  readonly ready: number;
  /** Of these, sources that wait to be read. */
  readonly pending: number;
  /** Files that were not accepted, or that could not be read, in the order of their paths. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: SkippedFiles;
  /** Milliseconds since the Unix epoch. */
  readonly lookedAt: number;
}

/** A change that was made in the expert. */
export interface FolderChange {
  readonly kind: "added" | "changed" | "moved" | "deleted";
  readonly path: string;
}

export interface FolderLook {
  readonly state: FolderState;
  readonly changes: readonly FolderChange[];
  /** Milliseconds after which to look again although nothing was reported; null: when the next look is due anyway. */
  readonly again: number | null;
}
