/**
 * The console's base path: the host's root, or a path that a proxy removes (`https://example.org/docent/`); the address
 * of this script, `…/assets/…`, shows it.
 */
const base = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** The address of a path of this service, for the browser. @param path from the root of the service: `/usage` */
export function addressOf(path: string): string {
  return base + path;
}

/** The reverse: converts a path of this host to a path of the service. Null: it is outside the base path. */
export function pathIn(pathname: string): string | null {
  if (base === "" || pathname.startsWith(`${base}/`)) return pathname.slice(base.length);
  return pathname === base ? "/" : null;
}

export function serviceAddress(): string {
  return location.origin + base;
}

/** The prefix of names in the browser's storage. Services below other paths of this host have other prefixes. */
export const storagePrefix = `docent${base}.`;
