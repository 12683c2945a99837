import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownCommand } from "../build-info.ts";
import { systemClock } from "../kernel/clock.ts";
import type { TortureOptions } from "../torture/rounds.ts";
import type { TortureReport } from "../torture/torture-report.ts";
import { type Command, type Console, StartError, UsageError } from "./command.ts";

const defaultKills = 25;
const valued: readonly string[] = ["dir", "kills", "at", "troubles", "seed", "database", "pauses"];
const switches: readonly string[] = ["json", "cluster"];

export const tortureCommand: Command = {
  name: "torture",
  usage:
    "[--dir FOLDER] [--kills N] [--at MOMENT] [--troubles all|NAMES] [--cluster --database URL [--pauses N]] [--seed N] [--json]",
  summary: "Test durability: kill a service again and again, and check that nothing is lost",
  flags: { options: [...valued], switches: [...switches] },
  run: async (args, console) => {
    const options = optionsFrom(args);
    // Loaded only here: no other command needs these modules.
    const { reportLines } = await import("../torture/torture-report.ts");
    const folder = folderIn(options.parent);
    const common = {
      folder,
      kills: options.kills,
      seed: options.seed,
      clock: systemClock,
      signal: stopSignal(),
      command: ownCommand(),
      env: plainEnvironment(),
      progress: progressTo(console, options.asJson),
    };
    const report = await (options.cluster === null
      ? tortureOne(common, options)
      : tortureMany(common, options.cluster));
    if (report.violations.length === 0) rmSync(folder, { recursive: true, force: true });
    if (options.asJson) console.print(JSON.stringify(report));
    else for (const line of reportLines(report)) console.print(line);
    return exitCodeOf(report, options.kills);
  },
};

/** A new folder. One that is missing is not created: the disk that it names may not be mounted. @throws StartError */
function folderIn(parent: string): string {
  try {
    return mkdtempSync(join(parent, "docent-torture-"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot create a folder in ${parent}: ${reason}. Name another folder with --dir.`, cause);
  }
}

type Common = Omit<TortureOptions, "at" | "troubles">;

async function tortureOne(common: Common, { at, troubles }: TortureArguments): Promise<TortureReport> {
  const { torture } = await import("../torture/rounds.ts");
  return torture({ ...common, at, troubles });
}

async function tortureMany(common: Common, cluster: NonNullable<TortureArguments["cluster"]>): Promise<TortureReport> {
  const { tortureCluster } = await import("../torture/troubles/cluster-rounds.ts");
  return tortureCluster({ ...common, ...cluster }).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error), error);
  });
}

interface TortureArguments {
  readonly parent: string;
  readonly kills: number;
  readonly at: TortureOptions["at"];
  readonly troubles: ((name: string) => boolean) | null;
  readonly seed: number;
  readonly asJson: boolean;
  /** Null: one service on a data folder. */
  readonly cluster: { readonly database: string; readonly pauses: number } | null;
}

function optionsFrom(args: readonly string[]): TortureArguments {
  const given = flagsIn(args);
  const kills = wholeNumber(given.get("kills") ?? String(defaultKills), "kills");
  return {
    parent: resolve(given.get("dir") ?? tmpdir()),
    kills,
    at: momentIn(given.get("at")),
    troubles: troublesIn(given.get("troubles")),
    seed: wholeNumber(given.get("seed") ?? String(systemClock.now() % 2 ** 31), "seed"),
    asJson: given.has("json"),
    cluster: clusterIn(given, kills),
  };
}

function flagsIn(args: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const [, name = "", inline] = /^--([a-z]+)(?:=(.*))?$/s.exec(args[i] ?? "") ?? [];
    if (![...valued, ...switches].includes(name)) throw new UsageError(`\`docent torture\` does not take ${args[i]}.`);
    given.set(name, inline ?? (switches.includes(name) ? "" : (args[++i] ?? "")));
  }
  return given;
}

function clusterIn(given: ReadonlyMap<string, string>, kills: number): TortureArguments["cluster"] {
  const isCluster = given.has("cluster");
  const other = (isCluster ? ["at", "troubles"] : ["database", "pauses"]).find((name) => given.has(name));
  if (other !== undefined) throw new UsageError(`--${other} is ${isCluster ? "not " : ""}for --cluster.`);
  if (!isCluster) return null;
  const database = given.get("database") ?? "";
  if (!/^postgres(?:ql)?:\/\/./.test(database) || !URL.canParse(database))
    throw new UsageError("--cluster needs --database, the address of an empty PostgreSQL database.");
  return { database, pauses: wholeNumber(given.get("pauses") ?? String(Math.floor(kills / 25)), "pauses") };
}

const moments = ["starting", "recovering", "loaded", "reading", "stopping"] as const satisfies TortureOptions["at"][];

function momentIn(name: string | undefined): TortureArguments["at"] {
  const found = moments.find((moment) => moment === name) ?? null;
  if (name === undefined || found !== null) return found;
  throw new UsageError(`--at takes one of ${moments.join(", ")}, not "${name}".`);
}

function troublesIn(names: string | undefined): TortureArguments["troubles"] {
  if (names === undefined) return null;
  if (names === "all") return () => true;
  const wanted = names.split(",").map((name) => name.trim());
  return (name) => wanted.includes(name);
}

function wholeNumber(text: string, name: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number, not "${text}".`);
}

/** No setting of this machine's own service reaches the one that is tortured. */
function plainEnvironment(): Record<string, string> {
  const kept = Object.entries(Bun.env).filter(([name]) => !name.startsWith("DOCENT_"));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Violations are shown as soon as they are found: a run can take an hour. */
function progressTo(console: Console, isQuiet: boolean): TortureOptions["progress"] {
  let [shown, tens] = [0, 0];
  return (kills, violations) => {
    if (isQuiet) return;
    for (const { kind, says } of violations.slice(shown)) console.complain(`${kind}: ${says}`);
    shown = violations.length;
    // Several nodes may be killed at once.
    if (kills < 10 * (tens + 1)) return;
    tens = Math.floor(kills / 10);
    console.complain(`${kills} kills, ${shown} violations`);
  };
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

function exitCodeOf({ violations, kills }: TortureReport, wanted: number): number {
  return violations.length === 0 && kills >= wanted ? 0 : 1;
}
