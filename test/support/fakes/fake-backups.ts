/** A shelf of backups in memory, and a scripted maker that puts them there. */
import { incompleteName } from "../../../src/upkeep/backup-plan.ts";
import { type BackupMaker, type BackupShelf, isWhole, type MadeBackup } from "../../../src/upkeep/backup-ports.ts";

export interface FakeBackups {
  readonly files: Set<string>;
  readonly shelf: BackupShelf;
  readonly maker: BackupMaker;
  /** Makes the next backups; replaced by tests. */
  make: (name: string) => Promise<MadeBackup>;
  stop: () => void;
}

export const wholeBackup: MadeBackup = {
  bytes: 1,
  originals: 0,
  missing: [],
  damaged: [],
  sources: [],
  lost: [],
  tables: [],
};

export function fakeBackups(): FakeBackups {
  const files = new Set<string>();
  const fake: FakeBackups = {
    files,
    make: async () => wholeBackup,
    stop: () => undefined,
    shelf: { names: () => [...files], remove: (name) => void files.delete(name) },
    maker: {
      make: async (name) => {
        const made = await fake.make(name);
        files.add(isWhole(made) ? name : incompleteName(name));
        return made;
      },
      stop: () => fake.stop(),
    },
  };
  return fake;
}
