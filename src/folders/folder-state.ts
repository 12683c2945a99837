import type { HeldChanges } from "./folder-destination.ts";
import type { SkippedFiles } from "./folder-walk.ts";

/** `held`: deletions or changes wait for confirmation. `stopped`: `trouble` says why. */
export const folderPhases = ["in_step", "working", "held", "stopped"] as const;
export type FolderPhase = (typeof folderPhases)[number];

export interface FolderState {
  readonly phase: FolderPhase;
  readonly mark: string | null;
  readonly held: HeldChanges | null;
  readonly trouble: string | null;
  readonly files: number;
  readonly ready: number;
  readonly pending: number;
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
