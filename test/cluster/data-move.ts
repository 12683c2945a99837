/** All data moved from SQLite to PostgreSQL and back is the same, however often the move is interrupted. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import fc from "fast-check";
import { type Moved, type MoveOrder, moveToDatabase, moveToFolder } from "../../src/compose/moves/data-moving.ts";
import { openPostgres } from "../../src/postgres/postgres-database.ts";
import { holdDataFolder } from "../../src/storage/folder/data-folder.ts";
import { movedTables } from "../../src/storage/moving/moved-tables.ts";
import { type Random, seededRandom } from "../../src/torture/load/seeded-random.ts";
import { openTestPostgres, postgresUrl } from "../support/worlds/postgres-world.ts";

const server = postgresUrl ?? "";
const tables = movedTables();
const folders: string[] = [];
/** PostgreSQL's boolean columns, which are whole numbers in SQLite. */
const booleans = new Set<string>();

beforeAll(async () => {
  const database = await openTestPostgres();
  const rows = await database.read((orm) =>
    orm.execute<{ name: string }>(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'boolean'",
    ),
  );
  for (const { name } of rows) booleans.add(name);
  await database.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docent-move-"));
  folders.push(folder);
  return folder;
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

/** Fills a data folder with rows that nobody would write, as far as the schema allows them. */
function fill(dataDir: string, { random, rows }: { random: Random; rows: number }): void {
  holdDataFolder(dataDir, { create: true }).release();
  const sqlite = new Sqlite(join(dataDir, "docent.db"));
  sqlite.run("PRAGMA foreign_keys = ON");
  const { below } = random;
  for (const { name, columns } of tables.filter((table) => table.name !== "installation")) {
    const makers = makersOf(sqlite, name, below);
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
function makersOf(sqlite: Sqlite, table: string, below: Below): readonly (() => Made)[] {
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
function contentOf(dataDir: string) {
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
  const files = readdirSync(join(dataDir, "originals")).sort();
  return {
    rows,
    numbers,
    schema,
    files: files.map((name) => [name, readFileSync(join(dataDir, "originals", name)).toString("hex")]),
  };
}

class Killed extends Error {
  override readonly message = "killed";
}

/** What it failed with. */
function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing",
    (error: Error) => error.message,
  );
}

/** Ends the move at its n-th sign of progress, as often as it is told, and then lets it end. */
async function interrupted(
  move: (order: MoveOrder) => Promise<Moved>,
  order: Omit<MoveOrder, "progress">,
  ends: readonly number[],
): Promise<Moved> {
  for (const end of ends) {
    let signs = 0;
    const progress = () => {
      signs += 1;
      if (signs === end) throw new Killed();
    };
    try {
      return await move({ ...order, progress });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  return move({ ...order, progress: () => undefined });
}

/** A schema that does not exist yet. */
const newDatabase = () => `${server}?schema=move_${Bun.randomUUIDv7().replaceAll("-", "")}`;

function sumOf(moved: Moved) {
  if (!moved.isComplete) throw new Error("a service runs on the folder");
  const { tables: moves, ...rest } = moved.report;
  return { ...rest, tables: moves.map(({ table, rows, sha256 }) => ({ table, rows, sha256 })) };
}

describe("data moved to PostgreSQL and back", () => {
  test("are the same in every byte, however often the moves are interrupted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 ** 30 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
        async (seed, ends) => {
          const [first, back, files, url] = [newFolder(), newFolder(), newFolder(), newDatabase()];
          fill(first, { random: seededRandom(seed), rows: 10 });
          const before = contentOf(first);
          const there = sumOf(
            await interrupted(
              moveToDatabase,
              { dataDir: first, shared: { database: url, files, credentials: null } },
              ends,
            ),
          );
          expect(contentOf(first)).toEqual(before);
          const again = sumOf(
            await interrupted(
              moveToFolder,
              { dataDir: back, shared: { database: url, files, credentials: null } },
              ends,
            ),
          );
          expect(again).toEqual(there);
          expect(there.missing).toEqual([]);
          expect(contentOf(back)).toEqual(before);
          // It is a data folder like any other, and the database one like any other.
          holdDataFolder(back, { create: false }).release();
          await (await openPostgres(url)).close();
          await drop(url);
        },
      ),
      { numRuns: 3 },
    );
  }, 240_000);

  test("are not served before everything is there, nor mixed with other data", async () => {
    const [first, second, back, files, url] = [newFolder(), newFolder(), newFolder(), newFolder(), newDatabase()];
    fill(first, { random: seededRandom(1), rows: 5 });
    fill(second, { random: seededRandom(2), rows: 5 });
    const order = { dataDir: first, shared: { database: url, files, credentials: null }, progress: () => undefined };
    const ended = () => {
      throw new Killed();
    };
    expect(await failureOf(moveToDatabase({ ...order, progress: ended }))).toBe("killed");
    expect(await failureOf(openPostgres(url))).toContain("A move of data into this database has not ended.");
    expect(await failureOf(moveToFolder({ ...order, dataDir: back }))).toContain(
      "A move into this database has not ended",
    );
    expect(
      await failureOf(moveToDatabase({ ...order, dataDir: second, shared: { ...order.shared, files: newFolder() } })),
    ).toContain("A move of other data into this database has not ended.");
    await moveToDatabase(order);
    expect(await failureOf(moveToDatabase(order))).toContain("The database already holds data of Docent.");
    expect(
      await failureOf(moveToFolder({ ...order, dataDir: back, shared: { ...order.shared, files: newFolder() } })),
    ).toContain("does not contain the original files of this database");
    expect(await failureOf(moveToFolder({ ...order, dataDir: second }))).toContain("already holds a database");
    expect(await failureOf(moveToFolder({ ...order, dataDir: back, progress: ended }))).toBe("killed");
    expect(() => holdDataFolder(back, { create: true })).toThrow("A move of data into");
    await moveToFolder({ ...order, dataDir: back });
    expect(contentOf(back)).toEqual(contentOf(first));
    await drop(url);
  });

  test("can be copied ahead while a service runs; the second move copies what changed", async () => {
    const [first, files, url] = [newFolder(), newFolder(), newDatabase()];
    fill(first, { random: seededRandom(3), rows: 8 });
    const order = { dataDir: first, shared: { database: url, files, credentials: null }, progress: () => undefined };
    const service = holdDataFolder(first, { create: false });
    const ahead = await moveToDatabase(order);
    expect(ahead.isComplete).toBe(false);
    service.database.orm.run("DELETE FROM sources WHERE no = (SELECT source_no FROM source_versions LIMIT 1)");
    service.database.orm.run("UPDATE experts SET name = 'renamed'");
    service.release();
    const moved = sumOf(await moveToDatabase(order));
    const rows = new Sqlite(join(first, "docent.db"), { readonly: true });
    for (const { table, rows: count } of moved.tables)
      expect([table, rows.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0]]).toEqual([table, count]);
    rows.close();
    expect(readdirSync(join(files, "originals")).length).toBe(moved.originals);
    await drop(url);
  });

  test("name the original files that were lost before", async () => {
    const [first, files, url] = [newFolder(), newFolder(), newDatabase()];
    fill(first, { random: seededRandom(4), rows: 3 });
    const [lost, cut] = readdirSync(join(first, "originals")).sort();
    rmSync(join(first, "originals", lost!));
    writeFileSync(join(first, "originals", cut!), "something else");
    const moved = sumOf(
      await moveToDatabase({
        dataDir: first,
        shared: { database: url, files, credentials: null },
        progress: () => undefined,
      }),
    );
    expect(moved.missing.map(({ no }) => String(no)).sort()).toEqual([lost!, cut!].sort());
    await drop(url);
  });
});

async function drop(url: string): Promise<void> {
  const client = new SQL({ url: server, max: 1 });
  await client.unsafe(`DROP SCHEMA "${new URL(url).searchParams.get("schema")}" CASCADE`);
  await client.close();
}
