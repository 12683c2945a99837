import { eq, sql } from "drizzle-orm";
import { builtOnce } from "../../../kernel/stores/recently-used.ts";
import { versionedCache } from "../../../kernel/stores/versioned-cache.ts";
import type { KeyStore } from "../../../keys/ports.ts";
import { keyOf, keyStore, touchKey } from "../../account-stores.ts";
import { atOnce, type Database, unlessFull } from "../database.ts";
import { apiKeys } from "../schema.ts";
import { storeInSqlite } from "../store-dialect.ts";

export function keyRows(database: Database): KeyStore {
  const { orm, write } = database;
  const store = storeInSqlite(database);
  const known = versionedCache<typeof apiKeys.$inferSelect>(database.settingsGeneration, 1000);
  const byHash = builtOnce(() =>
    orm
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.hash, sql.placeholder("hash")))
      .prepare(),
  );
  return {
    ...keyStore(store),
    byHash: (hash) => {
      const row = known.get(Buffer.from(hash).toString("latin1"), () => byHash().get({ hash }));
      return row === undefined ? null : { key: keyOf(row), hash: row.hash };
    },
    touch: (id, at) => {
      unlessFull(() => write("process", () => atOnce(orm, touchKey(store, orm, { id, at })), "counters"));
      known.clear();
    },
  };
}
