/** What scheduled backups need from the outside. */

/** The folder that they are kept in. */
export interface BackupShelf {
  /** The names of all files in it; empty if there is no such folder yet. @throws the file system's errors. */
  names(): readonly string[];
  remove(name: string): void;
}

/** A version of a source, as a person can find it. */
export interface IncompleteVersion {
  readonly versionNo: number;
  /** The id of its source. */
  readonly source: string;
  readonly title: string;
}

/** What a backup lacks. It is complete if all lists are empty. */
export interface BackupFaults {
  /** Original files that were not there. */
  readonly missing: readonly IncompleteVersion[];
  /** Original files that have changed since they were received. */
  readonly damaged: readonly IncompleteVersion[];
  /** Sources whose text or passages are incomplete. */
  readonly sources: readonly IncompleteVersion[];
  /** Sources whose rows are on damaged pages of the database. */
  readonly lost: readonly IncompleteVersion[];
  /** Tables with rows on such pages. */
  readonly tables: readonly string[];
}

export const noFaults: BackupFaults = { missing: [], damaged: [], sources: [], lost: [], tables: [] };

export interface MadeBackup extends BackupFaults {
  readonly bytes: number;
  readonly originals: number;
}

export interface BackupMaker {
  /**
   * Makes a backup, verifies it and puts it on the shelf, or rejects. A backup that lacks something is named as incomplete.
   * The service keeps answering requests.
   */
  make(name: string, at: number): Promise<MadeBackup>;
  /** Stops a running `make`, which then rejects. */
  stop(): void;
}

export function isWhole({ missing, damaged, sources, lost, tables }: BackupFaults): boolean {
  return missing.length + damaged.length + sources.length + lost.length + tables.length === 0;
}
