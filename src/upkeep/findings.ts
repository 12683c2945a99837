import { counted } from "../language/text/shown-text.ts";
import type { FolderFacts, NamedVersion, SetAsideFolder, SnapshotFact, WaitingJobs } from "./facts.ts";

export const severities = ["fine", "warning", "damage"] as const;
/** `warning`: works, but somebody should know. `damage`: something is lost or wrong. */
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly area:
    | "database"
    | "originals"
    | "sources"
    | "counters"
    | "indexes"
    | "models"
    | "permissions"
    | "remains"
    | "jobs"
    | "disk"
    | "settings"
    | "connection"
    | "privileges"
    | "clock"
    | "nodes"
    | "files";
  readonly severity: Severity;
  readonly message: string;
  /** All of them, if the message names only the first. */
  readonly details?: readonly string[];
  /** Null: nothing, or `--repair`. */
  readonly remedy: string | null;
  readonly repairable: boolean;
}

/** Besides 1 (could not check) and 2 (misuse). */
export const doctorExitCodes = { fine: 0, warning: 3, damage: 4 } as const satisfies Record<Severity, number>;

export function worstOf(findings: readonly Finding[]): Severity {
  return severities.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? "fine";
}

export function judge(facts: FolderFacts): readonly Finding[] {
  return [
    ...judgeDatabase(facts),
    ...judgeOriginals(facts),
    ...judgeSources(facts),
    ...judgeCounters(facts),
    ...judgeIndexes(facts.snapshots),
    ...judgePermissions(facts),
    ...judgeRemains(facts),
    judgeJobs(facts.jobs),
    ...judgeDisk(facts),
  ];
}

export function finding(
  area: Finding["area"],
  severity: Severity,
  message: string,
  remedy: string | null = null,
  details: Pick<Finding, "details"> = {},
): Finding {
  return { area, severity, message, ...details, remedy, repairable: false };
}

const fine = (area: Finding["area"], message: string) => finding(area, "fine", message);
const repairable = (area: Finding["area"], severity: Severity, message: string): Finding => ({
  ...finding(area, severity, message),
  repairable: true,
});
const resendHint = "Send the same bytes again: they take its place. Or restore a backup.";
const recoverHint = "Restore a backup, or have the documents read in again: `docent doctor --recover`.";

function judgeDatabase({ database, newestSchema }: FolderFacts): Finding[] {
  const { version, problems, isLost } = database;
  if (isLost) {
    const message = "The database is missing, but the folder contains data that belonged to one.";
    return [finding("database", "damage", message, recoverHint)];
  }
  if (version === null) {
    const remedy = "`docent serve` creates one; `docent restore` restores one from a backup.";
    return [finding("database", "warning", "There is no database yet.", remedy)];
  }
  if (version > newestSchema) {
    const message = `It has version ${version}, made by a newer Docent; this one supports versions up to ${newestSchema}.`;
    const remedy = "Use the newer Docent. Nothing is known to be wrong.";
    return [finding("database", "warning", message, remedy)];
  }
  if (problems.length === 0 && version === newestSchema)
    return [fine("database", `Version ${version}, complete and consistent.`)];
  const older = `It has version ${version}; the next start upgrades it to ${newestSchema}.`;
  if (problems.length === 0) return [fine("database", older)];
  return problems.map((message) => finding("database", "damage", message, recoverHint));
}

function judgeOriginals({ originals, isServed, setAside }: FolderFacts): Finding[] {
  const { named, missing, damaged, orphans } = originals;
  const lost = (versions: readonly NamedVersion[], how: string): Finding[] => {
    if (versions.length === 0) return [];
    const { named: first, details } = namesOf(versions);
    const message = `${counted(versions.length, "original file")} ${how}: ${first}.`;
    return [finding("originals", "damage", message, resendHint, details)];
  };
  const found = [...lost(missing, "missing"), ...lost(damaged, "damaged")];
  if (orphans.length > 0) {
    const message = `${counted(orphans.length, "file")} that no source names: ${some(orphans)}.`;
    found.push(repairable("originals", "warning", message));
  }
  const remedy = "`docent doctor --recover` has them read in again, `docent doctor --discard` deletes them.";
  found.push(...setAside.map((aside) => setAsideFinding("originals", aside, remedy)));
  const unseen = isServed ? "; unused files were not searched for, because the service is running" : "";
  return found.length > 0 ? found : [fine("originals", `${counted(named, "file")}, all as uploaded${unseen}.`)];
}

export function setAsideFinding(area: Finding["area"], { folder, files }: SetAsideFolder, remedy: string): Finding {
  const message = `${counted(files, "file")} that no source named ${files === 1 ? "is" : "are"} in ${folder}.`;
  return finding(area, "warning", message, remedy);
}

