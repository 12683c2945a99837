import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, notLike, sql } from "drizzle-orm";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import { type ApiKey, isLasting } from "../keys/key.ts";
import type {
  ConversationHead,
  ConversationStore,
  ConversationTurn,
  KeyEdit,
  KeyStore,
  SessionStore,
  StoredConversation,
  WorkspaceStore,
} from "../keys/ports.ts";
import type { Tables } from "./tables.ts";
import { all, done, first, hasRows, type Orm, one, type Store, type Work } from "./work.ts";

export function workspaceStore({ read, write, tables: { workspaces } }: Store): WorkspaceStore {
  return {
    add: (workspace) =>
      write("power", (orm) => {
        const added = orm.insert(workspaces).values(workspace).onConflictDoNothing();
        return hasRows(added.returning({ id: workspaces.id }));
      }),
    // Running imports and deletions use hidden workspaces, with a colon in their names.
    list: () =>
      read((orm) => {
        const visible = orm.select().from(workspaces).where(notLike(workspaces.name, "%:%"));
        return all(visible.orderBy(asc(workspaces.id)));
      }),
    byName: (name) => read((orm) => one(orm.select().from(workspaces).where(eq(workspaces.name, name)))),
  };
}

/** Without the look-up of a request's key, which differs between databases. */
export function keyStore(store: Store): Omit<KeyStore, "byHash" | "touch"> {
  const { read, write, free, dialect, tables } = store;
  const { apiKeys, workspaces } = tables;
  const isLast = function* (orm: Orm, workspace: WorkspaceId, id: KeyId): Work<boolean> {
    // Concurrent revocations wait here, so that each counts the keys that are left.
    yield* dialect.lock(workspaces, eq(workspaces.id, workspace));
    const lasting = (yield* listed(tables, orm, workspace)).filter(isLasting);
    return lasting.length === 1 && lasting[0]?.id === id;
  };
  return {
    add: (key, hash) => write("power", (orm) => done(orm.insert(apiKeys).values({ ...key, hash }))),
    byId: (workspace, id) =>
      read(function* (orm) {
        const wanted = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id));
        const row = yield* first(orm.select().from(apiKeys).where(wanted));
        return row === undefined ? null : keyOf(row);
      }),
    list: (workspace) => read((orm) => listed(tables, orm, workspace)),
    // Also on a full disk: a leaked key must not stay valid for lack of space.
    revoke: (workspace, id, at) => free("power", (orm) => changeActive(tables, orm, workspace, id, { revokedAt: at })),
    revokeUnlessLast: (workspace, id, at) =>
      free("power", function* (orm) {
        if (yield* isLast(orm, workspace, id)) return "last";
        return (yield* changeActive(tables, orm, workspace, id, { revokedAt: at })) ? "revoked" : "missing";
      }),
    edit: (workspace, id, edit) =>
      write("power", function* (orm) {
        const ends = edit.expiresAt !== undefined && edit.expiresAt !== null;
        if (ends && (yield* isLast(orm, workspace, id))) return "last";
        return (yield* changeActive(tables, orm, workspace, id, edit)) ? "edited" : "missing";
      }),
  };
}

function* listed({ apiKeys }: Tables, orm: Orm, workspace: WorkspaceId): Work<ApiKey[]> {
  const mine = orm.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspace));
  return (yield* all(mine.orderBy(desc(apiKeys.id)))).map(keyOf);
}

function* changeActive(
  { apiKeys, keptConversations }: Tables,
  orm: Orm,
  workspace: WorkspaceId,
  id: KeyId,
  to: KeyEdit & Partial<Pick<ApiKey, "revokedAt">>,
): Work<boolean> {
  const active = and(eq(apiKeys.workspaceId, workspace), eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
  // Sets the id too, because drizzle refuses an update that sets nothing.
  const change = orm
    .update(apiKeys)
    .set({ id, ...to })
    .where(active);
  const isChanged = yield* hasRows(change.returning({ id: apiKeys.id }));
  if (isChanged && "revokedAt" in to) yield* done(orm.delete(keptConversations).where(eq(keptConversations.keyId, id)));
  return isChanged;
}

interface KeyUse {
  readonly id: KeyId;
  readonly at: number;
}

/** Of shared processes, the later time stays. A single one follows its clock, also back. */
export function touchKey({ tables: { apiKeys }, isShared }: Pick<Store, "tables" | "isShared">, orm: Orm, use: KeyUse) {
  const { id, at } = use;
  const isEarlier = isShared ? sql`coalesce(${apiKeys.lastUsedAt}, 0) < ${at}` : undefined;
  return done(
    orm
      .update(apiKeys)
      .set({ lastUsedAt: at })
      .where(and(eq(apiKeys.id, id), isEarlier)),
  );
}

export function sessionStore({ read, write, tables: { sessions, apiKeys } }: Store): SessionStore {
  return {
    add: (session) =>
      write("power", function* (orm) {
        yield* done(orm.delete(sessions).where(lte(sessions.expiresAt, session.createdAt)));
        yield* done(orm.insert(sessions).values(session));
      }),
    find: (hash) =>
      read(function* (orm) {
        const found = orm.select().from(sessions).innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId));
        const row = yield* first(found.where(eq(sessions.hash, hash)));
        return row === undefined ? null : { key: keyOf(row.api_keys), expiresAt: row.sessions.expiresAt };
      }),
    remove: (hash) => write("power", (orm) => done(orm.delete(sessions).where(eq(sessions.hash, hash)))),
  };
}

