/** Decides when a backup is due, its name, and which old ones are deleted. Pure. */

/** A backup's name tells when it was made (UTC), and sorts by it: `docent-2026-11-21T08-00-00Z.tar`. */
export function backupName(at: number): string {
  return `docent-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

/** The name for one that is made now; of the second after where this second has one. */
export function freeBackupName(names: readonly string[], now: number): string {
  const taken = new Set(names);
  for (let at = now; ; at += 1000) {
    const name = backupName(at);
    if (!taken.has(name) && !taken.has(incompleteName(name))) return name;
  }
}

const incompleteEnd = ".incomplete.tar";

/** The name of a backup that lacks something that its rows name: `x.tar` becomes `x.incomplete.tar`. */
export function incompleteName(name: string): string {
  return name.replace(/(?:\.tar)?$/, incompleteEnd);
}

export function isIncomplete(name: string): boolean {
  return name.endsWith(incompleteEnd);
}

/** Milliseconds since the Unix epoch; null for a name that this file does not give, which is somebody else's. */
export function backupTime(name: string): number | null {
  const [, day, hour, minute, second] =
    /^docent-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.incomplete)?\.tar$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  const isOurs = !Number.isNaN(time) && [backupName(time), incompleteName(backupName(time))].includes(name);
  return isOurs ? time : null;
}

/** The newest by name; null if there is none. */
export function newestBackup(names: readonly string[]): string | null {
  return (
    names
      .filter((name) => backupTime(name) !== null)
      .toSorted()
      .at(-1) ?? null
  );
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

/**
 * The names to delete so that the newest `keep` are left, oldest first. A complete backup is never deleted in favour of an
 * incomplete one: incomplete ones are counted separately and deleted once a complete one is newer. Files with other names
 * stay.
 */
export function surplusBackups(names: readonly string[], keep: number): readonly string[] {
  const ours = names.filter((name) => backupTime(name) !== null).toSorted();
  const whole = ours.filter((name) => !isIncomplete(name));
  const newestWhole = backupTime(whole.at(-1) ?? "") ?? Number.NEGATIVE_INFINITY;
  const recent = ours.filter((name) => isIncomplete(name) && (backupTime(name) ?? 0) >= newestWhole);
  const kept = new Set([...whole.slice(-keep), ...recent.slice(-keep)]);
  return ours.filter((name) => !kept.has(name));
}
