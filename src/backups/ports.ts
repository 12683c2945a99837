/** What scheduled backups need from the outside. */

/** The folder that they are kept in. */
export interface BackupShelf {
  /** The names of all files in it; none when there is no such folder yet. @throws what the file system throws. */
  names(): readonly string[];
  remove(name: string): void;
}

export interface MadeBackup {
  readonly bytes: number;
  readonly originals: number;
  /** Originals that are not what the database says, by version. */
  readonly missing: readonly number[];
  readonly damaged: readonly number[];
}

export interface BackupMaker {
  /** Puts a backup on the shelf, whole and verified, or rejects. Requests go on meanwhile. */
  make(name: string, at: number): Promise<MadeBackup>;
  /** Ends one that is being made; it then rejects. */
  stop(): void;
}
