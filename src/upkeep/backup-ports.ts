export interface BackupShelf {
  names(): readonly string[];
  remove(name: string): void;
}

export interface IncompleteVersion {
  readonly versionNo: number;
  readonly source: string;
  readonly title: string;
}

/** Empty lists: complete. */
export interface BackupFaults {
  readonly missing: readonly IncompleteVersion[];
  readonly damaged: readonly IncompleteVersion[];
  readonly sources: readonly IncompleteVersion[];
  readonly lost: readonly IncompleteVersion[];
  readonly tables: readonly string[];
}

export const noFaults: BackupFaults = { missing: [], damaged: [], sources: [], lost: [], tables: [] };

export interface MadeBackup extends BackupFaults {
  readonly bytes: number;
  readonly originals: number;
}

export interface BackupMaker {
  /** Also verifies it. Names an incomplete backup so. */
  make(name: string, at: number): Promise<MadeBackup>;
  stop(): void;
}

export function isWhole({ missing, damaged, sources, lost, tables }: BackupFaults): boolean {
  return missing.length + damaged.length + sources.length + lost.length + tables.length === 0;
}
