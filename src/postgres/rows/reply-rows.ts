/** The stored replies to repeatable requests. */
import { and, eq, gte, sql } from "drizzle-orm";
import type { EarlierReply, RepeatableRequest, ReplyStore } from "../../kernel/stores/replies.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { performedIn } from "../prepared-write.ts";
import { tables } from "../schema.ts";

const { rememberedReplies } = tables;

/** Old replies that one transaction deletes. */
const deletedAtOnce = 100;

export function repliesInPostgres({ read, transact }: PostgresDatabase): ReplyStore {
  return {
    find: (request, since) => read((orm) => find(orm, request, since)),
    perform: (request, { write, reply, since }) =>
      transact(async (orm) => {
        if (!(await reserved(orm, request, since))) return { earlier: await committed(orm, request) };
        const done = await performedIn(orm, write);
        await orm.update(rememberedReplies).set(reply(done)).where(named(request));
        await deleteOld(orm, since);
        return { done };
      }),
    performOnce: (write) => transact((orm) => performedIn(orm, write)),
    amend: (request, reply) =>
      transact(async (orm) => {
        await orm.update(rememberedReplies).set(reply).where(named(request));
      }),
  };
}

/**
 * Writes the row of the reply before the work is done. If another transaction has written it, this waits until that ends:
 * false if it was committed, and true if it was undone.
 */
async function reserved(
  orm: PostgresOrm,
  { at: createdAt, ...name }: RepeatableRequest,
  since: number,
): Promise<boolean> {
  const row = { ...name, createdAt, status: 0, location: "", body: "" };
  const { keyId, route, idempotencyKey } = rememberedReplies;
  const rows = await orm
    .insert(rememberedReplies)
    .values(row)
    .onConflictDoUpdate({
      target: [keyId, route, idempotencyKey],
      set: row,
      setWhere: sql`${rememberedReplies.createdAt} < ${since}`,
    })
    .returning({ keyId });
  return rows.length === 1;
}

async function committed(orm: PostgresOrm, request: RepeatableRequest): Promise<EarlierReply> {
  const [row] = await orm.select().from(rememberedReplies).where(named(request));
  if (row === undefined) throw new Error("the reply vanished while its repetition waited for it");
  return row;
}

async function find(orm: PostgresOrm, request: RepeatableRequest, since: number): Promise<EarlierReply | null> {
  const recent = and(named(request), gte(rememberedReplies.createdAt, since));
  const [row] = await orm.select().from(rememberedReplies).where(recent);
  return row ?? null;
}

/** Rows that another node is deleting are left to it, so that no two wait for each other. */
async function deleteOld(orm: PostgresOrm, since: number): Promise<void> {
  await orm.execute(sql`
    DELETE FROM remembered_replies WHERE (key_id, route, idempotency_key) IN (
      SELECT key_id, route, idempotency_key FROM remembered_replies WHERE created_at < ${since}
      ORDER BY created_at LIMIT ${deletedAtOnce} FOR UPDATE SKIP LOCKED)`);
}

function named({ keyId, route, idempotencyKey }: RepeatableRequest) {
  return and(
    eq(rememberedReplies.keyId, keyId),
    eq(rememberedReplies.route, route),
    eq(rememberedReplies.idempotencyKey, idempotencyKey),
  );
}
