/** A cache of values that are right for one version of what they were read from: a new version empties it. */
import { recentlyUsed } from "./recently-used.ts";

export interface VersionedCache<V> {
  /** The cached value, or else what `read` returns, which is kept unless it is `undefined`. */
  get(name: string, read: () => V | undefined): V | undefined;
  /** The values of the version that is current now, for work that takes longer. */
  open(): VersionedValues<V>;
  /** For a change that the version does not show. */
  clear(): void;
}

export interface VersionedValues<V> {
  get(name: string): V | undefined;
  /** Does nothing if the version has changed since `open`: the value may be of the version before. */
  set(name: string, value: V): void;
}

/**
 * @param version another number after every change.
 * @param limit as for `recentlyUsed`, and so is `sizeOf`.
 */
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
  const open = (): VersionedValues<V> => {
    const opened = refresh();
    return {
      get: (name) => (refresh() === opened ? values.get(name) : undefined),
      set: (name, value) => {
        if (refresh() === opened) values.set(name, value);
      },
    };
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
    open,
    clear: values.clear,
  };
}
