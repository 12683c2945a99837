/** Reads that every request repeats, kept until something is written. */
import type { Database } from "./database.ts";

export interface RememberedReads<V> {
  /** What `read` gives for a key; `undefined`, which stands for nothing, is not kept. */
  get(key: string, read: () => V | undefined): V | undefined;
  /** For a write that the database's `generation` does not tell of. */
  forget(): void;
}

/** As many are kept as a busy service has keys and experts; then it starts again. */
const limit = 1000;

/** Only for what no `process` write changes, unless that write calls `forget`. */
export function rememberedReads<V>({ generation }: Pick<Database, "generation">): RememberedReads<V> {
  const known = new Map<string, V>();
  let since = generation();
  return {
    get: (key, read) => {
      const now = generation();
      if (since !== now || known.size >= limit) known.clear();
      since = now;
      const found = known.get(key) ?? read();
      if (found !== undefined) known.set(key, found);
      return found;
    },
    forget: () => known.clear(),
  };
}
