/** Both databases have the same tables: SQLite's migrations are read back from SQLite, PostgreSQL's from PostgreSQL. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { SQL } from "bun";
import { is, sql } from "drizzle-orm";
import { PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";
import type { PostgresDatabase } from "../../src/store/postgres/database.ts";
import { migratePostgres } from "../../src/store/postgres/migrate.ts";
import { tables as postgresTables } from "../../src/store/postgres/schema.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { tables as sqliteTables } from "../../src/store/sqlite/schema.ts";
import { openTestPostgres, postgresUrl } from "../support/worlds/postgres-world.ts";

const sqlite = new Sqlite(":memory:");
migrate(sqlite);
let postgres: PostgresDatabase;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(async () => {
  sqlite.close();
  await postgres.close();
});

type Row = Readonly<Record<string, unknown>>;
const ofSqlite = (query: string, ...given: string[]) => sqlite.query<Row, string[]>(query).all(...given);
const ofPostgres = (query: string) => postgres.read(async (orm) => [...(await orm.execute<Row>(sql.raw(query)))]);

/** What only nodes over one database need: with SQLite, one process holds it in memory. */
const onlyPostgres: readonly string[] = [
  "leases",
  "originals",
  "rate_buckets",
  "request_counts",
  "schema_version",
  "tickets",
  "version_leases",
];
const isShared = (name: unknown) => !onlyPostgres.includes(String(name).replace(/^.*\./, ""));

