/** Workspaces, experts and their accounts; migrations/*.sql explains the columns. */

import type { ExpertSettings, Metadata } from "../experts/expert.ts";
import type { CheckId, ExpertId, KeyId, QueryId, SourceId, WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { Scope } from "../keys/key.ts";
import type { ConversationTurn } from "../keys/ports.ts";
import type { CheckRun, Expectation } from "../quality/check.ts";
import type { AnswerVerdict } from "../quality/ports.ts";
import type { WebhookEvent } from "../webhooks/webhook.ts";
import type { Columns } from "./columns.ts";

export function accountTables(columns: Columns) {
  return {
    ...workspaceTables(columns),
    ...conversationTable(columns),
    ...expertTables(columns),
    ...questionTables(columns),
    ...webhookTables(columns),
    ...usageTable(columns),
    ...repliesTable(columns),
  };
}

function workspaceTables({ table, text, integer, flag, json, bytes }: Columns) {
  const installation = table("installation", { id: text("id").primaryKey() });
  const workspaces = table("workspaces", {
    id: text("id").$type<WorkspaceId>().primaryKey(),
    name: text("name").notNull().unique(),
    createdAt: integer("created_at").notNull(),
  });
  /** Null: not set. -1: no limit. */
  const workspaceLimits = table("workspace_limits", {
    workspaceId: text("workspace_id").$type<WorkspaceId>().primaryKey(),
    requests: integer("requests"),
    sources: integer("sources"),
    bytes: integer("bytes"),
  });
  const apiKeys = table("api_keys", {
    id: text("id").$type<KeyId>().primaryKey(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    hash: bytes("hash").notNull(),
    scopes: json("scopes").$type<readonly Scope[]>().notNull(),
    expertIds: json("expert_ids").$type<readonly ExpertId[]>(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    keepsConversations: flag("keeps_conversations").notNull().default(false),
  });
  const sessions = table("sessions", {
    hash: bytes("hash").primaryKey(),
    keyId: text("key_id").$type<KeyId>().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  });
  return { installation, workspaces, workspaceLimits, apiKeys, sessions };
}

function conversationTable({ keyed, text, integer, json }: Columns) {
  const keptConversations = keyed("kept_conversations", ["keyId", "id"], {
    keyId: text("key_id").$type<KeyId>().notNull(),
    id: text("id").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    title: text("title").notNull(),
    revision: integer("revision").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    sources: json("sources").$type<readonly string[]>().notNull(),
    turns: json("turns").$type<readonly ConversationTurn[]>().notNull(),
  });
  return { keptConversations };
}

function expertTables({ table, keyed, text, integer, flag, json }: Columns) {
  const experts = table("experts", {
    id: text("id").$type<ExpertId>().primaryKey(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description").notNull(),
    instructions: text("instructions").notNull(),
    language: text("language").notNull(),
    settings: json("settings").$type<ExpertSettings>().notNull(),
    metadata: json("metadata").$type<Metadata>().notNull(),
    revision: integer("revision").notNull().default(0),
    embeddingNo: integer("embedding_no"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    readings: text("readings"),
  });
  const expertNames = keyed("expert_names", ["workspaceId", "name"], {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text("name").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    isSlug: flag("is_slug").notNull(),
    position: integer("position").notNull(),
  });
  return { experts, expertNames };
}

function questionTables({ table, number, text, integer, flag, real, json }: Columns) {
  const askedQuestions = table("asked_questions", {
    no: number(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    question: text("question").notNull(),
    abstained: flag("abstained").notNull(),
    confidence: real("confidence").notNull(),
    askedAt: integer("asked_at").notNull(),
  });
  const checks = table("checks", {
    no: number(),
    id: text("id").$type<CheckId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    question: text("question").notNull(),
    expected: json("expected").$type<Expectation>().notNull(),
    createdAt: integer("created_at").notNull(),
    lastRun: json("last_run").$type<CheckRun>(),
  });
  const recentAnswers = table("recent_answers", {
    no: number(),
    id: text("id").$type<QueryId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    createdAt: integer("created_at").notNull(),
    verdict: text("verdict").$type<AnswerVerdict>(),
    note: text("note"),
    sources: json("sources").$type<readonly SourceId[]>().notNull(),
    answer: json("answer").$type<object>().notNull(),
  });
  return { askedQuestions, checks, recentAnswers };
}

function webhookTables({ table, keyed, number, text, integer, json, bytes }: Columns) {
  const webhooks = table("webhooks", {
    no: number(),
    id: text("id").$type<WebhookId>().notNull().unique(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    url: text("url").notNull(),
    events: json("events").$type<readonly WebhookEvent[]>().notNull(),
    secret: bytes("secret").notNull(),
    createdAt: integer("created_at").notNull(),
    disabledAt: integer("disabled_at"),
    lastError: text("last_error"),
  });
  const webhookMessages = table("webhook_messages", {
    no: number(),
    webhookNo: integer("webhook_no").notNull(),
    id: text("id").notNull(),
    subject: text("subject").notNull(),
    payload: text("payload").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: integer("due_at").notNull(),
  });
  const quotaNotices = keyed("quota_notices", ["workspaceId", "quota"], {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    quota: text("quota").notNull(),
    month: text("month").notNull(),
  });
  return { webhooks, webhookMessages, quotaNotices };
}

function usageTable({ keyed, text, integer }: Columns) {
  const counter = (name: string) => integer(name).notNull().default(0);
  const usageCounters = keyed("usage_counters", ["workspaceId", "day", "expertId", "keyId"], {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    day: integer("day").notNull(),
    expertId: text("expert_id").$type<ExpertId | "">().notNull(),
    keyId: text("key_id").$type<KeyId>().notNull(),
    query: counter("query"),
    chat: counter("chat"),
    ingest: counter("ingest"),
    failed: counter("failed"),
    answered: counter("answered"),
    abstained: counter("abstained"),
    promptTokens: counter("prompt_tokens"),
    completionTokens: counter("completion_tokens"),
    embeddingTokens: counter("embedding_tokens"),
    sourcesCreated: counter("sources_created"),
    sourcesFailed: counter("sources_failed"),
    bytes: counter("bytes"),
    chunks: counter("chunks"),
  });
  return { usageCounters };
}

function repliesTable({ keyed, text, integer }: Columns) {
  const rememberedReplies = keyed("remembered_replies", ["keyId", "route", "idempotencyKey"], {
    keyId: text("key_id").$type<KeyId>().notNull(),
    route: text("route").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    status: integer("status").notNull(),
    location: text("location").notNull(),
    body: text("body").notNull(),
    createdAt: integer("created_at").notNull(),
  });
  return { rememberedReplies };
}
