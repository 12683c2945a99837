import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ApiKey } from "../../keys/key.ts";
import type { KeyStore } from "../../keys/ports.ts";
import { builtOnce } from "../built-once.ts";
import { type Database, unlessFull } from "../database.ts";
import { rememberedReads } from "../remembered-reads.ts";
import { apiKeys } from "../schema.ts";

export function keyRows(database: Database): KeyStore {
  const { orm, write } = database;
  const known = rememberedReads<typeof apiKeys.$inferSelect>(database);
  const byHash = builtOnce(() =>
    orm
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.hash, sql.placeholder("hash")))
      .prepare(),
  );
  return {
    add: (key, hash) => {
      write("power", () =>
        orm
          .insert(apiKeys)
          .values({ ...key, hash })
          .run(),
      );
    },
    byHash: (hash) => {
      const row = known.get(Buffer.from(hash).toString("latin1"), () => byHash().get({ hash }));
      return row === undefined ? null : { key: keyOf(row), hash: row.hash };
    },
    byId: (workspace, id) => {
      const wanted = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id));
      const row = orm.select().from(apiKeys).where(wanted).get();
      return row === undefined ? null : keyOf(row);
    },
    list: (workspace) =>
      orm.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspace)).orderBy(desc(apiKeys.id)).all().map(keyOf),
    revoke: (workspace, id, at) =>
      write("power", () => {
        const active = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
        return orm.update(apiKeys).set({ revokedAt: at }).where(active).returning().all().length === 1;
      }),
    touch: (id, at) => {
      unlessFull(() =>
        write("process", () => orm.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run()),
      );
      known.forget();
    },
  };
}

function keyOf({ hash: _, ...key }: typeof apiKeys.$inferSelect): ApiKey {
  return key;
}
