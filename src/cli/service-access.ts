import { readFileSync } from "node:fs";
import { type Connection, type ConnectionParts, openConnection, type ServicePlace } from "../client/connection.ts";
import { type DocentClient, docentClient } from "../client/docent-client.ts";
import { noRetries, patientRetries } from "../client/retry-plan.ts";
import { type Config, ConfigError } from "../config/load-config.ts";
import { accessKey } from "../config/setting-values.ts";
import { plainReason } from "../kernel/error-code.ts";
import { type Arguments, readArguments, splitAtEnd } from "./arguments.ts";
import { type Command, type Console, type KnownFlags, StartError, UsageError } from "./command.ts";
import { addressOf } from "./serving/listening.ts";
import { ownTrust } from "./serving/tls-files.ts";
import { readLogin, type StoredLogin } from "./stored-login.ts";

const accessHelp = `The command connects to --url ADDRESS or DOCENT_URL. Without either, the settings say where the service is:
DOCENT_SOCKET, DOCENT_PUBLIC_URL, or DOCENT_HOST and DOCENT_PORT. The key is read from --key-file FILE or DOCENT_API_KEY.
\`docent login\` stores both, so that neither is needed.`;

export interface ServiceCall {
  readonly given: Arguments;
  readonly console: Console;
  client(): DocentClient;
  print(reply: unknown, lines: readonly string[]): void;
}

interface ServiceCommand extends Omit<Command, "help" | "run"> {
  readonly help: string;
  run(call: ServiceCall): Promise<number>;
}

/** A command that speaks to a running service. */
export function serviceCommand({ help, run, ...facts }: ServiceCommand): Command {
  return {
    ...facts,
    help: `${help}\n${accessHelp}`,
    run: async (args, console) => {
      const given = readServiceArguments(args, facts.flags ?? {});
      const print: ServiceCall["print"] = (reply, lines) => {
        for (const line of given.switches.has("json") ? [JSON.stringify(reply)] : lines) console.print(line);
      };
      return run({ given, console, print, client: () => reachService(given, console) });
    },
  };
}

/** @throws UsageError if the key is on the command line, and as `readArguments` */
export function readServiceArguments(args: readonly string[], known: KnownFlags): Arguments {
  const [flags] = splitAtEnd(args);
  if (flags.some((flag) => /^--api-key(?:=|$)/.test(flag))) {
    throw new UsageError(
      "Everybody on this machine can see a key on the command line. Use --key-file FILE or DOCENT_API_KEY instead.",
    );
  }
  return readArguments(args, { ...known, options: ["key-file", ...(known.options ?? [])] });
}

/** @throws UsageError, StartError without an address or a key */
export function reachService(given: Arguments, console: Console): DocentClient {
  let told = "";
  // Once for all requests and attempts.
  return clientAt(accessTo(given), (reason, milliseconds) => {
    if (reason !== told) console.complain(`${reason} Trying again in ${Math.ceil(milliseconds / 1000)} s.`);
    told = reason;
  });
}

/** Reads are not retried when nobody answers, because a person waits, who may start the service. */
export function clientAt(access: ServiceAccess, onWait: ConnectionParts["onWait"]): DocentClient {
  const parts = { ...access, pause: Bun.sleep, onWait, retries: patientRetries, remedy: remedyFor };
  return docentClient(openConnection(parts), { isRepeatable: false });
}

function remedyFor(code: string): string {
  return /CERT|TLS|SSL|ALTNAME/.test(code)
    ? "Give the address that its certificate is for with --url, or in DOCENT_PUBLIC_URL."
    : "Start it with `docent serve`, or say where it is with --url.";
}

/** No retries, for a program with its own. @throws as `reachService` */
export function connectForOthers(given: Arguments): Connection {
  return openConnection({
    ...accessTo(given),
    pause: Bun.sleep,
    onWait: () => undefined,
    retries: noRetries,
    remedy: remedyFor,
  });
}

export interface ServiceAccess {
  readonly place: ServicePlace;
  readonly key: string;
}

/** A stored key is sent only to its own address. @throws UsageError, StartError, ConfigError */
export function accessTo(given: Arguments): ServiceAccess {
  const login = readLogin();
  const place = placeOf(given.config, login);
  const key = givenKey(given) ?? (login?.address === place.address && place.socket === null ? login.key : null);
  if (key !== null) return { place, key };
  throw new StartError(
    "No API key is given. `docent login` stores one; or set DOCENT_API_KEY, or use --key-file FILE. `docent keys create` makes a key.",
  );
}

const standardPlace = { host: "127.0.0.1", port: 7333 } as const;

/** The socket comes first: with both settings, the command runs on the service's machine. @param login a fallback */
export function placeOf(config: Config, login: StoredLogin | null): ServicePlace {
  const { serviceUrl, socket, publicUrl, tls, host, port } = config;
  if (serviceUrl !== null) return { address: withoutVersion(serviceUrl), socket: null, trusted: null };
  if (socket !== null) return { address: "http://localhost", socket, trusted: null };
  if (publicUrl !== null) return { address: withoutVersion(publicUrl), socket: null, trusted: null };
  const isStandard = tls === null && host === standardPlace.host && port === standardPlace.port;
  if (isStandard && login !== null) return { address: login.address, socket: null, trusted: null };
  if (port === 0)
    throw new UsageError("With DOCENT_PORT=0 the service listens on any free port. Give its address with --url.");
  return { address: addressOf(config, port), socket: null, trusted: tls && ownTrust(tls) };
}

/** OpenAI clients need `/v1`, so people may write it here too. */
export function withoutVersion(address: string): string {
  return address.replace(/\/v1$/, "");
}

/** @throws StartError if its file cannot be read; ConfigError if it is invalid */
export function givenKey({ config, options }: Arguments): string | null {
  const file = options.get("key-file");
  return file === undefined ? config.apiKey : readKey(file);
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
    throw new StartError(`Cannot read the key: ${plainReason(cause)}`, cause);
  }
}
