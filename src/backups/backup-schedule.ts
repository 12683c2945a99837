/** Backups that the service makes by itself: one when it is due, and the oldest go once a newer one is there. */
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { backupName, isBackupDue, surplusBackups } from "./backup-plan.ts";
import type { BackupMaker, BackupShelf } from "./ports.ts";

export interface BackupScheduleParts {
  readonly shelf: BackupShelf;
  readonly maker: BackupMaker;
  /** Milliseconds between two. */
  readonly every: number;
  /** How many are kept. */
  readonly keep: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BackupSchedule {
  /**
   * Looks whether one is due, and makes it; while one is being made it is that one. The composer calls it from time to
   * time. It never rejects.
   */
  look(): Promise<void>;
  /** When this process last made one, in milliseconds; null: it has made none. */
  readonly madeAt: number | null;
  stop(): void;
}

/** A backup that fails is logged and tried again when the next is due; the old ones stay meanwhile. */
export function createBackupSchedule(parts: BackupScheduleParts): BackupSchedule {
  const { shelf, maker, clock, log } = parts;
  let [tried, madeAt]: [number | null, number | null] = [null, null];
  let current: Promise<void> | null = null;
  let stopped = false;
  const makeIfDue = async () => {
    const now = clock.now();
    // Before the folder is looked at: one that cannot be read is told once a period, and not with every look.
    if (!isBackupDue([], { now, every: parts.every, tried })) return;
    try {
      if (!isBackupDue(shelf.names(), { now, every: parts.every, tried })) return;
      tried = now;
      const name = backupName(now);
      const { missing, damaged, ...made } = await maker.make(name, now);
      madeAt = now;
      const removed = surplusBackups(shelf.names(), parts.keep);
      for (const old of removed) shelf.remove(old);
      const faults = { missing: missing.length, damaged: damaged.length };
      log.info("backup.made", { name, ...made, ...faults, milliseconds: clock.now() - now, removed: removed.length });
    } catch (error) {
      tried = now;
      if (!stopped) log.error("backup.failed", error);
    }
  };
  return {
    look: async () => {
      if (stopped) return;
      current ??= makeIfDue().finally(() => {
        current = null;
      });
      await current;
    },
    get madeAt() {
      return madeAt;
    },
    stop: () => {
      stopped = true;
      maker.stop();
    },
  };
}
