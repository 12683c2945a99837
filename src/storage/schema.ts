/** The tables for drizzle. migrations/*.sql defines columns and constraints; a test compares both. */
import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ExpertSettings, Metadata } from "../experts/expert.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import type { Scope } from "../keys/key.ts";
import type { DocumentWarning } from "../sources/document.ts";
import type { FailureCode, SourceStatus, SourceType } from "../sources/source.ts";
/** The data folder that this database belongs to; see folder/folder-identity.ts. */
export const installation = sqliteTable("installation", { id: text().primaryKey() });

/** Versions that were deleted on request and whose files may still exist. */
export const removedOriginals = sqliteTable("removed_originals", {
  versionNo: integer("version_no").primaryKey(),
});

export const workspaces = sqliteTable("workspaces", {
  id: text().$type<WorkspaceId>().primaryKey(),
  name: text().notNull().unique(),
  createdAt: integer("created_at").notNull(),
});

export const workspaceLimits = sqliteTable("workspace_limits", {
  workspaceId: text("workspace_id").$type<WorkspaceId>().primaryKey(),
  requests: integer(),
  sources: integer(),
  bytes: integer(),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().$type<KeyId>().primaryKey(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: blob().$type<Uint8Array>().notNull(),
    scopes: text({ mode: "json" }).$type<readonly Scope[]>().notNull(),
    expertIds: text("expert_ids", { mode: "json" }).$type<readonly ExpertId[]>(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
  },
  (t) => [index("api_keys_by_workspace").on(t.workspaceId, t.id)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    hash: blob().$type<Uint8Array>().primaryKey(),
    keyId: text("key_id").$type<KeyId>().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("sessions_by_age").on(t.expiresAt), index("sessions_by_key").on(t.keyId)],
);

export const experts = sqliteTable(
  "experts",
  {
    id: text().$type<ExpertId>().primaryKey(),
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text().notNull(),
    slug: text().notNull(),
    description: text().notNull(),
    instructions: text().notNull(),
    language: text().notNull(),
    settings: text({ mode: "json" }).$type<ExpertSettings>().notNull(),
    metadata: text({ mode: "json" }).$type<Metadata>().notNull(),
    revision: integer().notNull().default(0),
    embeddingNo: integer("embedding_no"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    readings: text(),
  },
  (t) => [index("experts_by_workspace").on(t.workspaceId, t.id)],
);

export const expertNames = sqliteTable(
  "expert_names",
  {
    workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
    name: text().notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    isSlug: integer("is_slug", { mode: "boolean" }).notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.name] }), index("expert_names_by_expert").on(t.expertId)],
);

export const sources = sqliteTable(
  "sources",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    id: text().$type<SourceId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    externalId: text("external_id"),
    url: text(),
    metadata: text({ mode: "json" }).$type<Metadata>().notNull(),
    latestVersionNo: integer("latest_version_no"),
    currentVersionNo: integer("current_version_no"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    keepers: text({ mode: "json" }).$type<readonly string[]>().notNull().default(["api"]),
  },
  (t) => [
    uniqueIndex("sources_expert_external").on(t.expertId, t.externalId),
    index("sources_by_expert").on(t.expertId, t.id),
  ],
);

export const sourceVersions = sqliteTable("source_versions", {
  no: integer().primaryKey({ autoIncrement: true }),
  sourceNo: integer("source_no").notNull(),
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  version: integer().notNull(),
  type: text().$type<SourceType>().notNull(),
  givenTitle: text("given_title"),
  title: text().notNull(),
  filename: text(),
  declaredType: text("declared_type"),
  mimeType: text("mime_type"),
  bytes: integer().notNull(),
  sha256: text().notNull(), // empty until the bytes have been received
  fetchUrl: text("fetch_url"),
  status: text().$type<SourceStatus>().notNull(),
  stage: text(),
  progressDone: integer("progress_done").notNull().default(0),
  progressTotal: integer("progress_total").notNull().default(0),
  attempts: integer().notNull().default(0),
  errorCode: text("error_code").$type<FailureCode>(),
  errorMessage: text("error_message"),
  errorRetryable: integer("error_retryable", { mode: "boolean" }),
  content: text(),
  chunkCount: integer("chunk_count").notNull().default(0),
  pageCount: integer("page_count"),
  language: text(),
  keyId: text("key_id").$type<KeyId>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  readyAt: integer("ready_at"),
  warnings: text({ mode: "json" }).$type<readonly DocumentWarning[]>().notNull().default([]),
});

