import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { modelFindings } from "../../compose/models/model-findings.ts";
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { inspectSnapshot } from "../../engine/snapshot.ts";
import { systemClock } from "../../kernel/clock.ts";
import { finishRestore } from "../../store/sqlite/archives/interrupted-restore.ts";
import { openForReading } from "../../store/sqlite/database-soundness.ts";
import { databasePath, holdDataFolder } from "../../store/sqlite/folder/data-folder.ts";
import { DataDirError, type DataLock, lockDataDir } from "../../store/sqlite/folder/data-lock.ts";
import { examineFolder, type FolderAccess, standingOf } from "../../store/sqlite/folder/folder-examination.ts";
import { repairFolder } from "../../store/sqlite/folder/folder-repair.ts";
import { newestSchema } from "../../store/sqlite/migrate.ts";
import { makeOpeningRoom } from "../../store/sqlite/opening-room.ts";
import { type FolderFacts, type SnapshotFact, snapshotState } from "../../upkeep/facts.ts";
import { doctorExitCodes, type Finding, judge, worstOf } from "../../upkeep/findings.ts";
import { localCommand } from "../arguments.ts";
import { type Console, plain, StartError, UsageError } from "../command.ts";
import { adviseOnSettings, egressOf } from "../serving/settings-advice.ts";
import { discard, discardInFolder, recover } from "./doctor-recovery.ts";
import { requireDataFolder, useDatabaseTools } from "./folder-commands.ts";
import { packFindings } from "./pack-findings.ts";

export const doctorCommand = localCommand({
  name: "doctor",
  usage: "[--repair | --recover | --discard [--yes]] [--egress] [--json]",
  summary: "Check the data and the settings",
  examples: ["", "--repair"],
  flags: {
    switches: ["repair", "recover", "discard", "yes", "egress", "json"],
  },
  run: async ({ config, words, switches }, console) => {
    if (words.length > 0) throw new UsageError("`docent doctor` takes only flags.");
    const actions = ["repair", "recover", "discard"].filter((name) => switches.has(name));
    if (actions.length > 1) throw new UsageError("Choose one of --repair, --recover and --discard.");
    const isJson = switches.has("json");
    if (switches.has("egress")) return printEgress(config, console, isJson);
    const tell = isJson ? printJson : printTable;
    const agreement = { isAgreed: switches.has("yes"), console };
    const { found, repaired } = await (config.shared === null
      ? inFolder(config, actions[0], agreement)
      : inShared(config, config.shared, actions[0], agreement));
    const findings = [...found, ...packFindings(config), ...(await modelFindings(config)), ...adviseOnSettings(config)];
    tell({ dataDir: config.dataDir, findings, repaired }, console);
    return doctorExitCodes[worstOf(findings)];
  },
});

interface Agreement {
  readonly isAgreed: boolean;
  readonly console: Console;
}

async function inFolder({ dataDir }: Config, action: string | undefined, agreement: Agreement) {
  if (!existsSync(dataDir)) throw new StartError(`There is no data folder ${dataDir}.`, null);
  const repaired = await act(action, dataDir, agreement);
  return { found: judge(await look(dataDir)), repaired };
}

async function inShared(
  config: Config,
  shared: SharedStorage,
  action: string | undefined,
  { isAgreed, console }: Agreement,
) {
  if (action !== undefined && action !== "discard") requireDataFolder(config, `doctor --${action}`, useDatabaseTools);
  const { findingsOfShared, openSharedSetAside } = await import("../../compose/database/database-doctor.ts");
  if (action === undefined) return { found: await findingsOfShared(shared, config), repaired: [] };
  const aside = await openSharedSetAside(shared, config);
  try {
    const repaired = await discard(aside, isAgreed, console);
    return { found: await findingsOfShared(shared, config), repaired };
  } finally {
    await aside.close();
  }
}

