import { DocentError } from "../client/client-error.ts";
import { ConfigError } from "../config/load-config.ts";
import { DiskError, errorCode, plainReason } from "../kernel/error-code.ts";
import { Fault } from "../kernel/fault.ts";
import { nearestName } from "../kernel/nearest-name.ts";
import { NotAFile } from "../kernel/regular-file.ts";
import { ArchiveError } from "../store/sqlite/archives/archive-layout.ts";
import { DataDirError } from "../store/sqlite/folder/data-lock.ts";
import { MoveError } from "../upkeep/move-ports.ts";
import { splitAtEnd } from "./arguments.ts";
import { askCommand } from "./asking/ask-command.ts";
import { evalCommand } from "./asking/eval-command.ts";
import { searchCommand } from "./asking/search-command.ts";
import { checkCommand } from "./check-command.ts";
import { type Command, type Console, type Paint, plain, StartError, UsageError } from "./command.ts";
import { expertsCommand } from "./experts-command.ts";
import { ingestCommand } from "./ingest/ingest-command.ts";
import { keepersCommand } from "./keepers-command.ts";
import { keysCommand } from "./keys-command.ts";
import { loginCommand } from "./login-command.ts";
import { ignoreProxies } from "./serving/exposure.ts";
import { mcpCommand } from "./serving/mcp-command.ts";
import { serveCommand } from "./serving/serve-command.ts";
import { sourcesCommand } from "./sources-command.ts";
import { completionsCommand } from "./terminal/completions-command.ts";
import { terminalConsole } from "./terminal/terminal-console.ts";
import { tortureCommand } from "./torture-command.ts";
import { doctorCommand } from "./upkeep/doctor-command.ts";
import { exportCommand } from "./upkeep/export-command.ts";
import { backupCommand, compactCommand, restoreCommand } from "./upkeep/folder-commands.ts";
import { importCommand } from "./upkeep/import-command.ts";
import { installCommand } from "./upkeep/install-command.ts";
import { modelCommand } from "./upkeep/model-command.ts";
import { moveCommand } from "./upkeep/move-command.ts";
import { reindexCommand } from "./upkeep/reindex-command.ts";
import { selfCheckCommand } from "./upkeep/self-check-command.ts";
import { upgradeCommand } from "./upkeep/upgrade-command.ts";
import { usageCommand } from "./usage-command.ts";
import { licensesCommand, versionCommand } from "./version-command.ts";
import { workspacesCommand } from "./workspaces-command.ts";

const groups: readonly { readonly title: string; readonly commands: readonly Command[] }[] = [
  { title: "Start, and sign in", commands: [serveCommand, loginCommand, installCommand, mcpCommand] },
  {
    title: "Experts and their sources",
    commands: [ingestCommand, expertsCommand, sourcesCommand, keepersCommand, exportCommand, importCommand],
  },
  { title: "Ask", commands: [askCommand, searchCommand, checkCommand, evalCommand] },
  { title: "Who may do what", commands: [keysCommand, workspacesCommand, usageCommand] },
  {
    title: "Look after it",
    commands: [backupCommand, restoreCommand, doctorCommand, compactCommand, upgradeCommand, moveCommand],
  },
  {
    title: "Models, and the program itself",
    commands: [
      modelCommand,
      reindexCommand,
      selfCheckCommand,
      tortureCommand,
      versionCommand,
      licensesCommand,
      completionsCommand(() => commands),
    ],
  },
];

export const commands: readonly Command[] = groups.flatMap((group) => group.commands);

export async function run(args: readonly string[], console: Console = terminalConsole()): Promise<number> {
  ignoreProxies(Bun.env);
  const [name = "help", ...rest] = args;
  const isHelp = name === "help" || name === "--help" || name === "-h";
  if (isHelp && rest[0] === undefined) {
    console.print(overview(console.paint ?? plain));
    return 0;
  }
  if (isHelp) return run([rest[0]!, "--help"], console);
  try {
    const command = find(name === "--version" || name === "-v" ? "version" : name);
    if (!asksForHelp(rest)) return await command.run(rest, console);
    console.print(explanation(command, console.paint ?? plain));
    return 0;
  } catch (error) {
    return explain(error, console);
  }
}

function asksForHelp(args: readonly string[]): boolean {
  return args[0] === "-h" || splitAtEnd(args)[0].includes("--help");
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

const typed = ({ name, examples }: Command) => examples.map((rest) => `    $ docent ${name} ${rest}`.trimEnd());

function explanation(command: Command, paint: Paint): string {
  const { name, usage, summary, help } = command;
  const more = help === undefined ? "" : `\n\n${typeof help === "string" ? help : help()}`;
  return `${paint("bold", `docent ${name} ${usage}`.trimEnd())}\n\n${summary}.\n\n${typed(command).join("\n")}${more}`;
}

function overview(paint: Paint): string {
  const lines = groups.flatMap(({ title, commands: some }) => [
    paint("bold", title),
    ...some.map(({ name, summary }) => `  ${paint("bold", name.padEnd(12))}${summary}`),
    ...some.slice(0, 2).map((command) => typed(command)[0]!),
    "",
  ]);
  return [
    "Docent answers questions from your documents, with citations that can be checked.",
    "",
    ...lines,
    "Run `docent help COMMAND` for the details of a command. `docent help serve` lists the settings.",
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
  console.complain(lineFor(error));
  return 1;
}

function lineFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const plain = [Fault, DataDirError, StartError, ArchiveError, DocentError, MoveError, DiskError, NotAFile];
  if (plain.some((kind) => error instanceof kind)) return error.message;
  // The cause, because drizzle's own errors have no code.
  const reason = errorCode(error) === null && error.cause instanceof Error ? error.cause : error;
  return isOfTheMachine(reason) ? plainReason(reason) : (error.stack ?? error.message);
}

/** Of disk, file or permissions: the message is enough, without a stack trace. */
function isOfTheMachine(error: Error): boolean {
  return /^(?:E[A-Z0-9]+|SQLITE_(?:FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PERM|BUSY)\w*)$/.test(
    errorCode(error) ?? "",
  );
}
