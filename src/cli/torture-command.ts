import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownCommand } from "../build-info.ts";
import { systemClock } from "../kernel/clock.ts";
import type { TortureOptions } from "../torture/rounds.ts";
import type { TortureReport } from "../torture/torture-report.ts";
import { numberOption, readFlags, type Words } from "./arguments.ts";
import { type Command, type Console, StartError, UsageError } from "./command.ts";

const defaultKills = 25;
const flags = {
  options: ["dir", "kills", "at", "troubles", "seed", "database", "pauses"],
  switches: ["json", "cluster"],
};

export const tortureCommand: Command = {
  name: "torture",
  usage:
    "[--dir FOLDER] [--kills N] [--at MOMENT] [--troubles all|NAMES] [--cluster --database URL [--pauses N]] [--seed N] [--json]",
  summary: "Test durability: kill a service again and again, and check that nothing is lost",
  examples: ["--kills 100", "--kills 300 --troubles all --seed 7"],
  flags,
  run: async (args, console) => {
    const options = optionsFrom(args);
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

/** A missing parent is not created, because its disk may not be mounted. @throws StartError */
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

type TortureArguments = ReturnType<typeof optionsFrom>;

function optionsFrom(args: readonly string[]) {
  const given = readFlags(args, flags);
  const { words, options, settings } = given;
  if (words.length + settings.length > 0) throw new UsageError("`docent torture` takes only flags of its own.");
  const kills = numberOption(given, "kills") ?? defaultKills;
  return {
    parent: resolve(options.get("dir") ?? tmpdir()),
    kills,
    at: momentIn(options.get("at")),
    troubles: troublesIn(options.get("troubles")),
    seed: numberOption(given, "seed") ?? systemClock.now() % 2 ** 31,
    asJson: given.switches.has("json"),
    cluster: clusterIn(given, kills),
  };
}

function clusterIn(given: Words, kills: number) {
  const isCluster = given.switches.has("cluster");
  const other = (isCluster ? ["at", "troubles"] : ["database", "pauses"]).find((name) => given.options.has(name));
  if (other !== undefined) throw new UsageError(`--${other} is ${isCluster ? "not " : ""}for --cluster.`);
  if (!isCluster) return null;
  const database = given.options.get("database") ?? "";
  if (!/^postgres(?:ql)?:\/\/./.test(database) || !URL.canParse(database))
    throw new UsageError("--cluster needs --database, the address of an empty PostgreSQL database.");
  return { database, pauses: numberOption(given, "pauses") ?? Math.floor(kills / 25) };
}

const moments = ["starting", "recovering", "loaded", "reading", "stopping"] as const satisfies TortureOptions["at"][];

function momentIn(name: string | undefined): TortureOptions["at"] {
  const found = moments.find((moment) => moment === name) ?? null;
  if (name === undefined || found !== null) return found;
  throw new UsageError(`--at takes one of ${moments.join(", ")}, not "${name}".`);
}

function troublesIn(names: string | undefined): TortureOptions["troubles"] {
  if (names === undefined) return null;
  if (names === "all") return () => true;
  const wanted = names.split(",").map((name) => name.trim());
  return (name) => wanted.includes(name);
}

function plainEnvironment(): Record<string, string> {
  const kept = Object.entries(Bun.env).filter(([name]) => !name.startsWith("DOCENT_"));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** At once, because a run can take an hour. */
function progressTo(console: Console, isQuiet: boolean): TortureOptions["progress"] {
  let [shown, tens] = [0, 0];
  return (kills, violations) => {
    if (isQuiet) return;
    for (const { kind, says } of violations.slice(shown)) console.complain(`${kind}: ${says}`);
    shown = violations.length;
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
