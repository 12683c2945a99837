/** When a backup is due, what it is called, and which of the old ones go. Pure. */

/** A backup's name tells when it was made (UTC), and sorts by it: `docent-2026-11-21T08-00-00Z.tar`. */
export function backupName(at: number): string {
  return `docent-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

/** Milliseconds since the Unix epoch; null for a name that `backupName` does not give, which is somebody else's. */
export function backupTime(name: string): number | null {
  const [, day, hour, minute, second] = /^docent-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) || backupName(time) !== name ? null : time;
}

export interface BackupTimes {
  readonly now: number;
  /** Milliseconds between two. */
  readonly every: number;
  /** When one was last tried in this process, whether it worked or not; null: never. */
  readonly tried: number | null;
}

/**
 * Whether one is to be made now: so long after the newest, or after the last that failed. What lies in the future was
 * made before somebody set the clock back, and counts as made just now.
 */
export function isBackupDue(names: readonly string[], { now, every, tried }: BackupTimes): boolean {
  const times = names.flatMap((name) => backupTime(name) ?? []);
  const past = [...times, tried ?? Number.NEGATIVE_INFINITY].filter((time) => time <= now);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...past);
  const isAllAhead = last === Number.NEGATIVE_INFINITY && times.length > 0;
  return !isAllAhead && now - last >= every;
}

/** The names to delete so that `keep` are left, oldest first. Files of other names are never among them. */
export function surplusBackups(names: readonly string[], keep: number): readonly string[] {
  const ours = names.filter((name) => backupTime(name) !== null).sort();
  return ours.slice(0, Math.max(0, ours.length - keep));
}
