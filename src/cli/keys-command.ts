import type { CommandServices } from "../compose/database/command-services.ts";
import { openCommandServices } from "../compose/database/opened-services.ts";
import type { Config } from "../config/load-config.ts";
import { timestamp } from "../kernel/clock.ts";
import { type ExpertId, isId } from "../kernel/ids.ts";
import type { ApiKey } from "../keys/key.ts";
import { agentClients, lineFor } from "../mcp/agent-clients.ts";
import type { Arguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { readKeyWish } from "./key-wish.ts";
import { workspaceChosen } from "./named-things.ts";
import { placeOf, reachService, readServiceArguments } from "./service-access.ts";
import { createServiceKey, listServiceKeys, revokeServiceKey } from "./service-keys.ts";
import { platformHere } from "./serving/client-installation.ts";

const flags = { options: ["workspace", "name", "scopes", "experts", "expires"] };

export const keysCommand: Command = {
  name: "keys",
  usage: "create | list | revoke KEY_ID",
  summary: "Manage API keys",
  help: `  --name NAME          With create: what the key is for
  --scopes LIST        With create: what it may do, of query, ingest, manage and admin; all by default
  --experts LIST       With create: the only experts that it can reach; all by default. On a data folder, by their ids
  --expires DATE       With create: the end of its life, such as 2027-01-31; none by default
  --workspace NAME     On a data folder: the workspace; default by default

With --url or DOCENT_URL the command uses a running service, on this machine or another, with an admin key, which is read
from --key-file FILE or DOCENT_API_KEY. Otherwise it uses the data folder, also while a service runs on it.`,
  flags,
  run: async (args, console) => {
    const given = readServiceArguments(args, flags);
    const [action = ""] = given.words;
    if (action !== "create" && action !== "list" && action !== "revoke")
      throw new UsageError("Use `docent keys create`, `docent keys list` or `docent keys revoke KEY_ID`.");
    if (given.config.serviceUrl !== null) await performOnService(action, given, console);
    else {
      await using services = await openCommandServices(given.config);
      await { create, list, revoke }[action](services, given, console);
    }
    return 0;
  },
};

async function performOnService(action: "create" | "list" | "revoke", given: Arguments, console: Console) {
  if (given.options.has("workspace"))
    throw new UsageError("--workspace cannot be used with a service: a key manages the keys of its own workspace.");
  const client = reachService(given, console);
  if (action === "list") return listServiceKeys(client, console);
  if (action === "revoke") return revokeServiceKey(client, given.words[1] ?? "", console);
  showAgents(given.config, await createServiceKey(client, readKeyWish(given), console), console);
}

async function create(services: CommandServices, given: Arguments, console: Console): Promise<void> {
  const { experts, ...wish } = readKeyWish(given);
  const expertIds = idsOf(experts);
  const { id: workspaceId } = await workspaceChosen(services, given.options);
  const { key, secret } = await services.keys.create({ workspaceId, ...wish, expertIds });
  console.print(secret);
  console.complain(
    `Key ${key.id} (${key.scopes.join(", ")}). This is the only time it is shown: only its hash is stored.`,
  );
  showAgents(given.config, secret, console);
}

/** They have the key in them, so they are for a person's eyes and not for the log of a script. */
function showAgents(config: Config, secret: string, console: Console): void {
  if (console.renew !== undefined) for (const line of agentLines(config, secret)) console.complain(line);
}

/** How agents use the key. Where the service has no address, they need `docent mcp`, which is told of in the handbook. */
function agentLines(config: Config, key: string): readonly string[] {
  if (config.serviceUrl === null && (config.socket !== null || config.port === 0)) return [];
  const connection = { url: `${placeOf(config).address}/mcp`, key, command: process.execPath };
  const platform = platformHere();
  return [
    "",
    "To connect an agent, run `docent mcp --install CLIENT`, or use one of these lines:",
    ...agentClients.map((client) => `  ${client.name.padEnd(15)} ${lineFor(client, connection, platform)}`),
  ];
}

async function list(services: CommandServices, { options }: Arguments, console: Console): Promise<void> {
  const workspace = await workspaceChosen(services, options);
  for (const key of await services.keys.list(workspace.id)) {
    console.print(
      [key.id, `${key.prefix}…`.padEnd(10), key.name.padEnd(16), key.scopes.join(","), stateOf(key)].join("  "),
    );
  }
}

async function revoke(services: CommandServices, { words, options }: Arguments, console: Console): Promise<void> {
  const id = words[1] ?? "";
  if (!isId("key", id))
    throw new UsageError("Say which key: `docent keys revoke KEY_ID`. `docent keys list` shows the ids.");
  const workspace = await workspaceChosen(services, options);
  await services.keys.revoke(workspace.id, id);
  console.print(`${id} is revoked.`);
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${timestamp(revokedAt)}`;
  if (expiresAt !== null) return `expires ${timestamp(expiresAt)}`;
  return lastUsedAt === null ? "never used" : `last used ${timestamp(lastUsedAt)}`;
}

function idsOf(names: readonly string[] | null): readonly ExpertId[] | null {
  return (
    names?.map((id) => {
      if (!isId("expert", id)) throw new UsageError(`"${id}" is not the id of an expert (exp_…).`);
      return id;
    }) ?? null
  );
}
