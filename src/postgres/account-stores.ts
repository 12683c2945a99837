/** Workspaces, their keys, and the sessions of the console. */
import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import { type ApiKey, isLasting } from "../keys/key.ts";
import type { KeyStore, SessionStore, WorkspaceStore } from "../keys/ports.ts";
import { keyLookUp } from "./accounts/key-look-up.ts";
import { type ForeseenStandings, foreseenStandings } from "./answers/foreseen-standings.ts";
import type { Orm, PostgresDatabase } from "./postgres-database.ts";
import { tables } from "./schema.ts";

const { apiKeys, sessions, workspaces } = tables;

/** Running imports and experts that are being deleted have hidden workspaces with a colon in the name. */
const isVisible = sql`strpos(${workspaces.name}, ':') = 0`;

export function workspacesInPostgres({ read, transact }: PostgresDatabase): WorkspaceStore {
  return {
    add: (workspace) =>
      transact(async (orm) => {
        const added = orm.insert(workspaces).values(workspace).onConflictDoNothing();
        return (await added.returning({ id: workspaces.id })).length === 1;
      }),
    list: () => read((orm) => orm.select().from(workspaces).where(isVisible).orderBy(asc(workspaces.id))),
    byName: async (name) => {
      const [found] = await read((orm) => orm.select().from(workspaces).where(eq(workspaces.name, name)));
      return found ?? null;
    },
  };
}

/**
 * Nothing is kept in memory, so a key that one node revokes is refused by every node with the next request.
 * @param standings take what is read with experts
 */
export function keysInPostgres(
  database: PostgresDatabase,
  standings: ForeseenStandings = foreseenStandings(),
  now: () => number = () => performance.now(),
): KeyStore {
  const { read, transact } = database;
  return {
    add: (key, hash) =>
      transact(async (orm) => {
        await orm.insert(apiKeys).values({ ...key, hash });
      }),
    byHash: keyLookUp(database, standings, now),
    byId: async (workspace, id) => {
      const wanted = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id));
      const [row] = await read((orm) => orm.select().from(apiKeys).where(wanted));
      return row === undefined ? null : keyOf(row);
    },
    list: (workspace) => read((orm) => listed(orm, workspace)),
    revoke: (workspace, id, at) => transact((orm) => revoke(orm, workspace, { id, at })),
    revokeUnlessLast: (workspace, id, at) =>
      transact(async (orm) => {
        // Whoever revokes a key of the same workspace waits here, so that both count the keys that are left.
        await orm.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspace} FOR NO KEY UPDATE`);
        const lasting = (await listed(orm, workspace)).filter(isLasting);
        if (lasting.length === 1 && lasting[0]?.id === id) return "last";
        return (await revoke(orm, workspace, { id, at })) ? "revoked" : "missing";
      }),
    touch: (id, at) =>
      transact(async (orm) => {
        // Of two nodes that see the same use, the later time stays.
        const isEarlier = sql`coalesce(${apiKeys.lastUsedAt}, 0) < ${at}`;
        await orm
          .update(apiKeys)
          .set({ lastUsedAt: at })
          .where(and(eq(apiKeys.id, id), isEarlier));
      }),
  };
}

async function listed(orm: Orm, workspace: WorkspaceId): Promise<ApiKey[]> {
  const rows = await orm.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspace)).orderBy(desc(apiKeys.id));
  return rows.map(keyOf);
}

async function revoke(orm: Orm, workspace: WorkspaceId, { id, at }: { id: KeyId; at: number }): Promise<boolean> {
  const active = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
  return (await orm.update(apiKeys).set({ revokedAt: at }).where(active).returning({ id: apiKeys.id })).length === 1;
}

export function sessionsInPostgres({ read, transact }: PostgresDatabase): SessionStore {
  return {
    add: (session) =>
      transact(async (orm) => {
        await orm.delete(sessions).where(lte(sessions.expiresAt, session.createdAt));
        await orm.insert(sessions).values(session);
      }),
    find: async (hash) => {
      const [row] = await read((orm) =>
        orm.select().from(sessions).innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId)).where(eq(sessions.hash, hash)),
      );
      return row === undefined ? null : { key: keyOf(row.api_keys), expiresAt: row.sessions.expiresAt };
    },
    remove: (hash) =>
      transact(async (orm) => {
        await orm.delete(sessions).where(eq(sessions.hash, hash));
      }),
  };
}

function keyOf({ hash: _, ...key }: typeof apiKeys.$inferSelect): ApiKey {
  return key;
}
