/** File names that never hold a document to read. */
const otherFiles =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|iso|jar|apk|bin)$/i;
/** Longer addresses are traps more often than pages. */
const longest = 2000;

/** The folder of an address: `https://example.org/docs/guide.html` gives `https://example.org/docs/`. */
export function scopeOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.slice(0, pathname.lastIndexOf("/") + 1)}`;
}

export function addressInScope(address: string, scope: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "" || otherFiles.test(url.pathname)) return null;
  url.hash = "";
  const { href } = url;
  const shortest = href.endsWith("?") ? href.slice(0, -1) : href;
  return shortest.length <= longest && shortest.startsWith(scope) ? shortest : null;
}

/** Whether two addresses differ in their query alone, which a canonical link may then correct. */
export function differInQuery(a: string, b: string): boolean {
  const [first, second] = [new URL(a), new URL(b)];
  return first.origin === second.origin && first.pathname === second.pathname && first.search !== second.search;
}
