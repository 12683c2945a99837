import type { Docent } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import { isLoopback } from "../../http/edge/host-names.ts";
import type { Log } from "../../kernel/log.ts";
import type { ApiKey } from "../../keys/key.ts";
import { StartError } from "../command.ts";

type Guarded = Pick<Docent, "keys" | "workspaces" | "clock">;

export async function refuseExposure(docent: Guarded, config: Config): Promise<void> {
  if (!isExposed(config)) return;
  if (config.apiKey !== null && isGuessable(config.apiKey)) {
    throw new StartError(
      `DOCENT_API_KEY is too easy to guess for ${config.host}, which other machines can reach. Use at least ${shortest} characters, ` +
        `${fewest} of them different, or unset it: Docent then makes a key.`,
    );
  }
  if (await isLockedOut(docent, config)) {
    throw new StartError(
      `Every key is revoked or has expired, so nobody can use the service on ${config.host}. ` +
        "Make one with `docent keys create`.",
    );
  }
}

export async function warnOfExposure(docent: Guarded, config: Config, log: Log): Promise<void> {
  if (isExposed(config) && config.tls === null && config.publicUrl?.startsWith("https:") !== true) {
    log.warn("service.unencrypted", {
      host: config.host,
      hint: "Keys and documents cross the network unencrypted. Set DOCENT_TLS_CERT and DOCENT_TLS_KEY, or put a TLS proxy in front and set DOCENT_PUBLIC_URL to its address.",
    });
  }
  if (await isLockedOut(docent, config)) {
    log.warn("service.no_valid_key", { hint: "Every key is revoked or has expired: `docent keys create` makes one." });
  }
}

function isExposed({ socket, host }: Config): boolean {
  return socket === null && !isLoopback(host);
}

const shortest = 24;
const fewest = 10;

function isGuessable(key: string): boolean {
  return key.length < shortest || new Set(key).size < fewest;
}

/** Without any key this is the first start, which makes one. */
async function isLockedOut({ keys, workspaces, clock }: Guarded, { apiKey }: Config): Promise<boolean> {
  if (apiKey !== null && (await keys.find(apiKey)) === null) return false;
  const all: ApiKey[] = [];
  for (const { id } of await workspaces.list()) all.push(...(await keys.list(id)));
  const now = clock.now();
  return all.length > 0 && all.every((key) => key.revokedAt !== null || (key.expiresAt ?? Infinity) <= now);
}

/** With proxies of the environment, the runtime would send them keys and passages, and bypass the address guard. */
export function ignoreProxies(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (/^(?:https?|all)_proxy$/i.test(name)) delete env[name];
  }
}
