import { ipVersion } from "../../kernel/ip-version.ts";

export interface Addressing {
  /** Null for a Unix socket. */
  readonly bind: string | null;
  readonly publicUrl: string | null;
  readonly allowed: readonly string[] | "all";
}

export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function isLoopback(bind: string): boolean {
  return bind.toLowerCase() === "localhost" || (ipVersion(bind) === 4 ? bind.startsWith("127.") : bind === "::1");
}

/** As `URL.hostname`. On a network without configured names all are accepted; on loopback only its own. */
export function hostNamesFor({ bind, publicUrl, allowed }: Addressing): ReadonlySet<string> | "any" {
  if (bind === null || allowed === "all" || (allowed.length === 0 && !isLoopback(bind))) return "any";
  const own = publicUrl === null ? [bind] : [bind, new URL(publicUrl).hostname];
  return new Set([...loopbackNames, ...[...own, ...allowed].map(asInAddress)]);
}

function asInAddress(name: string): string {
  return ipVersion(name) === 6 ? `[${name}]` : name.toLowerCase();
}
