/** Keys and their sessions. */
import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { KeyId, WorkspaceId } from "../../kernel/ids.ts";
import { versionedCache } from "../../kernel/stores/versioned-cache.ts";
import { type ApiKey, isLasting } from "../../keys/key.ts";
import type { KeyStore, SessionStore } from "../../keys/ports.ts";
import { builtOnce } from "../built-once.ts";
import { type Database, unlessFull } from "../database.ts";
import { apiKeys, sessions } from "../schema.ts";

export function keyRows(database: Database): KeyStore {
  const { orm, write } = database;
  /** The rows of keys by hash. */
  const known = versionedCache<typeof apiKeys.$inferSelect>(database.settingsGeneration, 1000);
  const revoke = (workspace: WorkspaceId, id: KeyId, at: number) => {
    const active = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
    return orm.update(apiKeys).set({ revokedAt: at }).where(active).returning().all().length === 1;
  };
  const list = (workspace: WorkspaceId) =>
    orm.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspace)).orderBy(desc(apiKeys.id)).all().map(keyOf);
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
    list,
    revoke: (workspace, id, at) =>
      // On a full disk too: a key that leaked must not stay valid for want of room.
      database.reserve.freeing(() => write("power", () => revoke(workspace, id, at))),
    revokeUnlessLast: (workspace, id, at) =>
      database.reserve.freeing(() =>
        write("power", () => {
          const lasting = list(workspace).filter(isLasting);
          if (lasting.length === 1 && lasting[0]?.id === id) return "last";
          return revoke(workspace, id, at) ? "revoked" : "missing";
        }),
      ),
    touch: (id, at) => {
      unlessFull(() =>
        write("process", () => orm.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run(), "counters"),
      );
      known.clear();
    },
  };
}

/** In the same file as keys, because each session belongs to a key. */
export function sessionRows({ orm, write }: Database): SessionStore {
  return {
    add: (session) =>
      write("power", () => {
        orm.delete(sessions).where(lte(sessions.expiresAt, session.createdAt)).run();
        orm.insert(sessions).values(session).run();
      }),
    find: (hash) => {
      const row = orm
        .select()
        .from(sessions)
        .innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId))
        .where(eq(sessions.hash, hash))
        .get();
      return row === undefined ? null : { key: keyOf(row.api_keys), expiresAt: row.sessions.expiresAt };
    },
    remove: (hash) =>
      write("power", () => {
        orm.delete(sessions).where(eq(sessions.hash, hash)).run();
      }),
  };
}

function keyOf({ hash: _, ...key }: typeof apiKeys.$inferSelect): ApiKey {
  return key;
}
