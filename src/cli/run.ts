/** From the command line to an exit code. */
import { ArchiveError } from "../archive/archive-layout.ts";
import { ConfigError } from "../config/load-config.ts";
import { Fault } from "../kernel/fault.ts";
import { nearestName } from "../kernel/nearest-name.ts";
import { DataDirError } from "../storage/data-lock.ts";
import { backupCommand } from "./backup-command.ts";
import { type Command, type Console, StartError, UsageError } from "./command.ts";
import { ignoreProxies } from "./direct-connections.ts";
import { doctorCommand } from "./doctor-command.ts";
import { evalCommand } from "./eval-command.ts";
import { exportCommand } from "./export-command.ts";
import { importCommand } from "./import-command.ts";
import { keysCommand } from "./keys-command.ts";
import { reindexCommand } from "./reindex-command.ts";
import { restoreCommand } from "./restore-command.ts";
import { serveCommand } from "./serve-command.ts";
import { tortureCommand } from "./torture-command.ts";
import { versionCommand } from "./version-command.ts";
import { workspacesCommand } from "./workspaces-command.ts";

export const commands: readonly Command[] = [
  serveCommand,
  keysCommand,
  workspacesCommand,
  evalCommand,
  reindexCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  importCommand,
  doctorCommand,
  tortureCommand,
  versionCommand,
];

const terminal: Console = {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};

export async function run(args: readonly string[], console: Console = terminal): Promise<number> {
  ignoreProxies(Bun.env);
  const [name = "help", ...rest] = args;
  if (name === "help" || name === "--help" || name === "-h") {
    console.print(overview());
    return 0;
  }
  try {
    return await find(name === "--version" || name === "-v" ? "version" : name).run(rest, console);
  } catch (error) {
    return explain(error, console);
  }
}

function find(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const near = nearestName(
    name,
    commands.map((each) => each.name),
  );
  throw new UsageError(`There is no command "${name}".${near === null ? "" : ` Did you mean "${near}"?`}`);
}

function overview(): string {
  const lines = commands.map(({ name, usage, summary }) => `  docent ${`${name} ${usage}`.padEnd(34)} ${summary}`);
  return [
    "Docent answers questions from your documents, with citations that can be checked.",
    "",
    ...lines,
    "",
    "`docent serve --help` lists the settings.",
  ].join("\n");
}

function explain(error: unknown, console: Console): number {
  if (error instanceof ConfigError) {
    for (const problem of error.problems) console.complain(problem);
    return 2;
  }
  if (error instanceof UsageError) {
    console.complain(`${error.message} \`docent help\` lists the commands.`);
    return 2;
  }
  const plain = [Fault, DataDirError, StartError, ArchiveError];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) console.complain(error.message);
  else console.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
