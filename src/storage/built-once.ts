/** Drizzle takes about 0.1 ms to build a query and SQLite as long to compile it; running one takes about 0.01 ms. */
export function builtOnce<T>(build: () => T): () => T {
  let built: T | null = null;
  return () => {
    built ??= build();
    return built;
  };
}
