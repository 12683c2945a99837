/** Decides which host names a service answers to. Pure. */
import { ipVersion } from "../../kernel/network/ip-version.ts";

export interface Addressing {
  /** The name or address that it listens on; null for a socket in the file system. */
  readonly bind: string | null;
  readonly publicUrl: string | null;
  /** Further names from the settings. */
  readonly allowed: readonly string[] | "all";
}

export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine can reach it. */
export function isLoopback(bind: string): boolean {
  return bind.toLowerCase() === "localhost" || (ipVersion(bind) === 4 ? bind.startsWith("127.") : bind === "::1");
}

/**
 * The names in the form of `URL.hostname`. All names are accepted if the service listens on a network and no names are
 * configured, because only the network knows its names. On loopback, where a browser on this machine could be abused (DNS
 * rebinding), there are few names.
 */
export function hostNamesFor({ bind, publicUrl, allowed }: Addressing): ReadonlySet<string> | "any" {
  if (bind === null || allowed === "all" || (allowed.length === 0 && !isLoopback(bind))) return "any";
  const own = publicUrl === null ? [bind] : [bind, new URL(publicUrl).hostname];
  return new Set([...loopbackNames, ...[...own, ...allowed].map(asInAddress)]);
}

function asInAddress(name: string): string {
  return ipVersion(name) === 6 ? `[${name}]` : name.toLowerCase();
}
