/** Data to move between a data folder and PostgreSQL: rows that nobody would write, and their comparison. */
import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { holdDataFolder } from "../../../src/store/sqlite/folder/data-folder.ts";
import { arrivingPrefix } from "../../../src/store/sqlite/folder/originals-settling.ts";
import { movedTables } from "../../../src/store/sqlite/moving/moved-tables.ts";
import type { Random } from "../../../src/torture/load/seeded-random.ts";
import { openTestPostgres, postgresUrl } from "./postgres-world.ts";

const server = postgresUrl ?? "";
const tables = movedTables();

/** PostgreSQL's boolean columns, which are whole numbers in SQLite, as `TABLE.COLUMN`. */
export type Booleans = ReadonlySet<string>;

export async function booleanColumns(): Promise<Booleans> {
  const database = await openTestPostgres();
  const rows = await database.read((orm) =>
    orm.execute<{ name: string }>(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'boolean'",
    ),
  );
  await database.close();
  return new Set(rows.map(({ name }) => name));
}

/** A schema that does not exist yet. */
export const newDatabase = () => `${server}?schema=move_${Bun.randomUUIDv7().replaceAll("-", "")}`;

export async function dropDatabase(url: string): Promise<void> {
  const client = new SQL({ url: server, max: 1 });
  await client.unsafe(`DROP SCHEMA "${new URL(url).searchParams.get("schema")}" CASCADE`);
  await client.close();
}

const traps = [
  "",
  "'\"\\x00",
  "ü\u{1f600}",
  '{"a":"\\u0000\\ud800"}',
  "{1,2}\n\t\r",
  "NULL",
  "\uFFFD",
  "x".repeat(9000),
];

interface Column {
  readonly name: string;
  readonly type: "INTEGER" | "TEXT" | "BLOB" | "REAL";
  readonly notnull: number;
  readonly pk: number;
}

interface Filling {
  readonly random: Random;
  /** In each table, at most. */
  readonly rows: number;
  readonly booleans: Booleans;
}

/** Fills a data folder with rows that nobody would write, as far as the schema allows them. */
export function fillFolder(dataDir: string, { random, rows, booleans }: Filling): void {
  holdDataFolder(dataDir, { create: true }).release();
  const sqlite = new Sqlite(join(dataDir, "docent.db"));
  sqlite.run("PRAGMA foreign_keys = ON");
  const { below } = random;
  for (const { name, columns } of tables.filter((table) => table.name !== "installation")) {
    const makers = makersOf(sqlite, name, { below, booleans });
    const insert = sqlite.query(
      `INSERT OR IGNORE INTO ${name} (${columns.map((column) => `"${column}"`)}) VALUES (${columns.map(() => "?")})`,
    );
    for (let row = 0; row < rows; row++) insert.run(...makers.map((make) => make()));
  }
  // The number of a deleted row is never used again.
  sqlite.run("INSERT INTO checks SELECT 1000000, 'chk_last', id, '', '', 0, NULL FROM experts LIMIT 1");
  sqlite.run("DELETE FROM checks WHERE no = 1000000");
  addFiles(sqlite, dataDir, below);
  sqlite.close();
}

type Below = (n: number) => number;
type Made = string | number | Uint8Array | null;

/** What makes a value of each column. */
function makersOf(
  sqlite: Sqlite,
  table: string,
  { below, booleans }: { readonly below: Below; readonly booleans: Booleans },
): readonly (() => Made)[] {
  const references = new Map(
    sqlite
      .query<{ from: string; table: string; to: string }, [string]>("SELECT * FROM pragma_foreign_key_list(?)")
      .all(table)
      .map((reference) => [reference.from, reference]),
  );
  const columns = sqlite.query<Column, [string]>("SELECT * FROM pragma_table_info(?)").all(table);
  return columns.map((column) => {
    const reference = references.get(column.name);
    if (reference !== undefined) return () => someOf(sqlite, reference, below);
    if (column.name === "sha256") return () => "";
    const make = booleans.has(`${table}.${column.name}`) ? () => below(2) : () => valueOfType(column.type, below);
    const mayBeNull = column.notnull === 0 && column.pk === 0;
    return () => (mayBeNull && below(4) === 0 ? null : make());
  });
}

function valueOfType(type: Column["type"], below: Below): Made {
  const values = {
    // Triggers add some of them up, and all numbers stay below 2^53.
    INTEGER: () => [below(50), below(2 ** 31), 2 ** 46 + below(9)][below(3)] ?? 0,
    REAL: () => [0.1, -1e-300, 1e300, 1, 1 / 3][below(5)] ?? 0,
    TEXT: () => `${traps[below(traps.length)]}${below(3)}`,
    BLOB: () => new Uint8Array(below(5) === 0 ? [] : [0, 255, below(256), 39, 92]),
  };
  return values[type]();
}

function someOf(sqlite: Sqlite, { table, to }: { table: string; to: string }, below: Below): Made {
  const rows = sqlite.query(`SELECT "${to}" FROM ${table} ORDER BY 1`).values();
  return (rows[below(rows.length)]?.[0] ?? null) as Made;
}

function addFiles(sqlite: Sqlite, dataDir: string, below: Below): void {
  mkdirSync(join(dataDir, "originals"), { recursive: true });
  for (const { no } of sqlite.query<{ no: number }, []>("SELECT no FROM source_versions").all()) {
    const bytes = new Uint8Array(below(3000)).map(() => below(256));
    writeFileSync(join(dataDir, "originals", String(no)), bytes);
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    sqlite.query("UPDATE source_versions SET sha256 = ?, bytes = ? WHERE no = ?").run(sha256, bytes.length, no);
  }
}

/** Every value, every number that is given out next, every file, and the schema. */
export function folderContent(dataDir: string) {
  const sqlite = new Sqlite(join(dataDir, "docent.db"), { readonly: true });
  const quoted = (columns: readonly string[]) => columns.map((column) => `quote("${column}")`).join(" || ',' || ");
  const rows = tables.map(({ name, columns, key }) => [
    name,
    ...sqlite.query(`SELECT ${quoted(columns)} FROM ${name} ORDER BY ${key.map((at) => `"${columns[at]}"`)}`).values(),
  ]);
  const numbers = sqlite.query("SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name").values();
  const schema = sqlite
    .query("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
    .values();
  sqlite.close();
  // A killed process may leave files that it was receiving. The service deletes them when it starts.
  const files = readdirSync(join(dataDir, "originals"))
    .filter((name) => !name.startsWith(arrivingPrefix))
    .sort();
  return {
    rows,
    numbers,
    schema,
    files: files.map((name) => [name, readFileSync(join(dataDir, "originals", name)).toString("hex")]),
  };
}
