/** The tables of webhooks and of their messages. */
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WebhookId, WorkspaceId } from "../../kernel/ids.ts";
import type { WebhookEvent } from "../../webhooks/webhook.ts";

export const webhooks = sqliteTable(
  "webhooks",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    id: text().$type<WebhookId>().notNull().unique(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    url: text().notNull(),
    events: text({ mode: "json" }).$type<readonly WebhookEvent[]>().notNull(),
    secret: blob().$type<Uint8Array>().notNull(),
    createdAt: integer("created_at").notNull(),
    disabledAt: integer("disabled_at"),
    lastError: text("last_error"),
  },
  (t) => [index("webhooks_by_workspace").on(t.workspaceId, t.no)],
);

export const webhookMessages = sqliteTable(
  "webhook_messages",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    webhookNo: integer("webhook_no").notNull(),
    id: text().notNull(),
    subject: text().notNull(),
    payload: text().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [
    index("webhook_messages_by_subject").on(t.webhookNo, t.subject, t.no),
    index("webhook_messages_by_due").on(t.dueAt),
  ],
);

export const quotaNotices = sqliteTable(
  "quota_notices",
  {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    quota: text().notNull(),
    month: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.quota] })],
);
