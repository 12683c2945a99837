/** How an expert's rows are copied under other numbers. A table is one line here. */
import type { Database as Sqlite } from "bun:sqlite";
import { derivedKinds } from "../../passages/derived-kinds.ts";

export type Numbered =
  | "sources"
  | "source_versions"
  | "chunks"
  | "embeddings"
  | "sense_models"
  | "asked_questions"
  | "checks";

export interface CarriedTable {
  readonly name: string;
  /** Renumbered columns with the tables that they refer to. Rows are copied in the order of the first. */
  readonly keys: Readonly<Record<string, Numbered>>;
  /** Renumbered columns that may be null. */
  readonly pointers?: Readonly<Record<string, Numbered>>;
  /** Only rows of that kind, whose makers are numbered in a table of their own. */
  readonly kind?: string;
}

export const derivedTables: readonly CarriedTable[] = Object.entries(derivedKinds).map(([kind, { makers }]) => ({
  name: "derived",
  kind,
  keys: { chunk_no: "chunks", maker_no: makers },
}));

/** No row refers to one of a later table. */
export const carriedTables = {
  sources: {
    name: "sources",
    keys: { no: "sources" },
    pointers: { latest_version_no: "source_versions", current_version_no: "source_versions" },
  },
  versions: { name: "source_versions", keys: { no: "source_versions", source_no: "sources" } },
  chunks: { name: "chunks", keys: { no: "chunks", version_no: "source_versions" } },
  recognised: { name: "recognised_pages", keys: { version_no: "source_versions" } },
  embeddings: { name: "embeddings", keys: { no: "embeddings" } },
  senseCounts: {
    name: "version_senses",
    keys: { version_no: "source_versions", model_no: "sense_models" },
    pointers: { reached: "chunks" },
  },
  asked: { name: "asked_questions", keys: { no: "asked_questions" } },
  checks: { name: "checks", keys: { no: "checks" } },
} as const satisfies Record<string, CarriedTable>;

export const everyCarriedTable: readonly CarriedTable[] = [...Object.values(carriedTables), ...derivedTables];

export const carriedOtherwise = ["experts", "expert_names", "sense_models"];

/** For `copyRows`: old and new numbers, for as long as the connection lives. */
export function openNumbers(sqlite: Sqlite): void {
  sqlite.run("CREATE TEMP TABLE numbers (kind TEXT, old INTEGER, new INTEGER, PRIMARY KEY (kind, old)) WITHOUT ROWID");
  sqlite.run("CREATE INDEX temp.numbers_new ON numbers (kind, new)");
}

export function numbered(sqlite: Sqlite, kind: Numbered): number {
  const last = sqlite.query<{ n: number }, [string]>("SELECT count(*) AS n FROM temp.numbers WHERE kind = ?");
  return last.get(kind)?.n ?? 0;
}

/** SQL in place of columns. */
export type Instead = Readonly<Record<string, string>>;

export interface Selecting {
  readonly from: string;
  readonly instead?: Instead;
  readonly where?: string;
}

export interface Copying extends Selecting {
  readonly to: string;
}

/** Rows whose new leading number is above `$after` and at most `$until`, in its order. */
export function renumberedRows(table: CarriedTable, columns: readonly string[], selecting: Selecting): string {
  const { from, instead = {}, where = "TRUE" } = selecting;
  const [lead, ...others] = Object.entries(table.keys);
  if (lead === undefined) throw new Error(`${table.name} has no key`);
  const keys = new Map([[lead[0], "lead"], ...others.map(([column], i): [string, string] => [column, `key${i}`])]);
  const value = (column: string) => {
    const key = keys.get(column);
    const pointer = table.pointers?.[column];
    if (instead[column] !== undefined) return instead[column];
    if (key !== undefined) return `${key}.new`;
    return pointer === undefined ? `t."${column}"` : newNumber(pointer, `t."${column}"`);
  };
  const joins = others.map(
    ([column, kind], i) => `JOIN temp.numbers key${i} ON key${i}.kind = '${kind}' AND key${i}.old = t."${column}"`,
  );
  // A cross join is not reordered (https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join).
  return `SELECT ${columns.map((column) => `${value(column)} AS "${column}"`).join(", ")}
    FROM temp.numbers lead CROSS JOIN ${from}."${table.name}" t ON t."${lead[0]}" = lead.old ${joins.join(" ")}
    WHERE lead.kind = '${lead[1]}' AND lead.new > $after AND lead.new <= $until AND (${where})
      ${table.kind === undefined ? "" : `AND t.kind = ${quoted(table.kind)}`}
    ORDER BY lead.new`;
}

export const everyNumber = { after: 0, until: Number.MAX_SAFE_INTEGER };

export function copyStatement(sqlite: Sqlite, table: CarriedTable, copying: Copying): string {
  const columns = columnsOf(sqlite, copying.to, table.name);
  return `${insertion(copying.to, table.name, columns)} ${renumberedRows(table, columns, copying)}`;
}

export function copyAsTheyAre(sqlite: Sqlite, table: string, { to, ...selecting }: Copying): void {
  const columns = columnsOf(sqlite, to, table);
  sqlite.run(`${insertion(to, table, columns)} ${plainRows(table, columns, selecting)}`);
}

export function plainRows(table: string, columns: readonly string[], selecting: Selecting): string {
  const { from, instead = {}, where = "TRUE" } = selecting;
  const values = columns.map((column) => `${instead[column] ?? `t."${column}"`} AS "${column}"`);
  return `SELECT ${values.join(", ")} FROM ${from}."${table}" t WHERE ${where}`;
}

function insertion(to: string, table: string, columns: readonly string[]): string {
  return `INSERT INTO ${to}."${table}" (${columns.map((column) => `"${column}"`).join(", ")})`;
}

/** Null stays null, and zero, which refers to nothing, stays zero. */
export function newNumber(kind: Numbered, expression: string): string {
  return `CASE WHEN ${expression} = 0 THEN 0 ELSE
    (SELECT new FROM temp.numbers WHERE kind = '${kind}' AND old = ${expression}) END`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function columnsOf(sqlite: Sqlite, database: string, table: string): string[] {
  const rows = sqlite.query<{ name: string }, [string, string]>("SELECT name FROM pragma_table_info(?, ?)");
  return rows.all(table, database).map(({ name }) => name);
}
