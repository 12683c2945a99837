/** Values by name, so many at most: of more, the one that was used longest ago is forgotten. */
export interface RecentlyUsed<V> {
  /** Counts as a use. */
  get(name: string): V | undefined;
  set(name: string, value: V): void;
}

/** @param limit how many are kept; at least one. */
export function recentlyUsed<V>(limit: number): RecentlyUsed<V> {
  /** In the order of their last use. */
  const kept = new Map<string, V>();
  const set = (name: string, value: V) => {
    kept.delete(name);
    kept.set(name, value);
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: (name) => {
      const value = kept.get(name);
      if (value !== undefined) set(name, value);
      return value;
    },
    set,
  };
}
