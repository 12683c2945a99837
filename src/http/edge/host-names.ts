/** By which names a service may be addressed. Pure. */
import { isIP } from "node:net";

export interface Addressing {
  /** The name or address that it listens on; null for a socket in the file system. */
  readonly bind: string | null;
  readonly publicUrl: string | null;
  /** More names, as the settings have them. */
  readonly allowed: readonly string[] | "all";
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine reaches what listens there. */
export function isLoopback(bind: string): boolean {
  return bind.toLowerCase() === "localhost" || (isIP(bind) === 4 ? bind.startsWith("127.") : bind === "::1");
}

/**
 * The names as `URL.hostname` writes them. Any, when the service stands in a network and nobody named any: its names
 * are then known to the network alone. On loopback the browser of this machine is the way in (DNS rebinding), and there
 * the names are few.
 */
export function hostNamesFor({ bind, publicUrl, allowed }: Addressing): ReadonlySet<string> | "any" {
  if (bind === null || allowed === "all" || (allowed.length === 0 && !isLoopback(bind))) return "any";
  const own = publicUrl === null ? [bind] : [bind, new URL(publicUrl).hostname];
  return new Set([...loopbackNames, ...[...own, ...allowed].map(asInAddress)]);
}

function asInAddress(name: string): string {
  return isIP(name) === 6 ? `[${name}]` : name.toLowerCase();
}
