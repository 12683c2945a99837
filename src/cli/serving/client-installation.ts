import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { replaceFile } from "../../kernel/atomic-file.ts";
import { isFields } from "../../kernel/json.ts";
import { nearestName } from "../../kernel/nearest-name.ts";
import {
  type AgentClient,
  type AgentConnection,
  agentClientIds,
  agentClients,
  lineFor,
  type Platform,
} from "../../mcp/agent-clients.ts";
import type { Arguments } from "../arguments.ts";
import { type Console, StartError, UsageError } from "../command.ts";
import { accessTo } from "../service-access.ts";

/** @throws UsageError, StartError; the file is then unchanged */
export async function installFor(name: string, given: Arguments, console: Console): Promise<number> {
  const client = clientNamed(name);
  const connection = connectionFor(given);
  if (client.files === null) {
    console.print(`${client.name} is connected in its own pages: ${lineFor(client, connection, "linux")}`);
    return 0;
  }
  const file = configurationOf(client, client.files);
  const plan = planInstallation(existsSync(file) ? readFileSync(file, "utf8") : null, client.settings(connection));
  if (plan === "unreadable") throw unreadable(file, client, connection);
  if (plan === "unchanged") {
    console.print(`${client.name} is connected already: ${file} has this entry.`);
    return 0;
  }
  console.complain(`${file}: ${plan.replaces ? "replaces the entry" : "adds an entry"} for Docent:`);
  console.complain(withoutKey(JSON.stringify(client.settings(connection), null, 2), connection));
  if (!given.switches.has("yes") && !confirmed(console)) return 1;
  await write(file, plan.text, console);
  console.print(`${client.name} is connected. Restart it.`);
  return 0;
}

function clientNamed(name: string): AgentClient {
  const client = agentClients.find(({ id }) => id === name);
  if (client !== undefined) return client;
  const near = nearestName(name, [...agentClientIds]);
  const hint = near === null ? `The clients are: ${agentClientIds.join(", ")}.` : `Did you mean "${near}"?`;
  throw new UsageError(`There is no client "${name}". ${hint}`);
}

function connectionFor(given: Arguments): AgentConnection {
  const { place, key } = accessTo(given);
  if (place.socket !== null)
    throw new StartError("The service listens on a socket, which clients cannot use. Give an address with --url.");
  return { url: `${place.address}/mcp`, key, command: process.execPath };
}

function configurationOf({ name }: AgentClient, files: Readonly<Record<Platform, string>>): string {
  const platform = platformHere();
  const path = files[platform];
  const appData = Bun.env.APPDATA;
  if (!path.startsWith("APPDATA/")) return realPath(join(homedir(), path));
  if (appData === undefined)
    throw new StartError(`The variable APPDATA does not say where ${name} keeps its settings.`);
  return realPath(join(appData, path.slice("APPDATA/".length)));
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

type InstallationPlan = "unreadable" | "unchanged" | { readonly text: string; readonly replaces: boolean };

/** Keeps other entries and comments. @param text null: no file @param wanted `{section: {name: entry}}` */
export function planInstallation(text: string | null, wanted: object): InstallationPlan {
  const [section, name, entry] = entryIn(wanted);
  const before = text === null || text.trim() === "" ? "{}" : text;
  const old = parsed(before);
  if (old === null || !isFields(old[section] ?? {})) return "unreadable";
  const known: unknown = Object(old[section])[name];
  if (isDeepStrictEqual(known, entry)) return "unchanged";
  const formattingOptions = { insertSpaces: !/\n\t/.test(before), tabSize: 2, eol: "\n" };
  const after = applyEdits(before, modify(before, [section, name], entry, { formattingOptions }));
  const expected = { ...old, [section]: { ...Object(old[section]), [name]: entry } };
  if (!isDeepStrictEqual(parsed(after), expected)) return "unreadable";
  return { text: after.endsWith("\n") ? after : `${after}\n`, replaces: known !== undefined };
}

function entryIn(wanted: object): readonly [section: string, name: string, entry: unknown] {
  const [section = "", servers] = Object.entries(wanted)[0] ?? [];
  const [name = "", entry] = Object.entries(Object(servers))[0] ?? [];
  return [section, name, entry];
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isFields(value) ? value : null;
}

function unreadable(file: string, client: AgentClient, connection: AgentConnection): StartError {
  const lines = JSON.stringify(client.settings(connection));
  return new StartError(
    `${file} is not a JSON object that can be added to, so it was left as it is. Add this by hand: ${lines}`,
  );
}

function withoutKey(text: string, { key }: AgentConnection): string {
  return text.replaceAll(key, `${key.slice(0, 6)}…`);
}

function confirmed(console: Console): boolean {
  if (console.confirm === undefined)
    throw new StartError("Nothing was changed. Add --yes to change the file without being asked.");
  return console.confirm("Change the file?");
}

async function write(file: string, text: string, console: Console): Promise<void> {
  if (existsSync(file)) {
    const copy = `${file}.before-docent`;
    copyFileSync(file, copy);
    console.complain(`The file as it was is in ${copy}.`);
  }
  mkdirSync(dirname(file), { recursive: true });
  await replaceFile(file, [new TextEncoder().encode(text)]);
}

export function platformHere(): Platform {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}
