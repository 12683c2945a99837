/** The tables of sources, sites and replies for drizzle; see postgres-tables.ts. */
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import type { Metadata } from "../../experts/expert.ts";
import type { ExpertId, KeyId, SiteId, SourceId } from "../../kernel/ids.ts";
import type { Keeper, Keepers } from "../../kernel/keepers.ts";
import type { PageStatus, SiteStatus } from "../../sites/site.ts";
import type { DocumentWarning } from "../../sources/document.ts";
import type { HeldChange, KeeperDeeds } from "../../sources/keeping/mass-change.ts";
import type { FailureCode, SourceStatus, SourceType } from "../../sources/source.ts";
import { bytes, integer, json } from "../postgres-columns.ts";

const number = () => integer().primaryKey().generatedByDefaultAsIdentity();

export const rememberedReplies = pgTable("remembered_replies", {
  keyId: text("key_id").$type<KeyId>().notNull(),
  route: text().notNull(),
  idempotencyKey: text("idempotency_key").notNull(),
  fingerprint: text().notNull(),
  status: integer().notNull(),
  location: text().notNull(),
  body: text().notNull(),
  createdAt: integer("created_at").notNull(),
});

export const sources = pgTable("sources", {
  no: number(),
  id: text().$type<SourceId>().notNull().unique(),
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  externalId: text("external_id"),
  url: text(),
  metadata: json().$type<Metadata>().notNull(),
  latestVersionNo: integer("latest_version_no"),
  currentVersionNo: integer("current_version_no"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  keepers: json().$type<Keepers>().notNull().default(["api"]),
});

export const keepers = pgTable("keepers", {
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  keeper: text().$type<Keeper>().notNull(),
  done: json().$type<readonly KeeperDeeds[]>().notNull(),
  held: json().$type<HeldChange>(),
});

export const sourceVersions = pgTable("source_versions", {
  no: number(),
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
  // Empty until the bytes have been received.
  sha256: text().notNull(),
  fetchUrl: text("fetch_url"),
  status: text().$type<SourceStatus>().notNull(),
  stage: text(),
  progressDone: integer("progress_done").notNull().default(0),
  progressTotal: integer("progress_total").notNull().default(0),
  attempts: integer().notNull().default(0),
  errorCode: text("error_code").$type<FailureCode>(),
  errorMessage: text("error_message"),
  errorRetryable: boolean("error_retryable"),
  content: text(),
  chunkCount: integer("chunk_count").notNull().default(0),
  pageCount: integer("page_count"),
  language: text(),
  keyId: text("key_id").$type<KeyId>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  readyAt: integer("ready_at"),
  warnings: json().$type<readonly DocumentWarning[]>().notNull().default([]),
});

export const chunks = pgTable("chunks", {
  no: number(),
  versionNo: integer("version_no").notNull(),
  start: integer().notNull(),
  end: integer().notNull(),
  section: text().notNull(),
  page: integer(),
  text: text().notNull(),
  reading: bytes(),
  speaker: text(),
  saidAt: text("said_at"),
  outline: bytes(),
  language: text(),
});

export const memoryChanges = pgTable("memory_changes", {
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  revision: integer().notNull(),
  versionNo: integer("version_no").notNull(),
  added: boolean().notNull(),
});

export const sites = pgTable("sites", {
  no: number(),
  id: text().$type<SiteId>().notNull().unique(),
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  keyId: text("key_id").$type<KeyId>().notNull(),
  url: text().notNull(),
  scope: text().notNull(),
  maxPages: integer("max_pages").notNull(),
  maxDepth: integer("max_depth").notNull(),
  everyHours: integer("every_hours"),
  status: text().$type<SiteStatus | "removed">().notNull(),
  failure: text(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  crawledAt: integer("crawled_at"),
  nextAt: integer("next_at"),
});

export const sitePages = pgTable("site_pages", {
  no: number(),
  siteNo: integer("site_no").notNull(),
  url: text().notNull(),
  depth: integer().notNull(),
  status: text().$type<PageStatus>().notNull(),
  message: text(),
  sourceId: text("source_id").$type<SourceId>(),
  misses: integer().notNull().default(0),
  sha256: text(),
  etag: text(),
  lastModified: text("last_modified"),
});