export function conversationStore({ read, write, free, tables }: Store): ConversationStore {
  const { apiKeys, keptConversations } = tables;
  const { keyId, id, turns } = keptConversations;
  const named = (key: KeyId, name: string) => and(eq(keyId, key), eq(id, name));
  return {
    keeps: (key) =>
      read(function* (orm) {
        const found = orm.select({ keeps: apiKeys.keepsConversations }).from(apiKeys).where(eq(apiKeys.id, key));
        return (yield* first(found))?.keeps ?? false;
      }),
    choose: (key, keepsConversations) =>
      write("power", (orm) => done(orm.update(apiKeys).set({ keepsConversations }).where(eq(apiKeys.id, key)))),
    list: (key) => read((orm) => all(conversationsOf(tables, orm, key))),
    find: (key, name) =>
      read((orm) => {
        const found = orm.select({ ...headColumns(tables), turns }).from(keptConversations);
        return one(found.where(named(key, name)));
      }),
    put: (key, conversation, most) =>
      write("power", (orm) => putConversation(tables, orm, { key, conversation, most })),
    remove: (key, name) =>
      free("power", (orm) => hasRows(orm.delete(keptConversations).where(named(key, name)).returning({ id }))),
  };
}

function headColumns({ keptConversations }: Tables) {
  const { keyId: _, sources: __, turns: ___, ...head } = getTableColumns(keptConversations);
  return head;
}

function conversationsOf(tables: Tables, orm: Orm, key: KeyId) {
  const { keyId, updatedAt, id } = tables.keptConversations;
  const mine = orm.select(headColumns(tables)).from(tables.keptConversations).where(eq(keyId, key));
  return mine.orderBy(desc(updatedAt), desc(id));
}

interface PutConversation {
  readonly key: KeyId;
  readonly conversation: StoredConversation;
  readonly most: number;
}

function* putConversation(tables: Tables, orm: Orm, wanted: PutConversation): Work<ConversationHead | null> {
  const { keptConversations } = tables;
  const { keyId, id, expertId, revision } = keptConversations;
  const { key, conversation, most } = wanted;
  const { createdAt, ...values } = { ...conversation, sources: sourcesIn(conversation.turns) };
  const before = and(eq(id, values.id), eq(expertId, values.expertId), eq(revision, values.revision - 1));
  const inserted = orm
    .insert(keptConversations)
    .values({ keyId: key, createdAt, ...values })
    .onConflictDoNothing();
  const updated = orm
    .update(keptConversations)
    .set(values)
    .where(and(eq(keyId, key), before));
  const head = headColumns(tables);
  const [put] = yield* all(values.revision === 1 ? inserted.returning(head) : updated.returning(head));
  if (put === undefined) return null;
  const spare = (yield* all(conversationsOf(tables, orm, key))).slice(most).map((each) => each.id);
  if (spare.length > 0) yield* done(orm.delete(keptConversations).where(and(eq(keyId, key), inArray(id, spare))));
  return put;
}

function sourcesIn(turns: readonly ConversationTurn[]): readonly string[] {
  return [...new Set(JSON.stringify(turns).match(/\bsrc_\w+/g))];
}

/** Takes the answers that cite or show the source out of the conversations with that expert. */
export function* forgetTurnsFrom({ dialect, tables }: Store, orm: Orm, expert: ExpertId, source: SourceId): Work<void> {
  const { keptConversations } = tables;
  const { keyId, id, expertId, sources } = keptConversations;
  const citing = and(eq(expertId, expert), sql`${sources} LIKE ${`%"${source}"%`}`);
  yield* dialect.lock(keptConversations, citing);
  for (const kept of yield* all(orm.select().from(keptConversations).where(citing))) {
    const turns = kept.turns.map((turn) =>
      JSON.stringify(turn).includes(source)
        ? { ...turn, state: "removed" as const, text: "", citations: [], answer: null }
        : turn,
    );
    const changed = orm
      .update(keptConversations)
      .set({ turns, sources: sourcesIn(turns), revision: kept.revision + 1 });
    yield* done(changed.where(and(eq(keyId, kept.keyId), eq(id, kept.id))));
  }
}

export function keyOf({ hash: _, keepsConversations: __, ...key }: Tables["apiKeys"]["$inferSelect"]): ApiKey {
  return key;
}
