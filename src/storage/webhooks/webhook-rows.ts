import { and, asc, count, eq, getTableColumns, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { QuotaNotice, WebhookStore } from "../../webhooks/ports.ts";
import type { Database, Drizzle } from "../database.ts";
import { quotaNotices, webhookMessages, webhooks } from "./webhook-tables.ts";

export function webhookRows({ orm, write, reserve }: Database): WebhookStore {
  return {
    add: (webhook, most) =>
      write("power", () => {
        const theirs = orm.select({ n: count() }).from(webhooks).where(eq(webhooks.workspaceId, webhook.workspaceId));
        if ((theirs.get()?.n ?? 0) >= most) return false;
        orm.insert(webhooks).values(webhook).run();
        return true;
      }),
    list: (workspace) => {
      const { no: _, secret: __, ...columns } = getTableColumns(webhooks);
      const pending = sql<number>`(SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = webhooks.no)`;
      return orm
        .select({ ...columns, pending })
        .from(webhooks)
        .where(eq(webhooks.workspaceId, workspace))
        .orderBy(asc(webhooks.no))
        .all();
    },
    target: (workspace, id) => {
      const mine = and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
      return orm.select({ url: webhooks.url, secret: webhooks.secret }).from(webhooks).where(mine).get() ?? null;
    },
    remove: (workspace, id) =>
      reserve.freeing(() =>
        write("power", () => {
          const mine = and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
          return orm.delete(webhooks).where(mine).returning({ no: webhooks.no }).all().length > 0;
        }),
      ),
    tellQuota: (workspace, notice) => write("power", () => tellQuota(orm, workspace, notice)),
    waiting: (at) =>
      orm
        .selectDistinct({ workspace: webhooks.workspaceId })
        .from(webhookMessages)
        .innerJoin(webhooks, eq(webhooks.no, webhookMessages.webhookNo))
        .where(lte(webhookMessages.dueAt, at))
        .all()
        .map(({ workspace }) => workspace),
    due: (at, workspace, most) => dueMessages(orm, { at, workspace, most }),
    arrived: ({ no, webhookNo }) => {
      write("process", () => {
        orm.delete(webhookMessages).where(eq(webhookMessages.no, no)).run();
        orm.update(webhooks).set({ lastError: null }).where(eq(webhooks.no, webhookNo)).run();
      });
    },
    missed: ({ no, webhookNo, attempts }, lastError, dueAt) => {
      write("process", () => {
        const mine = eq(webhookMessages.no, no);
        if (dueAt === null) orm.delete(webhookMessages).where(mine).run();
        else
          orm
            .update(webhookMessages)
            .set({ attempts: attempts + 1, dueAt })
            .where(mine)
            .run();
        orm.update(webhooks).set({ lastError }).where(eq(webhooks.no, webhookNo)).run();
      });
    },
    disable: ({ webhookNo }, disabledAt) => {
      write("power", () => {
        orm.delete(webhookMessages).where(eq(webhookMessages.webhookNo, webhookNo)).run();
        orm.update(webhooks).set({ disabledAt }).where(eq(webhooks.no, webhookNo)).run();
      });
    },
  };
}

interface Wanted {
  readonly at: number;
  readonly workspace: WorkspaceId;
  readonly most: number;
}

function dueMessages(orm: Drizzle, { at, workspace, most }: Wanted) {
  const { no, webhookNo, id, payload, attempts, dueAt } = webhookMessages;
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM webhook_messages earlier
    WHERE earlier.webhook_no = ${webhookNo} AND earlier.subject = ${webhookMessages.subject} AND earlier.no < ${no})`;
  return orm
    .select({ no, webhookNo, id, payload, attempts, url: webhooks.url, secret: webhooks.secret })
    .from(webhookMessages)
    .innerJoin(webhooks, eq(webhooks.no, webhookNo))
    .where(and(lte(dueAt, at), eq(webhooks.workspaceId, workspace), isFirst))
    .orderBy(asc(no))
    .limit(most)
    .all();
}

function tellQuota(orm: Drizzle, workspaceId: WorkspaceId, { quota, used, limit, month, at }: QuotaNotice): void {
  const told = orm
    .insert(quotaNotices)
    .values({ workspaceId, quota, month })
    .onConflictDoUpdate({
      target: [quotaNotices.workspaceId, quotaNotices.quota],
      set: { month },
      setWhere: sql`${quotaNotices.month} <> ${month}`,
    })
    .returning({ quota: quotaNotices.quota })
    .all();
  if (told.length === 0) return;
  const data = { quota, used, limit };
  const payload = JSON.stringify({ type: "quota.near", timestamp: new Date(at).toISOString(), data });
  orm.run(sql`
    INSERT INTO webhook_messages (webhook_no, id, subject, payload, due_at)
    SELECT no, 'msg_' || lower(hex(randomblob(13))), 'quota', ${payload}, 0 FROM webhooks
    WHERE workspace_id = ${workspaceId} AND disabled_at IS NULL
      AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = 'quota.near')`);
}
