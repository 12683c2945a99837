import { and, eq, gte, sql } from "drizzle-orm";
import type { EarlierReply, RepeatableRequest, ReplyStore } from "../kernel/stores/replies.ts";
import type { Tables } from "./tables.ts";
import { done, first, hasRows, type Orm, one, type Store, type Work, workIn } from "./work.ts";

const deletedAtOnce = 100;

export function replyStore(store: Store): ReplyStore {
  const { read, write, grouped, tables } = store;
  const { rememberedReplies } = tables;
  return {
    find: (request, since) =>
      read((orm) => {
        const recent = and(named(tables, request), gte(rememberedReplies.createdAt, since));
        return one(orm.select().from(rememberedReplies).where(recent));
      }),
    perform: (request, { write: change, reply, since }) =>
      grouped(function* (orm) {
        if (!(yield* reserved(tables, orm, request, since))) return { earlier: yield* committed(tables, orm, request) };
        const result = yield* workIn(change)(orm);
        yield* done(orm.update(rememberedReplies).set(reply(result)).where(named(tables, request)));
        yield* deleteOld(store, since);
        return { done: result };
      }),
    claim: (request, since) =>
      grouped(function* (orm) {
        return (yield* reserved(tables, orm, request, since)) ? null : yield* committed(tables, orm, request);
      }),
    performOnce: (change) => grouped(workIn(change)),
    amend: (request, reply) =>
      write("process", (orm) => done(orm.update(rememberedReplies).set(reply).where(named(tables, request)))),
  };
}

/** Waits for another transaction with this name: false if it commits, true if it is undone. */
function* reserved({ rememberedReplies }: Tables, orm: Orm, request: RepeatableRequest, since: number): Work<boolean> {
  const { at: createdAt, ...name } = request;
  const row = { ...name, createdAt, status: 0, location: "", body: "" };
  const { keyId, route, idempotencyKey } = rememberedReplies;
  const insertion = orm
    .insert(rememberedReplies)
    .values(row)
    .onConflictDoUpdate({
      target: [keyId, route, idempotencyKey],
      set: row,
      setWhere: sql`${rememberedReplies.createdAt} < ${since}`,
    });
  return yield* hasRows(insertion.returning({ keyId }));
}

function* committed(tables: Tables, orm: Orm, request: RepeatableRequest): Work<EarlierReply> {
  const row = yield* first(orm.select().from(tables.rememberedReplies).where(named(tables, request)));
  if (row === undefined) throw new Error("the reply vanished while its repetition waited for it");
  return row;
}

/** Skips rows that another node is deleting, so that no two wait for each other. */
function deleteOld({ dialect }: Store, since: number): Work<void> {
  return done(sql`
    DELETE FROM remembered_replies WHERE (key_id, route, idempotency_key) IN (
      SELECT key_id, route, idempotency_key FROM remembered_replies WHERE created_at < ${since}
      ORDER BY created_at LIMIT ${deletedAtOnce} ${dialect.skipLocked})`);
}

function named({ rememberedReplies }: Tables, { keyId, route, idempotencyKey }: RepeatableRequest) {
  return and(
    eq(rememberedReplies.keyId, keyId),
    eq(rememberedReplies.route, route),
    eq(rememberedReplies.idempotencyKey, idempotencyKey),
  );
}
