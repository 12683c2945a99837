import { and, asc, count, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { DueMessage, QuotaNotice, WebhookStore } from "../webhooks/ports.ts";
import type { Tables } from "./schema/tables.ts";
import { all, done, first, type Orm, type Store, type Work } from "./work.ts";

/** Milliseconds for which a message that a node was given is not given to another. Longer than an attempt to send it. */
const lease = 60_000;

export function webhookStore(store: Store): WebhookStore {
  const { read, write, free, claim, dialect, isShared } = store;
  const { webhooks, webhookMessages, workspaces } = store.tables;
  const named = (workspace: WorkspaceId, id: WebhookId) =>
    and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
  return {
    add: (webhook, most) =>
      write("power", function* (orm) {
        const { workspaceId } = webhook;
        yield* dialect.lock(workspaces, eq(workspaces.id, workspaceId));
        const theirs = orm.select({ n: count() }).from(webhooks).where(eq(webhooks.workspaceId, workspaceId));
        if (((yield* first(theirs))?.n ?? 0) >= most) return false;
        yield* done(orm.insert(webhooks).values(webhook));
        return true;
      }),
    list: (workspace) => {
      const { no: _, secret: __, ...columns } = getTableColumns(webhooks);
      const pending = sql<number>`(SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = webhooks.no)`;
      return read((orm) =>
        all(
          orm
            .select({ ...columns, pending: pending.mapWith(Number) })
            .from(webhooks)
            .where(eq(webhooks.workspaceId, workspace))
            .orderBy(asc(webhooks.no)),
        ),
      );
    },
    target: (workspace, id) =>
      read(function* (orm) {
        const { url, secret } = webhooks;
        return (yield* first(orm.select({ url, secret }).from(webhooks).where(named(workspace, id)))) ?? null;
      }),
    remove: (workspace, id) =>
      free("power", function* (orm) {
        const gone = orm.delete(webhooks).where(named(workspace, id)).returning({ no: webhooks.no });
        return (yield* all(gone)).length > 0;
      }),
    tellQuota: (workspace, notice) => write("power", (orm) => tellQuota(store, orm, { workspace, notice })),
    waiting: (at) =>
      read(function* (orm) {
        const due = yield* all(
          orm
            .selectDistinct({ workspace: webhooks.workspaceId })
            .from(webhookMessages)
            .innerJoin(webhooks, eq(webhooks.no, webhookMessages.webhookNo))
            .where(lte(webhookMessages.dueAt, at)),
        );
        return due.map(({ workspace }) => workspace);
      }),
    due: (at, workspace, most) => {
      const wanted = { at, workspace, most };
      return claim((orm) => (isShared ? claimDue : dueMessages)(store.tables, orm, wanted));
    },
    arrived: ({ no, webhookNo }) =>
      write("process", function* (orm) {
        yield* done(orm.delete(webhookMessages).where(eq(webhookMessages.no, no)));
        yield* done(orm.update(webhooks).set({ lastError: null }).where(eq(webhooks.no, webhookNo)));
      }),
    missed: ({ no, webhookNo, attempts }, lastError, dueAt) =>
      write("process", function* (orm) {
        const mine = eq(webhookMessages.no, no);
        const again = { attempts: attempts + 1, dueAt: dueAt ?? 0 };
        if (dueAt === null) yield* done(orm.delete(webhookMessages).where(mine));
        else yield* done(orm.update(webhookMessages).set(again).where(mine));
        yield* done(orm.update(webhooks).set({ lastError }).where(eq(webhooks.no, webhookNo)));
      }),
    disable: ({ webhookNo }, disabledAt) =>
      write("power", function* (orm) {
        yield* done(orm.delete(webhookMessages).where(eq(webhookMessages.webhookNo, webhookNo)));
        yield* done(orm.update(webhooks).set({ disabledAt }).where(eq(webhooks.no, webhookNo)));
      }),
  };
}

interface Wanted {
  readonly at: number;
  readonly workspace: WorkspaceId;
  readonly most: number;
}

function dueMessages({ webhooks, webhookMessages }: Tables, orm: Orm, { at, workspace, most }: Wanted) {
  const { no, webhookNo, id, subject, payload, attempts, dueAt } = webhookMessages;
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM webhook_messages earlier
    WHERE earlier.webhook_no = ${webhookNo} AND earlier.subject = ${subject} AND earlier.no < ${no})`;
  return all<DueMessage>(
    orm
      .select({ no, webhookNo, id, payload, attempts, url: webhooks.url, secret: webhooks.secret })
      .from(webhookMessages)
      .innerJoin(webhooks, eq(webhooks.no, webhookNo))
      .where(and(lte(dueAt, at), eq(webhooks.workspaceId, workspace), isFirst))
      .orderBy(asc(no))
      .limit(most),
  );
}

/** Those that are given are due again after the lease, so of two nodes that ask at the same time only one is given a message. */
function* claimDue(tables: Tables, orm: Orm, wanted: Wanted): Work<DueMessage[]> {
  const { no, dueAt } = tables.webhookMessages;
  const found = yield* dueMessages(tables, orm, wanted);
  const numbers = found.map((message) => message.no);
  const stillDue = and(inArray(no, numbers), lte(dueAt, wanted.at));
  const change = orm
    .update(tables.webhookMessages)
    .set({ dueAt: wanted.at + lease })
    .where(stillDue);
  const ours = new Set((yield* all(change.returning({ no }))).map((message) => message.no));
  return found.filter((message) => ours.has(message.no));
}

interface Telling {
  readonly workspace: WorkspaceId;
  readonly notice: QuotaNotice;
}

function* tellQuota({ tables, dialect }: Store, orm: Orm, { workspace: workspaceId, notice }: Telling): Work<void> {
  const { quotaNotices } = tables;
  const { quota, used, limit, month, at } = notice;
  const told = yield* all(
    orm
      .insert(quotaNotices)
      .values({ workspaceId, quota, month })
      .onConflictDoUpdate({
        target: [quotaNotices.workspaceId, quotaNotices.quota],
        set: { month },
        setWhere: sql`${quotaNotices.month} <> ${month}`,
      })
      .returning({ quota: quotaNotices.quota }),
  );
  if (told.length === 0) return;
  const message = { subject: "quota", type: "quota.near", at, data: { quota, used, limit } };
  yield* done(dialect.tellWebhooks(workspaceId, message));
}
