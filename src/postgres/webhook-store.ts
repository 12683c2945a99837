import { and, asc, count, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { DueMessage, QuotaNotice, WebhookStore } from "../webhooks/ports.ts";
import type { Orm, PostgresDatabase } from "./postgres-database.ts";
import { webhookMessages, webhooks, workspaces } from "./postgres-tables.ts";

/** Milliseconds for which a message that a node was given is not given to another. Longer than an attempt to send it. */
const lease = 60_000;

export function webhooksInPostgres({ read, transact }: PostgresDatabase): WebhookStore {
  return {
    add: (webhook, most) =>
      transact(async (orm) => {
        const { workspaceId } = webhook;
        // Whoever adds a webhook to the same workspace waits here, so that both count what the other added.
        await orm
          .select({ id: workspaces.id })
          .from(workspaces)
          .where(eq(workspaces.id, workspaceId))
          .for("no key update");
        const [theirs] = await orm.select({ n: count() }).from(webhooks).where(eq(webhooks.workspaceId, workspaceId));
        if ((theirs?.n ?? 0) >= most) return false;
        await orm.insert(webhooks).values(webhook);
        return true;
      }),
    list: (workspace) => {
      const { no: _, secret: __, ...columns } = getTableColumns(webhooks);
      const pending = sql<number>`(SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = webhooks.no)`;
      return read((orm) =>
        orm
          .select({ ...columns, pending: pending.mapWith(Number) })
          .from(webhooks)
          .where(eq(webhooks.workspaceId, workspace))
          .orderBy(asc(webhooks.no)),
      );
    },
    target: async (workspace, id) => {
      const mine = and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
      const [row] = await read((orm) =>
        orm.select({ url: webhooks.url, secret: webhooks.secret }).from(webhooks).where(mine),
      );
      return row ?? null;
    },
    remove: (workspace, id) =>
      transact(async (orm) => {
        const mine = and(eq(webhooks.workspaceId, workspace), eq(webhooks.id, id));
        return (await orm.delete(webhooks).where(mine).returning({ no: webhooks.no })).length > 0;
      }),
    tellQuota: (workspace, notice) => transact((orm) => tellQuota(orm, workspace, notice)),
    waiting: (at) => read((orm) => workspacesDue(orm, at)),
    due: (at, workspace, most) => transact((orm) => claimDue(orm, { at, workspace, most })),
    arrived: ({ no, webhookNo }) =>
      transact(async (orm) => {
        await orm.delete(webhookMessages).where(eq(webhookMessages.no, no));
        await orm.update(webhooks).set({ lastError: null }).where(eq(webhooks.no, webhookNo));
      }),
    missed: ({ no, webhookNo, attempts }, lastError, dueAt) =>
      transact(async (orm) => {
        const mine = eq(webhookMessages.no, no);
        if (dueAt === null) await orm.delete(webhookMessages).where(mine);
        else
          await orm
            .update(webhookMessages)
            .set({ attempts: attempts + 1, dueAt })
            .where(mine);
        await orm.update(webhooks).set({ lastError }).where(eq(webhooks.no, webhookNo));
      }),
    disable: ({ webhookNo }, disabledAt) =>
      transact(async (orm) => {
        await orm.delete(webhookMessages).where(eq(webhookMessages.webhookNo, webhookNo));
        await orm.update(webhooks).set({ disabledAt }).where(eq(webhooks.no, webhookNo));
      }),
  };
}

interface Wanted {
  readonly at: number;
  readonly workspace: WorkspaceId;
  readonly most: number;
}

async function workspacesDue(orm: Orm, at: number): Promise<WorkspaceId[]> {
  const found = await orm
    .selectDistinct({ workspace: webhooks.workspaceId })
    .from(webhookMessages)
    .innerJoin(webhooks, eq(webhooks.no, webhookMessages.webhookNo))
    .where(lte(webhookMessages.dueAt, at));
  return found.map(({ workspace }) => workspace);
}

/** Messages that another node is being given at this moment are passed over. Those given are due again after the lease. */
async function claimDue(orm: Orm, { at, workspace, most }: Wanted): Promise<DueMessage[]> {
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM webhook_messages earlier
    WHERE earlier.webhook_no = ${webhookMessages.webhookNo} AND earlier.subject = ${webhookMessages.subject}
      AND earlier.no < ${webhookMessages.no})`;
  const { no, webhookNo, id, payload, attempts, dueAt } = webhookMessages;
  const found = await orm
    .select({ no, webhookNo, id, payload, attempts, url: webhooks.url, secret: webhooks.secret })
    .from(webhookMessages)
    .innerJoin(webhooks, eq(webhooks.no, webhookNo))
    .where(and(lte(dueAt, at), eq(webhooks.workspaceId, workspace), isFirst))
    .orderBy(asc(no))
    .limit(most)
    .for("update", { of: webhookMessages, skipLocked: true });
  const numbers = found.map((message) => message.no);
  const change = { dueAt: at + lease };
  if (numbers.length > 0) await orm.update(webhookMessages).set(change).where(inArray(no, numbers));
  return found;
}

async function tellQuota(orm: Orm, workspaceId: WorkspaceId, { quota, used, limit, month, at }: QuotaNotice) {
  const told = await orm.execute(sql`
    INSERT INTO quota_notices (workspace_id, quota, month) VALUES (${workspaceId}, ${quota}, ${month})
    ON CONFLICT (workspace_id, quota) DO UPDATE SET month = excluded.month WHERE quota_notices.month <> excluded.month
    RETURNING quota`);
  if (told.length === 0) return;
  const data = JSON.stringify({ quota, used, limit });
  await orm.execute(sql`
    SELECT tell_webhooks(${workspaceId}, 'quota', 'quota.near', to_timestamp(${at}::bigint / 1000.0), ${data}::text::json)`);
}
