/**
 * The tables for drizzle, as far as stores use them; those of the rooms below are there. migrations/*.sql defines columns
 * and constraints, and a test compares both.
 */
import { boolean, doublePrecision, pgTable, text } from "drizzle-orm/pg-core";
import type { CheckId, ExpertId, KeyId, WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { Scope } from "../keys/key.ts";
import type { CheckRun, Expectation } from "../quality/check.ts";
import type { WebhookEvent } from "../webhooks/webhook.ts";
import { bytes, integer, json } from "./postgres-columns.ts";

const number = () => integer().primaryKey().generatedByDefaultAsIdentity();

export const workspaces = pgTable("workspaces", {
  id: text().$type<WorkspaceId>().primaryKey(),
  name: text().notNull().unique(),
  createdAt: integer("created_at").notNull(),
});

export const apiKeys = pgTable("api_keys", {
  id: text().$type<KeyId>().primaryKey(),
  workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: bytes().notNull(),
  scopes: json().$type<readonly Scope[]>().notNull(),
  expertIds: json("expert_ids").$type<readonly ExpertId[]>(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
});

export const sessions = pgTable("sessions", {
  hash: bytes().primaryKey(),
  keyId: text("key_id").$type<KeyId>().notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

export const askedQuestions = pgTable("asked_questions", {
  no: number(),
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  question: text().notNull(),
  abstained: boolean().notNull(),
  confidence: doublePrecision().notNull(),
  askedAt: integer("asked_at").notNull(),
});

export const checks = pgTable("checks", {
  no: number(),
  id: text().$type<CheckId>().notNull().unique(),
  expertId: text("expert_id").$type<ExpertId>().notNull(),
  question: text().notNull(),
  expected: json().$type<Expectation>().notNull(),
  createdAt: integer("created_at").notNull(),
  lastRun: json("last_run").$type<CheckRun>(),
});

export const webhooks = pgTable("webhooks", {
  no: number(),
  id: text().$type<WebhookId>().notNull().unique(),
  workspaceId: text("workspace_id").$type<WorkspaceId>().notNull(),
  url: text().notNull(),
  events: json().$type<readonly WebhookEvent[]>().notNull(),
  secret: bytes().notNull(),
  createdAt: integer("created_at").notNull(),
  disabledAt: integer("disabled_at"),
  lastError: text("last_error"),
});

export const webhookMessages = pgTable("webhook_messages", {
  no: number(),
  webhookNo: integer("webhook_no").notNull(),
  id: text().notNull(),
  subject: text().notNull(),
  payload: text().notNull(),
  attempts: integer().notNull().default(0),
  dueAt: integer("due_at").notNull(),
});
