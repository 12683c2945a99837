/** The tables of sites for drizzle; see schema.ts. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ExpertId, KeyId, SiteId, SourceId } from "../../kernel/ids.ts";
import type { Keeper } from "../../kernel/keepers.ts";
import type { PageStatus, SiteStatus } from "../../sites/site.ts";
import type { HeldChange, KeeperDeeds } from "../../sources/keeping/mass-change.ts";

export const sites = sqliteTable(
  "sites",
  {
    no: integer().primaryKey({ autoIncrement: true }),
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
  },
  (t) => [index("sites_by_expert").on(t.expertId, t.id)],
);

export const sitePages = sqliteTable(
  "site_pages",
  {
    no: integer().primaryKey({ autoIncrement: true }),
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
  },
  (t) => [uniqueIndex("site_pages_site_no_url").on(t.siteNo, t.url)],
);

export const keepers = sqliteTable(
  "keepers",
  {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    keeper: text().$type<Keeper>().notNull(),
    done: text({ mode: "json" }).$type<readonly KeeperDeeds[]>().notNull(),
    held: text({ mode: "json" }).$type<HeldChange>(),
  },
  (t) => [primaryKey({ columns: [t.expertId, t.keeper] })],
);
