/** A bounded cache: the values that were used last, by name. */
import { ownText } from "./own-text.ts";

export interface RecentlyUsed<V> {
  /** Counts as a use. */
  get(name: string): V | undefined;
  /** Counts as a use. A value larger than the limit is not kept. */
  set(name: string, value: V): void;
  delete(name: string): void;
  clear(): void;
}

/**
 * Keeps the values used last, up to `limit`, and never more than twice the limit. There are two generations: a value that
 * is used moves to the young one, and when that is full, the old one is dropped. A use costs one look-up in a map, where
 * a list in the order of use would be changed each time. A value that replaces a larger one may leave less than the limit.
 * @param sizeOf the size of a value in the unit of `limit`; by default each value counts as one.
 */
export function recentlyUsed<V>(limit: number, sizeOf: (value: V) => number = () => 1): RecentlyUsed<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  let size = 0;
  const remove = (name: string) => {
    const value = young.get(name);
    if (value !== undefined) size -= sizeOf(value);
    young.delete(name);
    old.delete(name);
  };
  const set = (name: string, value: V) => {
    remove(name);
    const added = sizeOf(value);
    if (added > limit) return;
    if (size + added > limit) {
      old = young;
      young = new Map();
      size = 0;
    }
    young.set(name, value);
    size += added;
  };
  return {
    get: (name) => {
      const recent = young.get(name);
      if (recent !== undefined) return recent;
      const value = old.get(name);
      if (value !== undefined) set(name, value);
      return value;
    },
    set,
    delete: remove,
    clear: () => {
      young = new Map();
      old = new Map();
      size = 0;
    },
  };
}

/**
 * The same results as `compute`, of which those used last are kept, with `limit` and `sizeOf` as for `recentlyUsed`. A name
 * may be a slice of a long text: `compute` gets a copy, so neither the name nor a result keeps that text in memory.
 */
export function remembered<V>(
  limit: number,
  compute: (name: string) => V,
  sizeOf?: (value: V) => number,
): (name: string) => V {
  const results = recentlyUsed<V>(limit, sizeOf);
  return (name) => {
    const known = results.get(name);
    if (known !== undefined) return known;
    const own = ownText(name);
    const result = compute(own);
    results.set(own, result);
    return result;
  };
}
