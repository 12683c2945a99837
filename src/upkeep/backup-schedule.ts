import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { describeFaults } from "./backup-faults.ts";
import {
  freeBackupName,
  incompleteName,
  isBackupDue,
  isIncomplete,
  newestBackup,
  surplusBackups,
} from "./backup-plan.ts";
import { type BackupMaker, type BackupShelf, isWhole } from "./backup-ports.ts";

export interface BackupScheduleParts {
  readonly shelf: BackupShelf;
  readonly maker: BackupMaker;
  /** Milliseconds. */
  readonly every: number;
  readonly keep: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BackupSchedule {
  /** Makes a backup if one is due. Never rejects. */
  look(): Promise<void>;
  /** Makes one now, or waits for the one under way. Never rejects. @returns its name; null: it failed, see `trouble` */
  makeNow(): Promise<string | null>;
  /** Milliseconds; null: never. */
  readonly madeAt: number | null;
  /** A sentence; null: nothing. */
  readonly trouble: string | null;
  stop(): void;
}

export function createBackupSchedule(parts: BackupScheduleParts): BackupSchedule {
  const { shelf, maker, clock, log } = parts;
  let [tried, madeAt]: [number | null, number | null] = [null, null];
  let trouble: string | null = null;
  let current: Promise<string | null> | null = null;
  let stopped = false;
  const lookAndMake = async (now: number): Promise<string | null> => {
    const names = shelf.names();
    if (tried === null && isIncomplete(newestBackup(names) ?? "")) trouble = "The newest backup is incomplete.";
    if (!isBackupDue(names, { now, every: parts.every, tried })) return null;
    return make(now);
  };
  const make = async (now: number): Promise<string> => {
    tried = now;
    const name = freeBackupName(shelf.names(), now);
    const made = await maker.make(name, now);
    const removed = surplusBackups(shelf.names(), parts.keep);
    for (const old of removed) shelf.remove(old);
    const { bytes, originals } = made;
    const facts = { bytes, originals, milliseconds: clock.now() - now, removed: removed.length };
    if (isWhole(made)) {
      [madeAt, trouble] = [now, null];
      log.info("backup.made", { name, ...facts });
      return name;
    }
    trouble = `The newest backup is incomplete: ${describeFaults(made)}.`;
    log.warn("backup.incomplete", { name: incompleteName(name), ...facts, lacks: describeFaults(made) });
    return incompleteName(name);
  };
  const makeIfDue = async (): Promise<string | null> => {
    const now = clock.now();
    // Set first, so that an unreadable folder is reported once per period.
    if (!isBackupDue([], { now, every: parts.every, tried })) return null;
    return attempt(now, () => lookAndMake(now));
  };
  const attempt = async (now: number, work: () => Promise<string | null>): Promise<string | null> => {
    try {
      return await work();
    } catch (error) {
      tried = now;
      if (stopped) return null;
      trouble = "The last backup failed; the log says why.";
      log.error("backup.failed", error);
      return null;
    }
  };
  const alone = (work: () => Promise<string | null>) => {
    current ??= work().finally(() => {
      current = null;
    });
    return current;
  };
  return {
    look: async () => {
      if (!stopped) await alone(makeIfDue);
    },
    makeNow: async () => {
      const joined = current === null ? null : await current;
      if (joined !== null || stopped) return joined;
      const now = clock.now();
      return alone(() => attempt(now, () => make(now)));
    },
    get madeAt() {
      return madeAt;
    },
    get trouble() {
      return trouble;
    },
    stop: () => {
      stopped = true;
      maker.stop();
    },
  };
}
