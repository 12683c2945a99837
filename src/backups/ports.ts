/** What scheduled backups need from the outside. */

/** The folder that they are kept in. */
export interface BackupShelf {
  /** The names of all files in it; none when there is no such folder yet. @throws what the file system throws. */
  names(): readonly string[];
  remove(name: string): void;
}

/** A version of a source, as a person can find it. */
export interface LackingVersion {
  readonly versionNo: number;
  /** The id of its source. */
  readonly source: string;
  readonly title: string;
}

/** What a backup lacks of what its rows name. It is whole when all lists are empty. */
export interface BackupFaults {
  /** Original files that were not there. */
  readonly missing: readonly LackingVersion[];
  /** Original files that are not what came in. */
  readonly damaged: readonly LackingVersion[];
  /** Sources whose text or passages are not whole. */
  readonly sources: readonly LackingVersion[];
}

export interface MadeBackup extends BackupFaults {
  readonly bytes: number;
  readonly originals: number;
}

export interface BackupMaker {
  /**
   * Puts a backup on the shelf, read back, or rejects. One that lacks something gets the name of an incomplete one.
   * Requests go on meanwhile.
   */
  make(name: string, at: number): Promise<MadeBackup>;
  /** Ends one that is being made; it then rejects. */
  stop(): void;
}

export function isWhole({ missing, damaged, sources }: BackupFaults): boolean {
  return missing.length + damaged.length + sources.length === 0;
}
