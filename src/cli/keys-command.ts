/** `docent keys`: makes, lists and revokes keys, also while a server runs on the same folder. */
import { type FolderServices, openFolderServices } from "../compose/folder-services.ts";
import type { Config } from "../config/load-config.ts";
import { timestamp } from "../kernel/clock.ts";
import { type ExpertId, isId } from "../kernel/ids.ts";
import { type ApiKey, type Scope, scopes } from "../keys/key.ts";
import { agentClients, lineFor } from "../mcp/agent-clients.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { platformHere } from "./mcp/client-installation.ts";
import { workspaceChosen } from "./named-things.ts";
import { placeOf } from "./service-access.ts";

const flags = ["workspace", "name", "scopes", "experts", "expires"];

export const keysCommand: Command = {
  name: "keys",
  usage: "create | list | revoke KEY_ID",
  summary: "Manage API keys",
  run: async (args, console) => {
    const given = readArguments(args, { options: flags });
    const [action = ""] = given.words;
    const perform = { create, list, revoke }[action];
    if (perform === undefined)
      throw new UsageError("Use `docent keys create`, `docent keys list` or `docent keys revoke KEY_ID`.");
    using services = openFolderServices(given.config);
    perform(services, given, console);
    return 0;
  },
};

function create(services: FolderServices, given: Arguments, console: Console): void {
  const { options } = given;
  const { key, secret } = services.keys.create({
    workspaceId: workspaceChosen(services, options).id,
    name: options.get("name") ?? "unnamed",
    scopes: scopesFrom(options.get("scopes")),
    expertIds: expertsFrom(options.get("experts")),
    expiresAt: expiryFrom(options.get("expires")),
  });
  console.print(secret);
  console.complain(
    `Key ${key.id} (${key.scopes.join(", ")}). This is the only time it is shown: only its hash is stored.`,
  );
  // They have the key in them, so they are for a person's eyes and not for the log of a script.
  if (console.renew !== undefined) for (const line of agentLines(given.config, secret)) console.complain(line);
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

function list(services: FolderServices, { options }: Arguments, console: Console): void {
  for (const key of services.keys.list(workspaceChosen(services, options).id)) {
    console.print(
      [key.id, `${key.prefix}…`.padEnd(10), key.name.padEnd(16), key.scopes.join(","), stateOf(key)].join("  "),
    );
  }
}

function revoke(services: FolderServices, { words, options }: Arguments, console: Console): void {
  const id = words[1] ?? "";
  if (!isId("key", id))
    throw new UsageError("Say which key: `docent keys revoke KEY_ID`. `docent keys list` shows the ids.");
  services.keys.revoke(workspaceChosen(services, options).id, id);
  console.print(`${id} is revoked.`);
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${timestamp(revokedAt)}`;
  if (expiresAt !== null) return `expires ${timestamp(expiresAt)}`;
  return lastUsedAt === null ? "never used" : `last used ${timestamp(lastUsedAt)}`;
}

function scopesFrom(text: string | undefined): readonly Scope[] {
  if (text === undefined) return scopes;
  return text.split(",").map((word) => {
    const scope = scopes.find((each) => each === word.trim());
    if (scope === undefined) throw new UsageError(`"${word}" is not a scope; there are ${scopes.join(", ")}.`);
    return scope;
  });
}

function expertsFrom(text: string | undefined): readonly ExpertId[] | null {
  if (text === undefined) return null;
  return text.split(",").map((word) => {
    const id = word.trim();
    if (!isId("expert", id)) throw new UsageError(`"${id}" is not the id of an expert (exp_…).`);
    return id;
  });
}

function expiryFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UsageError(`--expires takes a date like 2027-01-31 or 2027-01-31T12:00:00Z, not "${text}".`);
  return at;
}
