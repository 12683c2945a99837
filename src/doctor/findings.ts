/** From what was seen to what it means and what to do about it. Pure. */
import type { FolderFacts, SnapshotFact } from "./facts.ts";

export const severities = ["fine", "warning", "damage"] as const;
/** `warning`: it works, but somebody should know. `damage`: something is lost or wrong. */
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly area: "database" | "originals" | "counters" | "indexes" | "permissions" | "remains" | "disk" | "settings";
  readonly severity: Severity;
  readonly message: string;
  /** What to do; null where nothing is to be done, or `--repair` does it. */
  readonly remedy: string | null;
  /** Whether `docent doctor --repair` sets it right. */
  readonly repairable: boolean;
}

/** Exit codes of `docent doctor`, beside 1 (it could not look) and 2 (misuse). */
export const doctorExitCodes = { fine: 0, warning: 3, damage: 4 } as const satisfies Record<Severity, number>;

export function worstOf(findings: readonly Finding[]): Severity {
  return severities.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? "fine";
}

/** At least one finding an area. */
export function judge(facts: FolderFacts): readonly Finding[] {
  return [
    ...judgeDatabase(facts),
    ...judgeOriginals(facts),
    ...judgeCounters(facts),
    ...judgeIndexes(facts.snapshots),
    ...judgePermissions(facts),
    ...judgeRemains(facts),
    ...judgeDisk(facts),
  ];
}

const fine = (area: Finding["area"], message: string): Finding => ({
  area,
  severity: "fine",
  message,
  remedy: null,
  repairable: false,
});
const restoreHint = "Restore a backup.";
const recoverHint = "Restore a backup, or have the documents read in again: `docent doctor --recover`.";

function judgeDatabase({ database, newestSchema }: FolderFacts): Finding[] {
  const { version, problems, isLost } = database;
  if (isLost) {
    const message = "There is none, but the folder holds what belonged to one.";
    return [{ area: "database", severity: "damage", message, remedy: recoverHint, repairable: false }];
  }
  if (version === null) {
    const remedy = "`docent serve` makes one, `docent restore` brings one back.";
    return [{ area: "database", severity: "warning", message: "There is none yet.", remedy, repairable: false }];
  }
  if (problems.length === 0 && version === newestSchema)
    return [fine("database", `Version ${version}, whole and consistent.`)];
  const older = `It is of version ${version}; the next start brings it to ${newestSchema}.`;
  const found: Finding[] = problems.map((message) => ({
    area: "database",
    severity: "damage",
    message,
    remedy: restoreHint,
    repairable: false,
  }));
  return problems.length === 0 ? [fine("database", older)] : found;
}

function judgeOriginals({ originals, isServed, setAside }: FolderFacts): Finding[] {
  const { named, missing, damaged, orphans } = originals;
  const lost = (numbers: readonly number[], what: string): Finding[] => {
    if (numbers.length === 0) return [];
    const message = `${count(numbers.length, "file")} ${what}: ${some(numbers)}.`;
    return [{ area: "originals", severity: "damage", message, remedy: restoreHint, repairable: false }];
  };
  const found = [...lost(missing, "of versions are missing"), ...lost(damaged, "are not what came in")];
  if (orphans.length > 0) {
    const message = `${count(orphans.length, "file")} that no source names: ${some(orphans)}.`;
    found.push({ area: "originals", severity: "warning", message, remedy: null, repairable: true });
  }
  for (const { folder, files } of setAside) {
    const message = `${count(files, "file")} that no source named ${files === 1 ? "is" : "are"} in ${folder}.`;
    const remedy = "`docent doctor --recover` has them read in again, `docent doctor --discard` deletes them.";
    found.push({ area: "originals", severity: "warning", message, remedy, repairable: false });
  }
  const unseen = isServed ? "; files that no source names were not looked for while the service runs" : "";
  return found.length > 0 ? found : [fine("originals", `${count(named, "file")}, all as they came in${unseen}.`)];
}

function judgeCounters({ miscounted, strayLogs }: FolderFacts): Finding[] {
  const wrong = (some: readonly unknown[], message: string): Finding[] =>
    some.length === 0 ? [] : [{ area: "counters", severity: "damage", message, remedy: null, repairable: true }];
  const found = [
    ...wrong(miscounted, `Versions whose passages are counted wrongly: ${some(miscounted)}.`),
    ...wrong(strayLogs, `Experts whose log of changes runs ahead of them: ${some(strayLogs)}.`),
  ];
  return found.length > 0 ? found : [fine("counters", "They agree with what there is to count.")];
}

const snapshotVerdicts: Readonly<Record<SnapshotFact["state"], readonly [severity: Severity, message: string]>> = {
  sound: ["fine", "as the rows"],
  rebuilt: ["fine", "behind the rows, or of other settings: brought up to date when the expert is next asked"],
  damaged: ["warning", "damaged: rebuilt when the expert is next asked"],
  differs: ["damage", "does not hold the passages that the rows hold"],
  "nobody's": ["warning", "of an expert that is gone"],
};

function judgeIndexes(snapshots: readonly SnapshotFact[]): Finding[] {
  const groups = Map.groupBy(snapshots, ({ state }) => state);
  const found = [...groups].map(([state, files]): Finding => {
    const [severity, verdict] = snapshotVerdicts[state];
    const names = severity === "fine" ? "" : `: ${some(files.map(({ file }) => file))}`;
    const message = `${count(files.length, "snapshot")} ${verdict}${names}.`;
    return { area: "indexes", severity, message, remedy: null, repairable: severity !== "fine" };
  });
  return found.length > 0 ? found : [fine("indexes", "No snapshots; indexes are built when experts are asked.")];
}

function judgePermissions({ tooOpen }: FolderFacts): Finding[] {
  if (tooOpen.length === 0) return [fine("permissions", "Only the owner may read the data.")];
  const message = `Others than the owner may use ${some(tooOpen.map(({ path }) => path))}.`;
  return [{ area: "permissions", severity: "warning", message, remedy: null, repairable: true }];
}

function judgeRemains({ remains }: FolderFacts): Finding[] {
  if (remains.length === 0) return [fine("remains", "Nothing was left behind by a process that was killed.")];
  const message = `Left behind by processes that were killed: ${some(remains)}.`;
  return [{ area: "remains", severity: "warning", message, remedy: null, repairable: true }];
}

/** Below this the service soon cannot write, and there is no room for an update of a database of that size. */
const leastFree = 500_000_000;

function judgeDisk({ disk }: FolderFacts): Finding[] {
  const { freeBytes, databaseBytes } = disk;
  const free = `${Math.floor(freeBytes / 1e6)} MB are free`;
  if (freeBytes >= Math.max(leastFree, databaseBytes)) return [fine("disk", `${free}.`)];
  const remedy = "Free some space: an update may need as much again as the database has, and a backup too.";
  return [{ area: "disk", severity: "warning", message: `Only ${free}.`, remedy, repairable: false }];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function some(names: readonly (string | number)[]): string {
  return names.slice(0, 5).join(", ") + (names.length > 5 ? " …" : "");
}
