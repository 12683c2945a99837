export function backupName(at: number): string {
  return `docent-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

export function freeBackupName(names: readonly string[], now: number): string {
  const taken = new Set(names);
  for (let at = now; ; at += 1000) {
    const name = backupName(at);
    if (!taken.has(name) && !taken.has(incompleteName(name))) return name;
  }
}

const incompleteEnd = ".incomplete.tar";

/** For an incomplete backup: `x.incomplete.tar`. */
export function incompleteName(name: string): string {
  return name.replace(/(?:\.tar)?$/, incompleteEnd);
}

export function isIncomplete(name: string): boolean {
  return name.endsWith(incompleteEnd);
}

/** Milliseconds; null for other names. */
export function backupTime(name: string): number | null {
  const [, day, hour, minute, second] =
    /^docent-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.incomplete)?\.tar$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  const isOurs = !Number.isNaN(time) && [backupName(time), incompleteName(backupName(time))].includes(name);
  return isOurs ? time : null;
}

export function newestBackup(names: readonly string[]): string | null {
  return (
    names
      .filter((name) => backupTime(name) !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Since the newest one or the last failure. One in the future (the clock was set back) counts as just made. */
export function isBackupDue(
  names: readonly string[],
  { now, every, tried }: { now: number; every: number; tried: number | null },
): boolean {
  const times = names.flatMap((name) => backupTime(name) ?? []);
  const past = [...times, tried ?? Number.NEGATIVE_INFINITY].filter((time) => time <= now);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...past);
  const isAllAhead = last === Number.NEGATIVE_INFINITY && times.length > 0;
  return !isAllAhead && now - last >= every;
}

/** Oldest first. An incomplete one never displaces a complete one, and goes once a complete one is newer. */
export function surplusBackups(names: readonly string[], keep: number): readonly string[] {
  const ours = names.filter((name) => backupTime(name) !== null).toSorted();
  const whole = ours.filter((name) => !isIncomplete(name));
  const newestWhole = backupTime(whole.at(-1) ?? "") ?? Number.NEGATIVE_INFINITY;
  const recent = ours.filter((name) => isIncomplete(name) && (backupTime(name) ?? 0) >= newestWhole);
  const kept = new Set([...whole.slice(-keep), ...recent.slice(-keep)]);
  return ours.filter((name) => !kept.has(name));
}
