import { statSync } from "node:fs";
import { buildInfo } from "../../build-info.ts";
import { openOwnService } from "../../compose/compose.ts";
import { systemClock } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import { createLog } from "../../kernel/log.ts";
import { openMemoryBackend, ownMemoryBackend } from "../../mcp/memory-backend.ts";
import type { LocalFiles } from "../../mcp/tool.ts";
import { DataDirError } from "../../store/sqlite/folder/data-lock.ts";
import type { Arguments } from "../arguments.ts";
import { type Console, StartError, UsageError } from "../command.ts";
import { accessTo, connectForOthers, serviceCommand } from "../service-access.ts";
import { filesIn } from "./readable-folder.ts";
import { listenForSignals } from "./service-signals.ts";

export const mcpCommand = serviceCommand({
  name: "mcp",
  usage: "[--install CLIENT]",
  summary: "Give agents the experts as tools, over the Model Context Protocol",
  examples: ["--install claude-code", "--files ./manuals"],
  help: `An agent's client starts this command and speaks to it over standard input and output. Clients that speak HTTP
use the service's own address with /mcp instead.

  --files FOLDER      The folder of which add_source may read files; by default the working directory
  --workspace NAME    The workspace, where no service runs and the command opens the data folder itself
  --install CLIENT    Connect a client instead: claude-code, claude-desktop, cursor, vscode, zed or open-webui
  --yes               Do not ask before --install changes a file

The command opens the data folder if it has a database that no service uses. Otherwise it connects to a service.`,
  flags: { options: ["files", "workspace", "install"], switches: ["yes"] },
  run: async ({ given, console }) => {
    if (given.words.length > 0)
      throw new UsageError("`docent mcp` takes no words, only flags such as --install CLIENT.");
    const client = given.options.get("install");
    return client === undefined ? serveTools(given, console) : install(client, given, console);
  },
});

/** Loaded here because it needs a JSON parser. */
async function install(client: string, given: Arguments, console: Console): Promise<number> {
  const { installFor } = await import("./client-installation.ts");
  return installFor(client, given, console);
}

async function serveTools(given: Arguments, console: Console): Promise<number> {
  const files = localFiles(given.options.get("files"));
  const folder = given.config.serviceUrl === null ? await openFolder(given, console) : null;
  const { stop, end } = listenForSignals({ reload: () => undefined, hangUpStops: true });
  const stopping = new AbortController();
  void stop.then(() => stopping.abort());
  const onDefect = (error: unknown) =>
    console.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  try {
    const backend = folder === null ? await openService(given) : ownMemoryBackend(folder.fetch, ["admin"]);
    const { serveStandardStreams } = await import("../../mcp/tool-server.ts");
    await serveStandardStreams({ version: buildInfo.version, backend, files, onDefect }, stopping.signal);
    return 0;
  } finally {
    end();
    await folder?.close();
  }
}

/** Ends the command on a refused key, because clients show little of a failed message. @throws StartError */
async function openService(given: Arguments) {
  try {
    return await openMemoryBackend(connectForOthers(given));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new StartError(`${accessTo(given).place.address} refuses the key of \`docent mcp\`. ${error.message}`, error);
  }
}

/** Null: in use by a service, or not there yet. */
async function openFolder({ config, options }: Arguments, console: Console) {
  const log = createLog(config.log ?? "json", systemClock, console.complain, { threshold: () => "warn" });
  try {
    return await openOwnService(config, { log, workspace: options.get("workspace") ?? "default" });
  } catch (error) {
    if (error instanceof DataDirError && error.isInUse) return null;
    throw error;
  }
}

/** Null by default at the disk's root, where desktop clients start programs. */
function localFiles(folder: string | undefined): LocalFiles | null {
  if (folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--files needs a folder; there is none at ${folder}.`);
  const chosen = folder ?? process.cwd();
  return folder === undefined && chosen === "/" ? null : filesIn(chosen);
}
