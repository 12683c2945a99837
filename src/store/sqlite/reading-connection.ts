import { drizzle } from "drizzle-orm/bun-sqlite";
import { SteadySqlite } from "./pragmas.ts";
import * as schema from "./schema.ts";

export type ReadingConnection = ReturnType<typeof openReadingConnection>;

export function openReadingConnection(path: string) {
  const sqlite = new SteadySqlite(path, { readwrite: true, create: false, strict: true });
  // Not opened read-only: closing last, such a connection could leave the log behind.
  sqlite.run("PRAGMA query_only = ON");
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run("PRAGMA trusted_schema = OFF");
  // Not mapped: each commit elsewhere would drop the mapping and fault its pages in again.
  sqlite.run("PRAGMA mmap_size = 0");
  sqlite.run("PRAGMA cache_size = -4096");
  const begin = sqlite.prepare("BEGIN");
  const end = sqlite.prepare("COMMIT");
  return {
    orm: drizzle(sqlite, { schema }),
    /** All reads see one moment. Must be short, because the log cannot be written back beyond that moment. */
    atOneMoment: async <T>(work: () => Promise<T>) => {
      begin.run();
      try {
        return await work();
      } finally {
        end.run();
      }
    },
    close: () => sqlite.close(),
  };
}
