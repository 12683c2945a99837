import { readFileSync } from "node:fs";
import { type Connection, openConnection, type ServicePlace } from "../client/connection.ts";
import { type DocentClient, docentClient } from "../client/docent-client.ts";
import { type Config, ConfigError } from "../config/load-config.ts";
import { accessKey } from "../config/setting-values.ts";
import { type Arguments, readArguments, splitAtEnd } from "./arguments.ts";
import { type Console, type KnownFlags, StartError, UsageError } from "./command.ts";
import { addressOf } from "./serving/listening.ts";
import { ownTrust } from "./serving/tls-files.ts";

export const accessHelp = `The command connects to --url ADDRESS or DOCENT_URL. Without either, the settings say where the service is:
DOCENT_SOCKET, DOCENT_PUBLIC_URL, or DOCENT_HOST and DOCENT_PORT. The key is read from --key-file FILE or DOCENT_API_KEY.`;

export function printReply(given: Arguments, console: Console, reply: unknown, lines: readonly string[]): void {
  for (const line of given.switches.has("json") ? [JSON.stringify(reply)] : lines) console.print(line);
}

/** @throws UsageError when the key stands on the command line, and as `readArguments` does. */
export function readServiceArguments(args: readonly string[], known: KnownFlags): Arguments {
  const [flags] = splitAtEnd(args);
  if (flags.some((flag) => /^--api-key(?:=|$)/.test(flag))) {
    throw new UsageError(
      "Everybody on this machine can see a key on the command line. Use --key-file FILE or DOCENT_API_KEY instead.",
    );
  }
  return readArguments(args, { ...known, options: ["key-file", ...(known.options ?? [])] });
}

/** @throws UsageError, StartError if the place of the service or the key is missing */
export function reachService(given: Arguments, console: Console): DocentClient {
  return docentClient(connectTo(given, console));
}

/** Without retries, for a program that decides by itself. @throws as `reachService` */
export function connectForOthers({ config, options }: Arguments): Connection {
  return openConnection({
    place: placeOf(config),
    key: keyFrom(config, options.get("key-file")),
    pause: Bun.sleep,
    onWait: () => undefined,
    isPersistent: false,
  });
}

function connectTo({ config, options }: Arguments, console: Console): Connection {
  let told = "";
  return openConnection({
    place: placeOf(config),
    key: keyFrom(config, options.get("key-file")),
    pause: Bun.sleep,
    // Told once for all requests and attempts.
    onWait: (reason, milliseconds) => {
      if (reason !== told) console.complain(`${reason} Trying again in ${Math.ceil(milliseconds / 1000)} s.`);
      told = reason;
    },
  });
}

/** The socket takes precedence over the public address: a command with both settings runs on the service's own machine. */
export function placeOf(config: Config): ServicePlace {
  const { serviceUrl, socket, publicUrl, tls, port } = config;
  if (serviceUrl !== null) return { address: withoutVersion(serviceUrl), socket: null, trusted: null };
  if (socket !== null) return { address: "http://localhost", socket, trusted: null };
  if (publicUrl !== null) return { address: withoutVersion(publicUrl), socket: null, trusted: null };
  if (port === 0)
    throw new UsageError("With DOCENT_PORT=0 the service listens on any free port. Give its address with --url.");
  return { address: addressOf(config, port), socket: null, trusted: tls && ownTrust(tls) };
}

/** OpenAI clients need the address with `/v1`, so people give it here, too. */
function withoutVersion(address: string): string {
  return address.replace(/\/v1$/, "");
}

export function keyFrom({ apiKey }: Config, file: string | undefined): string {
  const key = file === undefined ? apiKey : readKey(file);
  if (key !== null) return key;
  throw new StartError(
    "No API key is given. Set DOCENT_API_KEY, or use --key-file FILE. `docent keys create` makes a key.",
  );
}

function readKey(file: string): string {
  const parsed = accessKey(readText(file).trim());
  if ("problem" in parsed) throw new ConfigError([`The key in ${file} ${parsed.problem}.`]);
  return parsed.value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new StartError(`Cannot read ${file} (--key-file): ${cause instanceof Error ? cause.message : cause}`, cause);
  }
}
