import { existsSync } from "node:fs";
import { openCommandServices } from "../compose/database/opened-services.ts";
import type { Config } from "../config/load-config.ts";
import { shownLine } from "../language/text/shown-text.ts";
import { agentClients, lineFor } from "../mcp/agent-clients.ts";
import { databasePath } from "../store/sqlite/folder/data-folder.ts";
import type { Arguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { readKeyWish } from "./key-wish.ts";
import { placeOf, reachService, readServiceArguments } from "./service-access.ts";
import { type KeyPlace, keysOfFolder, keysOfService, type ListedKey, sayWhich } from "./service-keys.ts";
import { platformHere } from "./serving/client-installation.ts";
import { readLogin } from "./stored-login.ts";

const flags = { options: ["workspace", "name", "scopes", "experts", "expires"] };

export const keysCommand: Command = {
  name: "keys",
  usage: "create | list | revoke KEY_ID",
  summary: "Manage API keys",
  examples: ["create --name kiosk --scopes query --experts manuals", "revoke KEY_ID"],
  help: `  --name NAME          With create: what the key is for
  --scopes LIST        With create: what it may do, of query, ingest, manage and admin; all by default
  --experts LIST       With create: the only experts that it can reach; all by default. On a data folder, by their ids
  --expires DATE       With create: the end of its life, such as 2027-01-31; none by default
  --workspace NAME     On a data folder: the workspace; default by default

With --url or DOCENT_URL, or after \`docent login\` where there is no data folder, the command uses a running service with
an admin key, which is read from --key-file FILE or DOCENT_API_KEY. Otherwise it uses the data folder, also while a
service runs on it.`,
  flags,
  run: async (args, console) => {
    const given = readServiceArguments(args, flags);
    const [action = ""] = given.words;
    if (action !== "create" && action !== "list" && action !== "revoke")
      throw new UsageError("Use `docent keys create`, `docent keys list` or `docent keys revoke KEY_ID`.");
    const perform = { create, list, revoke }[action];
    if (!isAtService(given.config)) {
      await using services = await openCommandServices(given.config);
      await perform(keysOfFolder(services, given.options), given, console);
    } else {
      if (given.options.has("workspace"))
        throw new UsageError("--workspace cannot be used with a service: a key manages the keys of its own workspace.");
      await perform(keysOfService(reachService(given, console)), given, console);
    }
    return 0;
  },
};

/** Without a data folder, `docent login` has named the service. */
const isAtService = ({ serviceUrl, shared, dataDir }: Config) =>
  serviceUrl !== null || (shared === null && !existsSync(databasePath(dataDir)) && readLogin() !== null);

async function create(place: KeyPlace, given: Arguments, console: Console): Promise<void> {
  const { id, secret, scopes } = await place.create(readKeyWish(given));
  console.print(secret);
  console.complain(`Key ${id} (${scopes.join(", ")}). This is the only time it is shown: only its hash is stored.`);
  showAgents(given.config, secret, console);
}

/** Only on a terminal, not in a script's log, because the lines contain the key. */
function showAgents(config: Config, secret: string, console: Console): void {
  if (console.renew !== undefined) for (const line of agentLines(config, secret)) console.complain(line);
}

function agentLines(config: Config, key: string): readonly string[] {
  if (config.serviceUrl === null && (config.socket !== null || config.port === 0)) return [];
  const connection = { url: `${placeOf(config, null).address}/mcp`, key, command: process.execPath };
  const platform = platformHere();
  return [
    "",
    "To connect an agent, run `docent mcp --install CLIENT`, or use one of these lines:",
    ...agentClients.map((client) => `  ${client.name.padEnd(15)} ${lineFor(client, connection, platform)}`),
  ];
}

async function list(place: KeyPlace, _: Arguments, console: Console): Promise<void> {
  for (const key of await place.list()) {
    const name = shownLine(key.name).padEnd(16);
    console.print([key.id, `${key.prefix}…`.padEnd(10), name, key.scopes.join(","), stateOf(key)].join("  "));
  }
}

async function revoke(place: KeyPlace, { words }: Arguments, console: Console): Promise<void> {
  const id = words[1] ?? "";
  if (id === "") throw new UsageError(sayWhich);
  const found = (await place.list()).find((key) => key.id === id);
  await place.revoke(id);
  console.print(`${id} is revoked.`);
  if (found !== undefined && readLogin()?.key.startsWith(found.prefix) === true)
    console.complain("It was the key that `docent login` stored: run `docent login` again, or give another key.");
}

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt, last_used_at: lastUsedAt }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt !== null) return `expires ${expiresAt}`;
  return lastUsedAt === null ? "never used" : `last used ${lastUsedAt}`;
}