/** Exactly the condition of the partial indexes over waiting versions: with a bound parameter, SQLite would not use them. */
export const isPending = sql`${sourceVersions.status} IN ('queued', 'processing')`;

export const chunks = sqliteTable(
  "chunks",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    versionNo: integer("version_no").notNull(),
    start: integer().notNull(),
    end: integer().notNull(),
    section: text().notNull(),
    page: integer(),
    text: text().notNull(),
    reading: blob().$type<Uint8Array>(),
    speaker: text(),
    saidAt: text("said_at"),
    outline: blob().$type<Uint8Array>(),
    language: text(),
  },
  (t) => [index("chunks_by_version").on(t.versionNo)],
);

export const embeddings = sqliteTable(
  "embeddings",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    model: text().notNull(),
    dimensions: integer().notNull(),
    recipe: text().notNull(),
    retired: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [index("embeddings_by_expert").on(t.expertId)],
);

export const chunkVectors = sqliteTable(
  "chunk_vectors",
  {
    chunkNo: integer("chunk_no").notNull(),
    embeddingNo: integer("embedding_no").notNull(),
    vector: blob().$type<Uint8Array>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chunkNo, t.embeddingNo] }),
    index("chunk_vectors_by_embedding").on(t.embeddingNo, t.chunkNo),
  ],
);

export const memoryChanges = sqliteTable(
  "memory_changes",
  {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    revision: integer().notNull(),
    versionNo: integer("version_no").notNull(),
    added: integer({ mode: "boolean" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.expertId, t.revision, t.versionNo] })],
);

export const senseModels = sqliteTable("sense_models", {
  no: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull().unique(),
});

export const chunkSenses = sqliteTable(
  "chunk_senses",
  {
    modelNo: integer("model_no").notNull(),
    chunkNo: integer("chunk_no").notNull(),
    vector: blob().$type<Uint8Array>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.modelNo, t.chunkNo] }), index("chunk_senses_by_chunk").on(t.chunkNo)],
);

export const versionSenses = sqliteTable(
  "version_senses",
  {
    modelNo: integer("model_no").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    versionNo: integer("version_no").notNull(),
    reached: integer().notNull().default(0),
    done: integer().notNull().default(0),
    total: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.modelNo, t.expertId, t.versionNo] }),
    index("version_senses_by_version").on(t.versionNo),
  ],
);

export const senseStandings = sqliteTable(
  "sense_standings",
  {
    modelNo: integer("model_no").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.modelNo, t.expertId] })],
);

export const senseChanges = sqliteTable(
  "sense_changes",
  {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    revision: integer().notNull(),
    first: integer("first_chunk_no").notNull(),
    last: integer("last_chunk_no").notNull(),
  },
  (t) => [primaryKey({ columns: [t.expertId, t.revision, t.first] })],
);

export const rememberedReplies = sqliteTable(
  "remembered_replies",
  {
    keyId: text("key_id").$type<KeyId>().notNull(),
    route: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    fingerprint: text().notNull(),
    status: integer().notNull(),
    location: text().notNull(),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.route, t.idempotencyKey] }),
    index("remembered_replies_by_age").on(t.createdAt),
  ],
);

const counter = (name: string) => integer(name).notNull().default(0);

export const usageCounters = sqliteTable(
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
  (t) => [primaryKey({ columns: [t.workspaceId, t.day, t.expertId, t.keyId] })],
);
