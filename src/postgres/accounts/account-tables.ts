/** The tables of experts, usage and limits for drizzle, as in ../postgres-tables.ts. */
import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ExpertSettings, Metadata } from "../../experts/expert.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../kernel/ids.ts";
import { integer, json } from "../postgres-columns.ts";

export const experts = pgTable("experts", {
  id: text().$type<ExpertId>().primaryKey(),
  workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text().notNull(),
  instructions: text().notNull(),
  language: text().notNull(),
  settings: json().$type<ExpertSettings>().notNull(),
  metadata: json().$type<Metadata>().notNull(),
  revision: integer().notNull().default(0),
  embeddingNo: integer("embedding_no"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  readings: text(),
});

export const expertNames = pgTable(
  "expert_names",
  {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text().notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    isSlug: boolean("is_slug").notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.name] })],
);

/** Null: nothing is set. -1: no limit. */
export const workspaceLimits = pgTable("workspace_limits", {
  workspaceId: text("workspace_id").$type<WorkspaceId>().primaryKey(),
  requests: integer(),
  sources: integer(),
  bytes: integer(),
});

const counter = (name: string) => integer(name).notNull().default(0);

export const usageCounters = pgTable(
  "usage_counters",
  {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    day: integer().notNull(),
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
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.day, table.expertId, table.keyId] })],
);
