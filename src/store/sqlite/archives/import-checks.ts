/** Checks, in a foreign database, what the program assumes of its own rows. */
import type { Database as Sqlite } from "bun:sqlite";
import type { ImportRules } from "../../../experts/expert.ts";
import { isId } from "../../../kernel/ids.ts";
import { autoLanguage } from "../../../language/find-language.ts";
import { sourceStatuses, sourceTypes } from "../../../sources/source.ts";
import { mayLackVectors } from "../../passages/vector-sets.ts";
import { quoted } from "./carried-tables.ts";
import { exportWorkspace } from "./expert-export.ts";
import { rowProblem } from "./import-row-checks.ts";

export interface ImportedExpert {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly language: string;
}

export function expertOf(sqlite: Sqlite, rules: ImportRules): ImportedExpert | string {
  const experts = sqlite.query<ImportedExpert, []>("SELECT id, name, slug, language FROM experts LIMIT 2").all();
  const [expert, another] = experts;
  if (expert === undefined || another !== undefined) return "it does not contain exactly one expert";
  if (!isId("expert", expert.id) || !isLanguage(expert.language)) return "its expert is not valid";
  const broken = checks.find(({ sql }) => sqlite.query(`SELECT 1 FROM ${sql} LIMIT 1`).get() !== null);
  return broken?.problem ?? rowProblem(sqlite, rules) ?? expert;
}

function isLanguage(tag: string): boolean {
  if (tag === autoLanguage) return true;
  try {
    return new Intl.Locale(tag).toString() === tag;
  } catch {
    return false;
  }
}

const list = (names: readonly string[]) => names.map(quoted).join(", ");
const id = (column: string, prefix: string) => `${column} NOT GLOB '${prefix}${"[0-9a-hjkmnp-tv-z]".repeat(26)}'`;
const noObject = (column: string) =>
  `CASE WHEN json_valid(${column}) THEN json_type(${column}) <> 'object' OR length(${column}) > 32768 ELSE TRUE END`;

const noKeepers = `CASE WHEN json_valid(keepers) AND length(keepers) < 65536 THEN json_type(keepers) <> 'array'
  OR json_array_length(keepers) = 0 OR EXISTS (SELECT 1 FROM json_each(keepers) WHERE type <> 'text'
    OR value GLOB '*[^a-z0-9_]*' OR length(value) NOT BETWEEN 1 AND 100) ELSE TRUE END`;

const noTexts = (field: string) =>
  `json_type(expected, '$.${field}') IS NOT 'array' OR EXISTS (
    SELECT 1 FROM json_each(expected, '$.${field}') WHERE type <> 'text' OR length(value) NOT BETWEEN 1 AND 1000)`;
const noExpectation = `CASE WHEN json_valid(expected) AND length(expected) < 65536 THEN ${noTexts("contains")}
  OR ${noTexts("cites")} OR json_type(expected, '$.refused') NOT IN ('true', 'false') ELSE TRUE END`;

const checks = [
  {
    sql: `experts WHERE workspace_id <> '${exportWorkspace}' OR ${noObject("settings")} OR ${noObject("metadata")}
      OR length(name) NOT BETWEEN 1 AND 128 OR slug GLOB '*[^a-z0-9_-]*' OR length(slug) NOT BETWEEN 1 AND 64
      OR length(description) > 2000 OR length(instructions) > 8000`,
    problem: "its expert is not valid",
  },
  {
    sql: "expert_names WHERE name GLOB '*[^A-Za-z0-9._:/-]*' OR length(name) NOT BETWEEN 1 AND 128",
    problem: "its expert has invalid names",
  },
  {
    sql: `sources WHERE ${id("id", "src_")} OR ${noObject("metadata")} OR ${noKeepers} OR expert_id NOT IN (SELECT id FROM experts)
      OR (current_version_no IS NOT NULL AND current_version_no NOT IN
        (SELECT no FROM source_versions WHERE source_no = sources.no AND status = 'ready'))
      OR latest_version_no IS NULL
      OR latest_version_no NOT IN (SELECT no FROM source_versions WHERE source_no = sources.no)`,
    problem: "it contains invalid sources",
  },
  {
    sql: `source_versions WHERE status NOT IN (${list(sourceStatuses)}) OR type NOT IN (${list(sourceTypes)})
      OR status = 'processing' OR expert_id NOT IN (SELECT id FROM experts) OR (status = 'ready' AND content IS NULL)
      OR (sha256 <> '' AND (length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*'))`,
    problem: "it contains invalid versions of sources",
  },
  {
    sql: "chunks WHERE version_no NOT IN (SELECT current_version_no FROM sources WHERE current_version_no IS NOT NULL)",
    problem: "it contains passages of replaced versions",
  },
  {
    sql: `derived d JOIN embeddings e ON e.no = d.maker_no WHERE d.kind = 'vector' AND length(d.bytes) <> e.dimensions * 4`,
    problem: "it contains vectors of a wrong length",
  },
  {
    sql: `experts e WHERE e.embedding_no IS NOT NULL AND (e.embedding_no NOT IN (SELECT no FROM embeddings)
      OR EXISTS (SELECT 1 FROM chunks c JOIN embeddings x ON x.no = e.embedding_no WHERE NOT ${mayLackVectors("x")} AND NOT EXISTS
        (SELECT 1 FROM derived d WHERE d.chunk_no = c.no AND d.kind = 'vector' AND d.maker_no = e.embedding_no)))`,
    problem: "some of its passages have no vector",
  },
  {
    sql: `asked_questions WHERE expert_id NOT IN (SELECT id FROM experts) OR length(question) NOT BETWEEN 1 AND 8000
      OR abstained NOT IN (0, 1) OR confidence NOT BETWEEN 0 AND 1`,
    problem: "it holds asked questions that are none",
  },
  {
    sql: `checks WHERE ${id("id", "check_")} OR expert_id NOT IN (SELECT id FROM experts)
      OR length(question) NOT BETWEEN 1 AND 8000 OR ${noExpectation}`,
    problem: "it holds checks that are none",
  },
];
