/** What can be found out about a data folder by looking, before anybody judges it. */
import type { ExpertId } from "../kernel/ids.ts";

/** A version of a source, as a person can find it. */
export interface NamedVersion {
  readonly versionNo: number;
  /** The id of its source. */
  readonly source: string;
  readonly title: string;
}

export interface DamagedSource extends NamedVersion {
  /** Whether its original file is whole, so that it can be read again. */
  readonly hasOriginal: boolean;
}

export interface SetAsideFolder {
  readonly folder: string;
  readonly files: number;
}

export interface FolderFacts {
  /** Whether another process holds the folder; data that may change during the check is then skipped. */
  readonly isServed: boolean;
  /** Whether files can be made in the folder. */
  readonly isWritable: boolean;
  readonly database: {
    /** The version of the schema; null when there is no database. */
    readonly version: number | null;
    /** A sentence each. */
    readonly problems: readonly string[];
    /** Whether the database is missing although the folder contains data that belonged to one. */
    readonly isLost: boolean;
  };
  /** The version of the schema that this executable makes. */
  readonly newestSchema: number;
  readonly originals: {
    readonly named: number;
    readonly missing: readonly NamedVersion[];
    readonly damaged: readonly NamedVersion[];
    /** Names of files that no row names. */
    readonly orphans: readonly string[];
  };
  /** Folders with originals that no row named when the service started. */
  readonly setAside: readonly SetAsideFolder[];
  /** Sources whose text or passages are incomplete. */
  readonly damagedSources: readonly DamagedSource[];
  /** Versions of which it is not known how many passages have their sense. */
  readonly miscounted: readonly number[];
  /** Experts whose log of changes has later revisions than the expert. */
  readonly strayLogs: readonly ExpertId[];
  readonly snapshots: readonly SnapshotFact[];
  /** Files and folders that others than their owner may read, with the mode that they should have. */
  readonly tooOpen: readonly { readonly path: string; readonly mode: number }[];
  /** What killed processes left: folders of theirs, and imports. */
  readonly remains: readonly string[];
  readonly disk: {
    readonly freeBytes: number;
    readonly databaseBytes: number;
    /** Bytes of the database that hold nothing. */
    readonly unusedBytes: number;
  };
}

/** `rebuilt`: it is of another time or kind than the rows, which the next question to the expert sees to. */
export interface SnapshotFact {
  readonly file: string;
  readonly state: "sound" | "rebuilt" | "damaged" | "differs" | "nobody's";
}
