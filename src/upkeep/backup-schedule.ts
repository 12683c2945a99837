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

export interface BackupPlan {
  /** In milliseconds. */
  readonly every: number;
  readonly keep: number;
}

export interface BackupScheduleParts {
  readonly shelf: BackupShelf;
  readonly maker: BackupMaker;
  /** Read at each use; null: no backups are made or deleted automatically. */
  readonly plan: () => BackupPlan | null;
  readonly clock: Clock;
  readonly log: Log;
}

export type BackupSchedule = ReturnType<typeof createBackupSchedule>;

export function createBackupSchedule(parts: BackupScheduleParts) {
  const { maker, clock, plan } = parts;
  const state: BackupState = { tried: null, madeAt: null, trouble: null, stopped: false };
  let current: Promise<string | null> | null = null;
  const makeIfDue = async (): Promise<string | null> => {
    const now = clock.now();
    const every = plan()?.every ?? null;
    const isDue = every !== null && isBackupDue([], { now, every, tried: state.tried });
    return isDue ? attempt(makeIfNeeded, parts, state, now) : null;
  };
  const ended = () => {
    current = null;
  };
  const alone = (work: () => Promise<string | null>) => {
    current ??= work().finally(ended);
    return current;
  };
  return {
    /** Makes a backup if one is due. Never rejects. */
    look: async () => {
      if (!state.stopped) await alone(makeIfDue);
    },
    /** Or waits for the one in progress. Never rejects. @returns its name; null: it failed, see `trouble` */
    makeNow: async () => {
      const joined = await current;
      if (joined !== null || state.stopped) return joined;
      return alone(() => attempt(make, parts, state, clock.now()));
    },
    get madeAt() {
      return state.madeAt;
    },
    get trouble() {
      return state.trouble;
    },
    stop: () => {
      state.stopped = true;
      maker.stop();
    },
  };
}

interface BackupState {
  tried: number | null;
  madeAt: number | null;
  trouble: string | null;
  stopped: boolean;
}

async function attempt(work: typeof makeIfNeeded, parts: BackupScheduleParts, state: BackupState, now: number) {
  try {
    return await work(parts, state, now);
  } catch (error) {
    state.tried = now;
    if (state.stopped) return null;
    state.trouble = "The last backup failed; the log says why.";
    parts.log.error("backup.failed", error);
    return null;
  }
}

async function makeIfNeeded(parts: BackupScheduleParts, state: BackupState, now: number): Promise<string | null> {
  const names = parts.shelf.names();
  const { tried } = state;
  if (tried === null && isIncomplete(newestBackup(names) ?? "")) state.trouble = "The newest backup is incomplete.";
  const every = parts.plan()?.every ?? null;
  return every !== null && isBackupDue(names, { now, every, tried }) ? make(parts, state, now) : null;
}

async function make({ shelf, maker, plan, clock, log }: BackupScheduleParts, state: BackupState, now: number) {
  state.tried = now;
  const name = freeBackupName(shelf.names(), now);
  const made = await maker.make(name, now);
  const kept = isWhole(made) ? name : incompleteName(name);
  // If the clock was put back, the newest backup has an older name.
  const removed = surplusBackups(shelf.names(), plan()?.keep ?? Number.POSITIVE_INFINITY).filter((old) => old !== kept);
  for (const old of removed) shelf.remove(old);
  const { bytes, originals } = made;
  const facts = { bytes, originals, milliseconds: clock.now() - now, removed: removed.length };
  if (isWhole(made)) {
    [state.madeAt, state.trouble] = [now, null];
    log.info("backup.made", { name: kept, ...facts });
    return kept;
  }
  state.trouble = `The newest backup is incomplete: ${describeFaults(made)}.`;
  log.warn("backup.incomplete", { name: kept, ...facts, lacks: describeFaults(made) });
  return kept;
}
