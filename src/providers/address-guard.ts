/** Against server-side request forgery: connects to an address that was checked, so a second look-up does not help. */
import { ipVersion } from "../kernel/ip-version.ts";
import { FetchError } from "../sources/ingest/ingest-failure.ts";
import { isPublicAddress } from "./network-address.ts";

export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Private hosts that may be fetched, by name or address. */
export type PrivateHosts = readonly string[] | "all";

export interface GuardedTarget {
  readonly url: URL;
  /** Later ones are tried if earlier ones fail. */
  readonly addresses: readonly [string, ...string[]];
}

export interface AddressGuard {
  /** @throws FetchError, also for a name without addresses */
  check(url: URL): Promise<GuardedTarget>;
}

export function addressGuard(privateHosts: PrivateHosts, resolve: ResolveHost = systemResolve): AddressGuard {
  return {
    check: async (url) => {
      if (url.protocol !== "http:" && url.protocol !== "https:")
        throw new FetchError(`${url.protocol} addresses are not fetched, only http and https.`, false);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const [first, ...others] = ipVersion(host) === null ? await resolved(host, resolve) : [host];
      if (first === undefined) throw new FetchError(`The name ${host} has no address.`, true);
      const isAllowed = privateHosts === "all" || privateHosts.includes(host);
      if (!isAllowed && ![first, ...others].every(isPublicAddress)) throw refused(host);
      return { url, addresses: [first, ...others] };
    },
  };
}

async function systemResolve(host: string): Promise<readonly string[]> {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  return (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address);
}

async function resolved(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (cause) {
    throw new FetchError(`The name ${host} cannot be resolved. Check its spelling, and the network.`, true, cause);
  }
}

function refused(host: string): FetchError {
  return new FetchError(
    `${host} is in a private network, and Docent does not fetch from private networks. To allow this host, the service's operator can add it to DOCENT_ALLOW_PRIVATE_URLS.`,
    false,
  );
}
