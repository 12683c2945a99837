import { and, asc, count, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { DueMessage, QuotaNotice, WebhookStore } from "../webhooks/ports.ts";
import type { Tables } from "./tables.ts";
import { all, counted, done, hasRows, type Orm, one, type Store, type Work } from "./work.ts";

/** Milliseconds for which a message belongs to one node, longer than an attempt to send it. */
const lease = 60_000;

export function webhookStore(store: Store): WebhookStore {
  return { ...kept(store), ...sending(store) };
}

type KeptWebhooks = Pick<WebhookStore, "add" | "list" | "target" | "edit" | "remove">;

function kept({ read, write, free, dialect, tables: { webhooks, workspaces } }: Store): KeptWebhooks {
  const named = (workspace: WorkspaceId, id: WebhookId) =>
    and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
  return {
    add: (webhook, most) =>
      write("power", function* (orm) {
        const { workspaceId } = webhook;
        yield* dialect.lock(workspaces, eq(workspaces.id, workspaceId));
        const theirs = orm.select({ n: count() }).from(webhooks).where(eq(webhooks.workspaceId, workspaceId));
        if ((yield* counted(theirs)) >= most) return false;
        yield* done(orm.insert(webhooks).values(webhook));
        return true;
      }),
    list: (workspace) => {
      const { no: _, secret: __, ...columns } = getTableColumns(webhooks);
      const pending = sql<number>`(SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = webhooks.no)`;
      return read((orm) => {
        const shown = orm.select({ ...columns, pending: pending.mapWith(Number) }).from(webhooks);
        return all(shown.where(eq(webhooks.workspaceId, workspace)).orderBy(asc(webhooks.no)));
      });
    },
    target: (workspace, id) =>
      read((orm) => {
        const { url, secret } = webhooks;
        return one(orm.select({ url, secret }).from(webhooks).where(named(workspace, id)));
      }),
    edit: (workspace, id, edit) =>
      write("power", (orm) => {
        const fresh = edit.url === undefined ? {} : { disabledAt: null, lastError: null };
        // Sets the id too, because drizzle refuses an update that sets nothing.
        const changed = orm.update(webhooks).set({ id, ...edit, ...fresh });
        return hasRows(changed.where(named(workspace, id)).returning({ no: webhooks.no }));
      }),
    remove: (workspace, id) =>
      free("power", (orm) => hasRows(orm.delete(webhooks).where(named(workspace, id)).returning({ no: webhooks.no }))),
  };
}

function sending(store: Store): Omit<WebhookStore, keyof KeptWebhooks> {
  const { read, write, claim, isShared, tables } = store;
  const { webhooks, webhookMessages } = tables;
  const change = (no: number, columns: Partial<typeof webhooks.$inferInsert>) => (orm: Orm) =>
    done(orm.update(webhooks).set(columns).where(eq(webhooks.no, no)));
  return {
    tellQuota: (workspace, notice) => write("power", (orm) => tellQuota(store, orm, workspace, notice)),
    waiting: (at) =>
      read(function* (orm) {
        const messages = orm.selectDistinct({ workspace: webhooks.workspaceId }).from(webhookMessages);
        const ofWebhook = messages.innerJoin(webhooks, eq(webhooks.no, webhookMessages.webhookNo));
        return (yield* all(ofWebhook.where(lte(webhookMessages.dueAt, at)))).map(({ workspace }) => workspace);
      }),
    due: (at, workspace, most) =>
      claim((orm) => (isShared ? claimDue : dueMessages)(tables, orm, { at, workspace, most })),
    arrived: ({ no, webhookNo }) =>
      write("process", function* (orm) {
        yield* done(orm.delete(webhookMessages).where(eq(webhookMessages.no, no)));
        yield* change(webhookNo, { lastError: null })(orm);
      }),
    missed: ({ no, webhookNo, attempts }, lastError, dueAt) =>
      write("process", function* (orm) {
        const mine = eq(webhookMessages.no, no);
        if (dueAt === null) yield* done(orm.delete(webhookMessages).where(mine));
        else
          yield* done(
            orm
              .update(webhookMessages)
              .set({ attempts: attempts + 1, dueAt })
              .where(mine),
          );
        yield* change(webhookNo, { lastError })(orm);
      }),
    disable: ({ webhookNo: no }, disabledAt) =>
      write("power", function* (orm) {
        yield* done(orm.delete(webhookMessages).where(eq(webhookMessages.webhookNo, no)));
        yield* change(no, { disabledAt })(orm);
      }),
  };
}

interface DueRequest {
  readonly at: number;
  readonly workspace: WorkspaceId;
  readonly most: number;
}

function dueMessages({ webhooks, webhookMessages }: Tables, orm: Orm, { at, workspace, most }: DueRequest) {
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

/** Claimed messages are due again after the lease, so each is given to one node only. */
function* claimDue(tables: Tables, orm: Orm, wanted: DueRequest): Work<DueMessage[]> {
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

function* tellQuota({ tables, dialect }: Store, orm: Orm, workspaceId: WorkspaceId, notice: QuotaNotice): Work<void> {
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
