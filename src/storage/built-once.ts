/**
 * A statement that is built when it is first needed, and kept. Drizzle takes about 0.1 ms to build a query and SQLite as
 * long to compile it; running one that a request needs takes 0.01.
 */
export function builtOnce<T>(build: () => T): () => T {
  let built: T | null = null;
  return () => {
    built ??= build();
    return built;
  };
}
