/**
 * Where the console is served: at the root of its host, or below a path that a proxy takes away again, such as
 * `https://example.org/docent/`. The page's files are at `…/assets/`, so where this script came from tells the path.
 * Addresses inside the console are from its own root; they get this path when they leave it.
 */
const base = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** An address of this service, as the browser needs it. @param path from the root of the service: `/usage` */
export function addressOf(path: string): string {
  return base + path;
}

/** The other way: from a path of this host to one of the service. Null: it is not below it. */
export function pathIn(pathname: string): string | null {
  if (base === "" || pathname.startsWith(`${base}/`)) return pathname.slice(base.length);
  return pathname === base ? "/" : null;
}

/** `https://example.org/docent`, for lines that a person copies. */
export function serviceAddress(): string {
  return location.origin + base;
}

/** Names in the browser's storage: services below other paths of this host have their own. */
export const storagePrefix = `docent${base}.`;
