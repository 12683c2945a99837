/** Applies the rules for requests and the bounds of our formats to every row. */

import type { Database as Sqlite } from "bun:sqlite";
import type { ImportedExpertRow, ImportRules } from "../../../experts/expert.ts";
import { jsonIn } from "../../../kernel/json.ts";
import { documentWarnings } from "../../../sources/document.ts";
import { failureCodes } from "../../../sources/source.ts";
import { derivedKinds, type KindName } from "../../passages/derived-kinds.ts";
import { pageFrom } from "../../sources/recognised-page-store.ts";
import { quoted } from "./carried-tables.ts";

export function rowProblem(sqlite: Sqlite, rules: ImportRules): string | null {
  return (
    expertProblem(sqlite, rules) ??
    sourceProblem(sqlite, rules) ??
    boundsProblem(sqlite) ??
    pageProblem(sqlite) ??
    derivedProblem(sqlite)
  );
}

type JsonColumn = "settings" | "metadata" | "aliases";
type ExpertRow = Omit<ImportedExpertRow, JsonColumn> & Readonly<Record<JsonColumn, string>>;

function expertProblem(sqlite: Sqlite, rules: ImportRules): string | null {
  const row = sqlite
    .query<ExpertRow, []>(
      `SELECT e.name, e.slug, e.description, e.instructions, e.language, e.settings, e.metadata,
        (SELECT json_group_array(n.name) FROM expert_names n WHERE n.expert_id = e.id AND NOT n.is_slug) AS aliases
       FROM experts e`,
    )
    .get();
  if (row === null) return "it holds no expert";
  const { settings, metadata, aliases, ...fields } = row;
  const decoded = { settings: JSON.parse(settings), metadata: JSON.parse(metadata), aliases: JSON.parse(aliases) };
  const problem = rules.expert({ ...fields, ...decoded });
  return problem === null ? null : `its expert is refused: ${problem}`;
}

interface SourceRow {
  readonly id: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly metadata: string;
  readonly fetchUrl: string | null;
  readonly warnings: unknown;
}

function sourceProblem(sqlite: Sqlite, rules: ImportRules): string | null {
  const rows = sqlite.query<SourceRow, []>(
    `SELECT s.id, v.given_title AS title, s.url, s.external_id AS externalId, s.metadata, v.fetch_url AS fetchUrl,
       v.warnings
     FROM sources s JOIN source_versions v ON v.source_no = s.no`,
  );
  for (const { id, metadata, fetchUrl, warnings, ...fields } of rows.iterate()) {
    const problem =
      warningsProblem(warnings) ??
      rules.source({ ...fields, metadata: JSON.parse(metadata) }) ??
      (fetchUrl === null ? null : rules.address(fetchUrl));
    if (problem !== null) return `the source ${id} is refused: ${problem}`;
  }
  return null;
}

function warningsProblem(column: unknown): string | null {
  const isList = typeof column === "string" && column.length <= 400_000 && isWarningList(column);
  return isList ? null : "its warnings are not a list of warnings.";
}

function isWarningList(text: string): boolean {
  const list = jsonIn(text);
  return Array.isArray(list) && list.every(isWarning);
}

function isWarning(value: unknown): boolean {
  const { code, message, pages, confidences = [] } = Object(value);
  const areShares =
    Array.isArray(confidences) && confidences.every((one) => typeof one === "number" && one >= 0 && one <= 1);
  const isText = documentWarnings.includes(code) && typeof message === "string" && message.length <= 2000;
  return isText && areShares && Array.isArray(pages) && pages.every((page) => Number.isSafeInteger(page) && page >= 1);
}

/** The last millisecond of the year 9999, the largest that a timestamp can express. */
const lastInstant = 253_402_300_799_999;
const notInstant = (column: string) => `(${column} IS NOT NULL AND ${column} NOT BETWEEN 0 AND ${lastInstant})`;
const notCount = (column: string) => `${column} NOT BETWEEN 0 AND 1000000000`;
/** Control characters in a name would break headers and logs. */
const notLine = (column: string, longest: number) =>
  `(${column} IS NOT NULL AND (length(${column}) > ${longest} OR ${column} GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'
    OR instr(${column}, char(0)) > 0))`;

const bounds = [
  { table: "experts", where: [notInstant("created_at"), notInstant("updated_at"), "revision < 0"] },
  { table: "sources", where: [notInstant("created_at"), notInstant("updated_at")] },
  {
    table: "source_versions",
    where: [
      ...["created_at", "updated_at", "ready_at"].map(notInstant),
      ...["progress_done", "progress_total", "attempts", "chunk_count", "coalesce(page_count, 0)"].map(notCount),
      "version NOT BETWEEN 1 AND 1000000000",
      "bytes NOT BETWEEN 0 AND 1000000000000",
      notLine("title", 2000),
      notLine("filename", 500),
      notLine("mime_type", 255),
      notLine("declared_type", 255),
      notLine("stage", 64),
      notLine("language", 35),
      "length(coalesce(error_message, '')) > 2000",
      `(error_code IS NOT NULL AND error_code NOT IN (${failureCodes.map(quoted).join(", ")}))`,
    ],
  },
  {
    table: "chunks",
    where: [
      "start < 0",
      '"end" < start',
      "(page IS NOT NULL AND page NOT BETWEEN 1 AND 1000000)",
      "length(section) > 4000",
      "length(reading) > octet_length(text) + 4",
      "outline IS NOT NULL",
      notLine("language", 35),
    ],
  },
  {
    table: "recognised_pages",
    where: ["page NOT BETWEEN 1 AND 1000000", "length(bytes) > 4000000", notLine("recogniser", 100)],
  },
  {
    table: "embeddings",
    where: [
      "dimensions NOT BETWEEN 1 AND 65536",
      notLine("model", 500),
      notLine("recipe", 100),
      "retired NOT IN (0, 1)",
    ],
  },
  { table: "sense_models", where: [notLine("name", 200)] },
  {
    table: "version_senses",
    where: [
      "(reached <> 0 AND reached NOT IN (SELECT no FROM chunks))",
      "total <> (SELECT count(*) FROM chunks c WHERE c.version_no = version_senses.version_no)",
      `done <> (SELECT count(*) FROM chunks c JOIN derived d ON d.chunk_no = c.no AND d.kind = 'sense' AND d.maker_no = model_no
        WHERE c.version_no = version_senses.version_no)`,
    ],
  },
];

function boundsProblem(sqlite: Sqlite): string | null {
  for (const { table, where } of bounds) {
    for (const condition of where) {
      if (sqlite.query(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`).get() !== null)
        return `a row of ${table} is out of bounds`;
    }
  }
  return null;
}

function pageProblem(sqlite: Sqlite): string | null {
  const rows = sqlite.query<{ bytes: Uint8Array }, []>("SELECT bytes FROM recognised_pages");
  for (const { bytes } of rows.iterate()) {
    if (pageFrom(bytes) === null) return "a page that was read from its picture is damaged";
  }
  return null;
}

function derivedProblem(sqlite: Sqlite): string | null {
  const rows = sqlite.query<{ kind: KindName; bytes: Uint8Array }, []>("SELECT kind, bytes FROM derived");
  for (const { kind, bytes } of rows.iterate()) {
    if (!Object.hasOwn(derivedKinds, kind)) return "something unknown was made of a passage";
    if (!derivedKinds[kind].isSound(bytes)) return `the ${kind} of a passage is damaged`;
  }
  return null;
}
