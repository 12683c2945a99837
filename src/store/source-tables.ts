/** Sources, their passages and what is derived from them, and sites; migrations/*.sql explains the columns. */
import type { Metadata } from "../experts/expert.ts";
import type { ExpertId, KeyId, SiteId, SourceId } from "../kernel/ids.ts";
import type { Keepers, SourceKeeper } from "../kernel/keepers.ts";
import type { Derived } from "../memory/row-ports.ts";
import type { PageStatus, SiteStatus } from "../sites/site.ts";
import type { DocumentWarning } from "../sources/document.ts";
import type { HeldChange, KeeperDeeds } from "../sources/mass-change.ts";
import type { FailureCode, SourceStatus, SourceType } from "../sources/source.ts";
import type { Columns } from "./columns.ts";

export function sourceTables(columns: Columns) {
  return {
    ...sourcesTable(columns),
    ...versionTables(columns),
    ...passagesTable(columns),
    ...recognisedTable(columns),
    ...derivedTables(columns),
    ...progressTables(columns),
    ...changeTables(columns),
    ...siteTables(columns),
    ...keepersTable(columns),
  };
}

function sourcesTable({ table, number, text, integer, json }: Columns) {
  const sources = table("sources", {
    no: number(),
    id: text("id").$type<SourceId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    externalId: text("external_id"),
    url: text("url"),
    metadata: json("metadata").$type<Metadata>().notNull(),
    latestVersionNo: integer("latest_version_no"),
    currentVersionNo: integer("current_version_no"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    keepers: json("keepers").$type<Keepers>().notNull().default(["api"]),
  });
  return { sources };
}

function versionTables({ table, number, text, integer, flag, json }: Columns) {
  const sourceVersions = table("source_versions", {
    no: number(),
    sourceNo: integer("source_no").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    version: integer("version").notNull(),
    type: text("type").$type<SourceType>().notNull(),
    givenTitle: text("given_title"),
    title: text("title").notNull(),
    filename: text("filename"),
    declaredType: text("declared_type"),
    mimeType: text("mime_type"),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(), // empty until the bytes have been received
    fetchUrl: text("fetch_url"),
    status: text("status").$type<SourceStatus>().notNull(),
    stage: text("stage"),
    progressDone: integer("progress_done").notNull().default(0),
    progressTotal: integer("progress_total").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    errorCode: text("error_code").$type<FailureCode>(),
    errorMessage: text("error_message"),
    errorRetryable: flag("error_retryable"),
    content: text("content"),
    chunkCount: integer("chunk_count").notNull().default(0),
    pageCount: integer("page_count"),
    language: text("language"),
    keyId: text("key_id").$type<KeyId>().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    readyAt: integer("ready_at"),
    warnings: json("warnings").$type<readonly DocumentWarning[]>().notNull().default([]),
  });
  const removedOriginals = table("removed_originals", { versionNo: integer("version_no").primaryKey() });
  return { sourceVersions, removedOriginals };
}

function passagesTable({ table, number, text, integer, bytes }: Columns) {
  const chunks = table("chunks", {
    no: number(),
    versionNo: integer("version_no").notNull(),
    start: integer("start").notNull(),
    end: integer("end").notNull(),
    section: text("section").notNull(),
    page: integer("page"),
    text: text("text").notNull(),
    reading: bytes("reading"),
    speaker: text("speaker"),
    saidAt: text("said_at"),
    outline: bytes("outline"),
    language: text("language"),
  });
  return { chunks };
}

function recognisedTable({ keyed, text, integer, bytes }: Columns) {
  const recognisedPages = keyed("recognised_pages", ["versionNo", "page"], {
    versionNo: integer("version_no").notNull(),
    page: integer("page").notNull(),
    recogniser: text("recogniser").notNull(),
    bytes: bytes("bytes").notNull(),
  });
  return { recognisedPages };
}

function derivedTables({ table, keyed, number, text, integer, bytes, flag }: Columns) {
  const embeddings = table("embeddings", {
    no: number(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    model: text("model").notNull(),
    dimensions: integer("dimensions").notNull(),
    recipe: text("recipe").notNull(),
    retired: flag("retired").notNull().default(false),
  });
  const senseModels = table("sense_models", { no: number(), name: text("name").notNull().unique() });
  const derived = keyed("derived", ["chunkNo", "kind", "makerNo"], {
    chunkNo: integer("chunk_no").notNull(),
    kind: text("kind").$type<keyof Derived>().notNull(),
    makerNo: integer("maker_no").notNull(),
    bytes: bytes("bytes").notNull(),
  });
  return { embeddings, senseModels, derived };
}

function progressTables({ keyed, text, integer }: Columns) {
  const versionSenses = keyed("version_senses", ["modelNo", "expertId", "versionNo"], {
    modelNo: integer("model_no").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    versionNo: integer("version_no").notNull(),
    reached: integer("reached").notNull().default(0),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull(),
  });
  const senseStandings = keyed("sense_standings", ["modelNo", "expertId"], {
    modelNo: integer("model_no").notNull(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    done: integer("done").notNull(),
    total: integer("total").notNull(),
  });
  return { versionSenses, senseStandings };
}

function changeTables({ keyed, text, integer, flag }: Columns) {
  const memoryChanges = keyed("memory_changes", ["expertId", "revision", "versionNo"], {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    revision: integer("revision").notNull(),
    versionNo: integer("version_no").notNull(),
    added: flag("added").notNull(),
  });
  const senseChanges = keyed("sense_changes", ["expertId", "revision", "first"], {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    revision: integer("revision").notNull(),
    first: integer("first_chunk_no").notNull(),
    last: integer("last_chunk_no").notNull(),
  });
  return { memoryChanges, senseChanges };
}

function siteTables({ table, number, text, integer }: Columns) {
  const sites = table("sites", {
    no: number(),
    id: text("id").$type<SiteId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    keyId: text("key_id").$type<KeyId>().notNull(),
    url: text("url").notNull(),
    scope: text("scope").notNull(),
    maxPages: integer("max_pages").notNull(),
    maxDepth: integer("max_depth").notNull(),
    everyHours: integer("every_hours"),
    status: text("status").$type<SiteStatus | "removed">().notNull(),
    failure: text("failure"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    crawledAt: integer("crawled_at"),
    nextAt: integer("next_at"),
  });
  const sitePages = table("site_pages", {
    no: number(),
    siteNo: integer("site_no").notNull(),
    url: text("url").notNull(),
    depth: integer("depth").notNull(),
    status: text("status").$type<PageStatus>().notNull(),
    message: text("message"),
    sourceId: text("source_id").$type<SourceId>(),
    misses: integer("misses").notNull().default(0),
    sha256: text("sha256"),
    etag: text("etag"),
    lastModified: text("last_modified"),
  });
  return { sites, sitePages };
}

function keepersTable({ keyed, text, json }: Columns) {
  const keepers = keyed("keepers", ["expertId", "keeper"], {
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    keeper: text("keeper").$type<SourceKeeper>().notNull(),
    done: json("done").$type<readonly KeeperDeeds[]>().notNull(),
    held: json("held").$type<HeldChange>(),
  });
  return { keepers };
}