const tableNames = ofSqlite("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  .map(({ name }) => String(name))
  .sort();

/** SQLite has no booleans; drizzle's tables say which integers are some. */
const booleans = new Set<string>();
for (const table of Object.values(sqliteTables)) {
  if (!is(table, SQLiteTable)) continue;
  const { name, columns } = sqliteConfig(table);
  for (const column of columns) if (column.dataType === "boolean") booleans.add(`${name}.${column.name}`);
}
const typeNames: Readonly<Record<string, string>> = {
  INTEGER: "bigint",
  TEXT: "text",
  BLOB: "bytea",
  REAL: "double precision",
};
const defaultOf = (value: unknown, isBoolean: boolean) => {
  if (value === null) return null;
  return isBoolean ? { 0: "false", 1: "true" }[String(value)] : String(value);
};

function sqliteColumns(table: string) {
  return ofSqlite("SELECT * FROM pragma_table_info(?)", table).map(({ name, type, notnull, dflt_value, pk }) => {
    const isBoolean = booleans.has(`${table}.${name}`);
    return {
      column: `${table}.${name}`,
      type: isBoolean ? "boolean" : typeNames[String(type)],
      required: notnull === 1 || Number(pk) > 0,
      default: defaultOf(dflt_value, isBoolean),
    };
  });
}

const bySchema = "table_schema = current_schema()";
const byColumn = (one: { column: string }, other: { column: string }) => (one.column < other.column ? -1 : 1);

describe("PostgreSQL's tables are SQLite's", () => {
  test("tables and columns, with types, defaults and what must be given", async () => {
    const rows = await ofPostgres(`
      SELECT table_name, column_name, data_type, is_nullable, regexp_replace(column_default, '::[a-z ]+$', '') AS value
      FROM information_schema.columns WHERE ${bySchema} AND table_name <> 'schema_version'`);
    const columns = rows
      .filter(({ table_name }) => isShared(table_name))
      .map(({ table_name, column_name, data_type, is_nullable, value }) => ({
        column: `${table_name}.${column_name}`,
        type: data_type,
        required: is_nullable === "NO",
        default: value,
      }));
    const wanted = tableNames.flatMap(sqliteColumns);
    expect<unknown[]>(columns.sort(byColumn)).toEqual(wanted.sort(byColumn));
    expect(wanted.length).toBeGreaterThan(150);
  });

  test("text is compared by its bytes", async () => {
    const others = await ofPostgres(`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE ${bySchema} AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`);
    expect(others).toEqual([]);
  });

  test("numbers that SQLite counts up are counted up", async () => {
    const rows = await ofPostgres(`
      SELECT table_name FROM information_schema.columns WHERE ${bySchema} AND is_identity = 'YES' AND column_name = 'no'`);
    const counted = ofSqlite("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'");
    expect(rows.map((row) => String(row.table_name)).sort()).toEqual(counted.map(({ name }) => String(name)).sort());
  });

  test("keys, unique columns, and references", async () => {
    const rows = await ofPostgres(`
      SELECT conrelid::regclass::text AS name, regexp_replace(pg_get_constraintdef(oid), '[a-z_0-9]+[.]', '') AS rule
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype IN ('p', 'u', 'f')`);
    const shared = rows.filter(({ name }) => isShared(name));
    const found = shared.map(({ name, rule }) => `${String(name).replace(/^.*\./, "")}: ${rule}`);
    expect(found.sort()).toEqual(tableNames.flatMap(sqliteRules).sort());
  });

  test("indexes, with their order and what they leave out", async () => {
    const rows = await ofPostgres(`
      SELECT tablename, indexname, regexp_replace(indexdef, '^.* USING btree ', '') AS rule FROM pg_indexes
      WHERE schemaname = current_schema() AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
    const wanted = ofSqlite("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
    const shared = rows.filter(({ tablename }) => isShared(tablename));
    const named = shared.map(({ indexname, rule }) => `${indexname}: ${plainRule(String(rule))}`);
    const expected = wanted.map((row) => `${row.name}: ${plainRule(String(row.sql).replace(/^.* ON \w+ /s, ""))}`);
    expect(named.sort()).toEqual(expected.sort());
  });

  test("triggers", async () => {
    const rows = await ofPostgres(`SELECT trigger_name, event_object_table, event_manipulation
      FROM information_schema.triggers WHERE trigger_schema = current_schema()`);
    const wanted = ofSqlite("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'").map((row) => {
      const event = /AFTER (?<event>INSERT|UPDATE|DELETE)/.exec(String(row.sql))?.groups?.event;
      return `${row.name} ${row.tbl_name} ${event}`;
    });
    const found = rows.map((row) => `${row.trigger_name} ${row.event_object_table} ${row.event_manipulation}`);
    expect(found.sort()).toEqual(wanted.sort());
  });

  test("drizzle's tables have the columns of the database", async () => {
    const rows = await ofPostgres(`SELECT table_name, column_name, data_type, is_nullable
      FROM information_schema.columns WHERE ${bySchema}`);
    const stored = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
    let compared = 0;
    for (const table of Object.values<unknown>(postgresTables)) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = postgresConfig(table);
      for (const column of columns) {
        const row = stored.get(`${name}.${column.name}`);
        expect([column.name, row?.data_type, row?.is_nullable === "NO"]).toEqual([
          column.name,
          column.getSQLType(),
          column.notNull,
        ]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(150);
  });
});

/** The rules of a table in PostgreSQL's words. */
function sqliteRules(table: string): string[] {
  const key = ofSqlite("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table);
  const unique = ofSqlite("SELECT name FROM pragma_index_list(?) WHERE origin = 'u'", table).map((index) =>
    namesOf(ofSqlite("SELECT name FROM pragma_index_info(?) ORDER BY seqno", String(index.name))),
  );
  const references = ofSqlite("SELECT * FROM pragma_foreign_key_list(?)", table).map(
    (row) => `${table}: FOREIGN KEY (${row.from}) REFERENCES ${row.table}(${row.to}) ON DELETE ${row.on_delete}`,
  );
  return [
    `${table}: PRIMARY KEY (${namesOf(key)})`,
    ...unique.map((names) => `${table}: UNIQUE (${names})`),
    ...references,
  ];
}

function namesOf(rows: readonly Row[]): string {
  return rows.map(({ name }) => name).join(", ");
}

/** Without the brackets and casts that PostgreSQL adds: `a IN (x, y)` is stored as `a = ANY (ARRAY[x, y])`. */
function plainRule(rule: string): string {
  return rule
    .replaceAll(/::text(?:\[\])?/g, "")
    .replace(/WHERE \((.*)\)$/s, "WHERE $1")
    .replace(/(\w+) = ANY \(+ARRAY\[(.*?)\]\)+/, "$1 IN ($2)")
    .replace(/\((\w+)\)( =| IN)/, "$1$2")
    .trim();
}

describe("what models made of passages", () => {
  const schema = `test_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const client = new SQL({ url: postgresUrl!, max: 1, connection: { search_path: schema } });
  afterAll(() => client.close());
  const folder = new URL("../../src/store/postgres/migrations/", import.meta.url).pathname;
  const steps = [...new Bun.Glob("*.sql").scanSync(folder)].sort().map((name) => readFileSync(folder + name, "utf8"));
  const made = () =>
    client`SELECT chunk_no::int, kind, maker_no::int, encode(bytes, 'hex') AS bytes FROM derived ORDER BY 1, 2, 3`;

  test("is moved by migration 9, also when a first try fails half-way", async () => {
    await migratePostgres(client, { schema, steps: steps.slice(0, 8) });
    await client.unsafe(`
      INSERT INTO workspaces VALUES ('ws_1', 'one', 0);
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
        VALUES ('exp_1', 'ws_1', 'a', 'a', '', '', 'en', '{}', '{}', 0, 0);
      INSERT INTO sources (id, expert_id, metadata, created_at, updated_at) VALUES ('src_1', 'exp_1', '{}', 0, 0);
      INSERT INTO source_versions (source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
        VALUES (1, 'exp_1', 1, 'text', 't', 1, '', 'ready', 'k', 0, 0);
      INSERT INTO chunks (version_no, start, "end", section, text) SELECT 1, 0, 1, '', 'a' FROM generate_series(1, 2);
      INSERT INTO sense_models (name) VALUES ('one');
      INSERT INTO embeddings (expert_id, model, dimensions, recipe) VALUES ('exp_1', 'm', 1, 'plain');
      INSERT INTO chunk_senses SELECT 1, no, '\\x0501' FROM chunks;
      INSERT INTO chunk_vectors VALUES (2, 1, '\\x0000803f')`);
    const half = steps[8]!.replace("DROP TABLE chunk_senses;", "SELECT 1 / 0;");
    const failing = migratePostgres(client, { steps: [...steps.slice(0, 8), half] });
    expect(await failing.catch((error: Error) => error.message)).toBe("division by zero");
    const [old] = await client`SELECT version, (SELECT count(*)::int FROM chunk_senses) AS n FROM schema_version`;
    expect(old).toEqual({ version: 8, n: 2 });
    await migratePostgres(client);
    expect([...(await made())]).toEqual([
      { chunk_no: 1, kind: "sense", maker_no: 1, bytes: "0501" },
      { chunk_no: 2, kind: "sense", maker_no: 1, bytes: "0501" },
      { chunk_no: 2, kind: "vector", maker_no: 1, bytes: "0000803f" },
    ]);
  });
});
