import { recentlyUsed } from "./recently-used.ts";

export interface VersionedCache<V> {
  /** Calls `read` when nothing is cached, and keeps its result unless that is `undefined`. */
  get(name: string, read: () => V | undefined): V | undefined;
  openAt(name: string): CachePlace<V>;
  clear(): void;
}

export interface CachePlace<V> {
  readonly known: V | undefined;
  /** Later reads ignore the value if the version has changed since `openAt`, because it may be outdated. */
  keep(value: V): void;
}

export function versionedCache<V>(
  version: () => number,
  limit: number,
  sizeOf?: (value: V) => number,
): VersionedCache<V> {
  const values = recentlyUsed<V>(limit, sizeOf);
  let valid = version();
  const refresh = () => {
    const current = version();
    if (current !== valid) values.clear();
    valid = current;
    return current;
  };
  return {
    get: (name, read) => {
      refresh();
      const known = values.get(name);
      if (known !== undefined) return known;
      const value = read();
      if (value !== undefined) values.set(name, value);
      return value;
    },
    openAt: (name) => {
      const opened = refresh();
      return {
        known: values.get(name),
        keep: (value) => {
          if (valid === opened) values.set(name, value);
        },
      };
    },
    clear: values.clear,
  };
}