function judgeSources({ damagedSources }: FolderFacts): Finding[] {
  const told = (hasOriginal: boolean, remedy: string | null): Finding[] => {
    const versions = damagedSources.filter((each) => each.hasOriginal === hasOriginal);
    if (versions.length === 0) return [];
    const { named, details } = namesOf(versions);
    const message = `${counted(versions.length, "source")} whose text or passages are not whole: ${named}.`;
    return [{ ...finding("sources", "damage", message, remedy, details), repairable: hasOriginal }];
  };
  const found = [...told(true, null), ...told(false, resendHint)];
  return found.length > 0 ? found : [fine("sources", "Every passage matches its text.")];
}

function namesOf(versions: readonly NamedVersion[]): { named: string; details: Pick<Finding, "details"> } {
  const names = versions.map(({ title, source }) => `${title} (${source})`);
  return { named: some(names), details: names.length > mostInMessage ? { details: names } : {} };
}

function judgeCounters({ miscounted, strayLogs }: FolderFacts): Finding[] {
  const wrong = (some: readonly unknown[], message: string): Finding[] =>
    some.length === 0 ? [] : [repairable("counters", "damage", message)];
  const found = [
    ...wrong(miscounted, `Versions whose passages with sense are counted wrongly: ${some(miscounted)}.`),
    ...wrong(strayLogs, `Experts whose change log is ahead of their revision: ${some(strayLogs)}.`),
  ];
  return found.length > 0 ? found : [fine("counters", "All counters are correct.")];
}

const snapshotVerdicts: Readonly<Record<SnapshotFact["state"], readonly [severity: Severity, message: string]>> = {
  sound: ["fine", "in step with the database"],
  rebuilt: ["fine", "behind the database, or made with other settings: updated with the next question to the expert"],
  damaged: ["warning", "damaged: rebuilt with the next question to the expert"],
  differs: ["damage", "with other passages than the database"],
  "nobody's": ["warning", "of an expert that was deleted"],
};

function judgeIndexes(snapshots: readonly SnapshotFact[]): Finding[] {
  const groups = Map.groupBy(snapshots, ({ state }) => state);
  const found = [...groups].map(([state, files]): Finding => {
    const [severity, verdict] = snapshotVerdicts[state];
    const names = severity === "fine" ? "" : `: ${some(files.map(({ file }) => file))}`;
    const message = `${counted(files.length, "snapshot")} ${verdict}${names}.`;
    return severity === "fine" ? fine("indexes", message) : repairable("indexes", severity, message);
  });
  return found.length > 0
    ? found
    : [fine("indexes", "No snapshots: an index is built with the first question to its expert.")];
}

function judgePermissions({ tooOpen, isWritable }: FolderFacts): Finding[] {
  if (!isWritable) {
    const message = "The folder cannot be written, so the service cannot start there.";
    const remedy = "Give its owner the right to write, or mount the disk for writing.";
    return [finding("permissions", "warning", message, remedy)];
  }
  if (tooOpen.length === 0) return [fine("permissions", "Only the owner can read the data.")];
  const message = `Users other than the owner may access ${some(tooOpen.map(({ path }) => path))}.`;
  return [repairable("permissions", "warning", message)];
}

function judgeRemains({ remains }: FolderFacts): Finding[] {
  if (remains.length === 0) return [fine("remains", "There are no leftovers of killed processes.")];
  const message = `Leftovers of killed processes: ${some(remains)}.`;
  return [repairable("remains", "warning", message)];
}

const leastFree = 500_000_000;

const worthCompacting = 20_000_000;

function judgeDisk({ disk }: FolderFacts): Finding[] {
  const { freeBytes, databaseBytes, unusedBytes } = disk;
  const free = `${Math.floor(freeBytes / 1e6)} MB are free`;
  const unused = `${Math.floor(unusedBytes / 1e6)} MB of the database are unused: \`docent compact\` gives them back`;
  const isSpacious = freeBytes >= Math.max(leastFree, databaseBytes);
  if (isSpacious) return [fine("disk", `${free}${unusedBytes < worthCompacting ? "" : `; ${unused}`}.`)];
  const remedy = "Free some space: an upgrade or a backup may need as much space as the database takes.";
  return [finding("disk", "warning", `Only ${free}.`, remedy)];
}

const mostInMessage = 5;

function some(names: readonly (string | number)[]): string {
  return names.slice(0, mostInMessage).join(", ") + (names.length > mostInMessage ? " …" : "");
}

export function judgeJobs(jobs: readonly WaitingJobs[]): Finding {
  const waiting = jobs.filter((each) => each.waiting > 0).map((each) => `${each.kind} ${each.waiting}`);
  if (waiting.length === 0) return fine("jobs", "No background job waits.");
  return fine("jobs", `Background jobs wait: ${waiting.join(", ")}. \`docent serve\` does them.`);
}