async function act(
  action: string | undefined,
  dataDir: string,
  { isAgreed, console }: Agreement,
): Promise<readonly string[]> {
  if (action === "repair") return repair(dataDir);
  if (action === "recover") return recover(dataDir);
  return action === "discard" ? discardInFolder(dataDir, isAgreed, console) : [];
}

async function look(dataDir: string): Promise<FolderFacts> {
  const { lock, ...access } = accessTo(dataDir);
  try {
    const facts = examineFolder(dataDir, access);
    const isKnown = facts.database.version === newestSchema;
    return { ...facts, snapshots: isKnown ? await inspectSnapshots(dataDir) : [] };
  } finally {
    lock?.release();
  }
}

interface ExaminationAccess extends FolderAccess {
  /** Null: held by another process, or not writable. */
  readonly lock: DataLock | null;
}

function accessTo(dataDir: string): ExaminationAccess {
  const access = tryLock(dataDir);
  try {
    if (access.lock !== null && existsSync(databasePath(dataDir))) makeOpeningRoom(databasePath(dataDir));
    return access;
  } catch (error) {
    access.lock?.release();
    throw error;
  }
}

function tryLock(dataDir: string): ExaminationAccess {
  try {
    return { lock: lockDataDir(dataDir), isServed: false, isWritable: true };
  } catch (error) {
    if (!(error instanceof DataDirError)) throw error;
    return { lock: null, isServed: error.isInUse, isWritable: error.isInUse };
  }
}

async function inspectSnapshots(dataDir: string): Promise<SnapshotFact[]> {
  const folder = join(dataDir, "memory");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".memory")) : [];
  using sqlite = openForReading(databasePath(dataDir));
  const found: SnapshotFact[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const seen = statSync(path).isFile() ? await inspectSnapshot(path) : ({ state: "damaged" } as const);
    found.push({ file, state: snapshotState(seen, standingOf(sqlite, basename(file, ".memory"))) });
  }
  return found;
}

async function repair(dataDir: string): Promise<readonly string[]> {
  const lock = lockDataDir(dataDir);
  finishRestore(dataDir);
  lock.release();
  const facts = await look(dataDir);
  const isRepairable = facts.database.version !== null && facts.database.problems.length === 0;
  if (!isRepairable) return [];
  using held = holdDataFolder(dataDir, { create: false });
  const pace = { now: () => performance.now(), pause: () => Promise.resolve() };
  return await repairFolder(dataDir, facts, { database: held.database, pace, at: systemClock.now() });
}

interface Report {
  readonly dataDir: string;
  readonly findings: readonly Finding[];
  readonly repaired: readonly string[];
}

const severityStyles = { fine: "green", warning: "yellow", damage: "red" } as const;

function printTable({ dataDir, findings, repaired }: Report, console: Console): void {
  const paint = console.paint ?? plain;
  console.print(`docent ${buildInfo.version}, data folder ${dataDir}`);
  for (const line of repaired) console.print(`  done      ${line}`);
  for (const { severity, area, message, details = [], remedy, repairable } of findings) {
    const next = remedy ?? (repairable ? "`docent doctor --repair` repairs this." : null);
    const shown = paint(severityStyles[severity], severity.padEnd(8));
    console.print(`  ${shown}  ${area.padEnd(12)} ${message}${next === null ? "" : ` ${next}`}`);
    for (const name of details) console.print(`${" ".repeat(12)}${name}`);
  }
}

function printJson({ dataDir, findings, repaired }: Report, console: Console): void {
  const verdict = worstOf(findings);
  console.print(JSON.stringify({ version: buildInfo.version, data_dir: dataDir, verdict, findings, repaired }));
}

function printEgress(config: Config, console: Console, isJson: boolean): number {
  const egress = egressOf(config);
  if (isJson) console.print(JSON.stringify(egress));
  else if (egress.length === 0) console.print("Docent opens no connections.");
  else {
    console.print("Docent may open connections to these, and to nothing else:");
    for (const { to, what, setting } of egress) console.print(`  ${to.padEnd(28)} ${what} (${setting})`);
  }
  return 0;
}
