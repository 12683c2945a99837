import type { Docent } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import { StartError } from "../command.ts";
import { readTlsFiles } from "./tls-files.ts";
import { forOwnerAlone, freeSocket } from "./unix-socket.ts";

/** Seconds; streams send comments more often. */
const idleTimeout = 120;

export interface Endpoint {
  readonly name: string;
  readonly address: string;
}

/** @throws StartError if it cannot listen there, or the TLS files are wrong */
export async function listen(docent: Docent, config: Config): Promise<Endpoint> {
  // The runtime would answer larger bodies without a body of its own; our routes send the usual error.
  const common = { maxRequestBodySize: Number.MAX_SAFE_INTEGER, idleTimeout, reusePort: false };
  const { app, clock } = docent;
  mapRoutesOnce(app);
  const { host, port, socket, tls } = config;
  if (socket !== null) {
    if (process.platform === "win32")
      throw new StartError("Docent has no sockets on Windows: use DOCENT_HOST and DOCENT_PORT.");
    await freeSocket(socket);
    // Against the runtime's types, sockets do have an idle timeout.
    const options = { ...common, unix: socket } as unknown as Parameters<typeof app.listen>[0];
    attempt(socket, "--socket", () => forOwnerAlone(() => app.listen(options)));
    return { name: `the socket ${socket}`, address: "http://localhost" };
  }
  const identity = tls && readTlsFiles(tls, clock.now());
  const options = { ...common, hostname: host, port, ...(identity === null ? {} : { tls: identity }) };
  attempt(`${host}:${port}`, "--port", () => app.listen(options));
  const address = addressOf(config, app.server?.port ?? port);
  return { name: address, address };
}

/** Elysia would compile and map all routes again when it listens. */
function mapRoutesOnce({ modules }: Docent["app"]): void {
  if (modules.size > 0) throw new Error("a plugin is still being loaded, so its routes would be missing");
  modules.root = Promise.withResolvers<void>().promise;
}

export function addressOf({ host, tls }: Pick<Config, "host" | "tls">, port: number): string {
  return `${tls === null ? "http" : "https"}://${reachable(host)}:${port}`;
}

function attempt(place: string, setting: string, start: () => unknown): void {
  try {
    start();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot listen on ${place}: ${reason} Choose another place with ${setting}.`, cause);
  }
}

function reachable(host: string): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return name.includes(":") ? `[${name}]` : name;
}
