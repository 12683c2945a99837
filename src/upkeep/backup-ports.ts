import type { NamedVersion } from "./facts.ts";

export interface BackupShelf {
  names(): readonly string[];
  remove(name: string): void;
}

/** Empty lists: complete. */
export interface BackupFaults {
  readonly missing: readonly NamedVersion[];
  readonly damaged: readonly NamedVersion[];
  readonly sources: readonly NamedVersion[];
  readonly lost: readonly NamedVersion[];
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
