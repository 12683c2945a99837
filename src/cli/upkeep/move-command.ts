import type { Moved, MoveOrder } from "../../compose/archives/data-moving.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { MoveReport } from "../../upkeep/data-move.ts";
import { readFlags } from "../arguments.ts";
import { type Command, type Console, UsageError } from "../command.ts";
import { settingSources } from "../serving/running-settings.ts";
import { formatBytes } from "../terminal/text-table.ts";
import { incompleteExitCode } from "./folder-commands.ts";

const flags = { options: ["to", "from"] };

export const moveCommand: Command = {
  name: "move",
  usage: "(--to URL | --from URL) --files PLACE [--data-dir FOLDER]",
  summary: "Move all data to PostgreSQL, or from there to a data folder",
  examples: ["--to postgres://db/docent --files /srv/files", "--from postgres://db/docent --files /srv/files"],
  help: [
    "--to URL     copies the data folder to an empty PostgreSQL database, and its original files to --files.",
    "--from URL   copies such a database and the files in --files to an empty data folder.",
    "",
    "URL is postgres://USER:PASSWORD@HOST:PORT/DATABASE; PLACE is a folder or s3://BUCKET/PREFIX. What is copied stays where it was. Nothing can be served from the",
    "target until everything is there and has been compared. A move that was interrupted goes on when it is started again.",
    "While a service runs on the data folder, --to copies what there is so far; stop the service and start the move again.",
    "",
    "Exit codes: 0 moved; 3 not complete: the service still runs, or original files were missing before; 1 failed.",
  ].join("\n"),
  flags,
  run: async (args, console) => {
    const { settings, words, options } = readFlags(args, flags);
    if (words.length > 0) throw new UsageError("`docent move` takes only flags.");
    const [to, from] = flags.options.map((name) => options.get(name) ?? null);
    if ((to === null) === (from === null))
      throw new UsageError("Name either --to or --from, with the address of a database.");
    const config = loadConfig(settingSources([...settings, "--database", addressIn(to ?? from ?? "")]));
    if (config.shared === null) throw new UsageError("Name the place of original files with --files.");
    const order = { dataDir: config.dataDir, shared: config.shared, progress: progressOn(console) };
    // Loaded here because it needs PostgreSQL's client.
    const { moveToDatabase, moveToFolder } = await import("../../compose/archives/data-moving.ts");
    const moved = await (to === null ? moveToFolder : moveToDatabase)(order);
    console.renew?.("");
    return tell(moved, order, to === null, console);
  },
};

function addressIn(text: string): string {
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new UsageError("The address of a database begins with postgres:// and names a host and a database.");
}

function progressOn(console: Console): MoveOrder["progress"] {
  return (what, done) => console.renew?.(`${what.replaceAll("_", " ")}: ${done.toLocaleString("en")}`);
}

function tell(moved: Moved, order: MoveOrder, isBack: boolean, console: Console): number {
  if (!moved.isComplete) {
    console.print(`Copied ahead: ${moved.changes} rows and ${moved.files} original files were new or had changed.`);
    console.complain("A service runs on the data folder. Stop it and start the same move again to complete it.");
    return incompleteExitCode;
  }
  const { report, otherConnections } = moved;
  printTables(report, console);
  if (report.altered > 0)
    console.complain(`${report.altered} rows contained U+0000, which PostgreSQL cannot hold; U+FFFD takes its place.`);
  if (otherConnections > 0)
    console.complain(
      `${otherConnections} other connections of Docent to the database are open. What nodes write from now on is not in the folder.`,
    );
  console.print(isBack ? `${order.dataDir} now has everything. The database stays as it is.` : toServe(order));
  if (report.missing.length === 0) return 0;
  console.complain(`These ${report.missing.length} original files were missing or damaged before the move:`);
  for (const { name } of report.missing) console.complain(`  ${name}`);
  return incompleteExitCode;
}

function toServe({ dataDir }: MoveOrder): string {
  return (
    "The database now has everything. Start each node with DOCENT_DATABASE, DOCENT_FILES and a data folder of its own. " +
    `${dataDir} stays as it is: keep it until you have seen the nodes work, and do not serve it again.`
  );
}

function printTables({ tables, originals, originalBytes }: MoveReport, console: Console): void {
  for (const { table, rows, sha256 } of tables.filter((each) => each.rows > 0))
    console.print(`${table.padEnd(18)} ${String(rows).padStart(10)} rows   sha256 ${sha256}`);
  console.print(`${originals} original files, ${formatBytes(originalBytes)}, each compared by its SHA-256.`);
}
