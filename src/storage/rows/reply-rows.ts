import { and, gte, lt, sql } from "drizzle-orm";
import type { RepeatableRequest, ReplyStore } from "../../kernel/stores/replies.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { performed } from "../prepared-write.ts";
import { rememberedReplies } from "../schema.ts";

export function replyRows({ orm, write, writeGrouped }: Database): ReplyStore {
  const found = builtOnce(() => finding(orm));
  const find = ({ keyId, route, idempotencyKey }: RepeatableRequest, since: number) =>
    found().get({ keyId, route, idempotencyKey, since }) ?? null;
  return {
    find,
    perform: (request, plan) =>
      writeGrouped(() => {
        const { since } = plan;
        const earlier = find(request, since);
        if (earlier !== null) return { earlier };
        orm.delete(rememberedReplies).where(lt(rememberedReplies.createdAt, since)).run();
        const done = performed(plan.write);
        const { at: createdAt, ...name } = request;
        orm
          .insert(rememberedReplies)
          .values({ ...name, createdAt, ...plan.reply(done) })
          .run();
        return { done };
      }),
    performOnce: (only) => writeGrouped(() => performed(only)),
    amend: ({ keyId, route, idempotencyKey }, reply) => {
      const named = namedBy({ keyId, route, idempotencyKey });
      write("process", () => orm.update(rememberedReplies).set(reply).where(named).run());
    },
  };
}

const value = sql.placeholder;

function finding(orm: Drizzle) {
  const named = namedBy({ keyId: value("keyId"), route: value("route"), idempotencyKey: value("idempotencyKey") });
  const recent = and(named, gte(rememberedReplies.createdAt, value("since")));
  return orm.select().from(rememberedReplies).where(recent).prepare();
}

type Name = Readonly<Record<"keyId" | "route" | "idempotencyKey", unknown>>;

function namedBy({ keyId, route, idempotencyKey }: Name) {
  return and(
    sql`${rememberedReplies.keyId} = ${keyId}`,
    sql`${rememberedReplies.route} = ${route}`,
    sql`${rememberedReplies.idempotencyKey} = ${idempotencyKey}`,
  );
}
