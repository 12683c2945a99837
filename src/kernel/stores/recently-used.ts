export interface RecentlyUsed<V> {
  get(name: string): V | undefined;
  /** A value larger than the limit is not kept. */
  set(name: string, value: V): void;
  delete(name: string): void;
  clear(): void;
}

/** Keeps the last `limit` used, and at most twice as many. @param sizeOf in the unit of `limit`; default 1 */
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

export function builtOnce<T>(build: () => T): () => T {
  let built: T | null = null;
  return () => {
    built ??= build();
    return built;
  };
}

/** Remembers results as `recentlyUsed` does. A name may be a slice: `compute` gets a copy. */
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

/** A copy of a text: in JavaScriptCore a slice keeps the whole text in memory. */
export function ownText(text: string): string {
  return text.length < shortestShared ? text : (JSON.parse(JSON.stringify(text)) as string);
}

const shortestShared = 8;
