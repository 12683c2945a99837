/** What can be found out about a data folder by looking, before anybody judges it. */
import type { ExpertId } from "../kernel/ids.ts";

export interface FolderFacts {
  /** Whether another process holds the folder: what changes under the eye is then not looked at. */
  readonly isServed: boolean;
  readonly database: {
    /** Of the schema; null when there is no database. */
    readonly version: number | null;
    /** A sentence each. */
    readonly problems: readonly string[];
    /** Whether there is none although the folder holds what belonged to one. */
    readonly isLost: boolean;
  };
  /** The version of the schema that this executable makes. */
  readonly newestSchema: number;
  readonly originals: {
    readonly named: number;
    /** By the version's number. */
    readonly missing: readonly number[];
    readonly damaged: readonly number[];
    /** Names of files that no row names. */
    readonly orphans: readonly string[];
  };
  /** Folders with originals that no row named when the service started. */
  readonly setAside: readonly { readonly folder: string; readonly files: number }[];
  /** Versions whose counters are not what there is to count. */
  readonly miscounted: readonly number[];
  /** Experts whose log of changes goes beyond their revision. */
  readonly strayLogs: readonly ExpertId[];
  readonly snapshots: readonly SnapshotFact[];
  /** Files and folders that others than their owner may read, with the mode that they should have. */
  readonly tooOpen: readonly { readonly path: string; readonly mode: number }[];
  /** What killed processes left: folders of theirs, and imports. */
  readonly remains: readonly string[];
  readonly disk: { readonly freeBytes: number; readonly databaseBytes: number };
}

/** `rebuilt`: it is of another time or kind than the rows, which the next question to the expert sees to. */
export interface SnapshotFact {
  readonly file: string;
  readonly state: "sound" | "rebuilt" | "damaged" | "differs" | "nobody's";
}
