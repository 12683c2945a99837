import { and, eq, gte, lt } from "drizzle-orm";
import type { RepeatableRequest, ReplyStore } from "../../idempotency/ports.ts";
import type { Database } from "../database.ts";
import { rememberedReplies } from "../schema.ts";

export function replyRows({ orm, write, writeGrouped }: Database): ReplyStore {
  return {
    find: (request, since) => {
      const recent = and(named(request), gte(rememberedReplies.createdAt, since));
      return orm.select().from(rememberedReplies).where(recent).get() ?? null;
    },
    perform: (request, work, since) =>
      writeGrouped(() => {
        orm.delete(rememberedReplies).where(lt(rememberedReplies.createdAt, since)).run();
        const { done, reply } = work();
        const { at: createdAt, ...name } = request;
        orm
          .insert(rememberedReplies)
          .values({ ...name, createdAt, ...reply })
          .run();
        return done;
      }),
    performOnce: (work) => writeGrouped(work),
    amend: (request, reply) =>
      write("process", () => orm.update(rememberedReplies).set(reply).where(named(request)).run()),
  };
}

function named({ keyId, route, idempotencyKey }: RepeatableRequest) {
  return and(
    eq(rememberedReplies.keyId, keyId),
    eq(rememberedReplies.route, route),
    eq(rememberedReplies.idempotencyKey, idempotencyKey),
  );
}
