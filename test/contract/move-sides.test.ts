/** The contract of what a move reads from and writes to. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openDatabaseTarget } from "../../src/store/postgres/moving/database-target.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { movedTables } from "../../src/store/sqlite/moving/moved-tables.ts";
import { writingSide } from "../../src/store/sqlite/moving/sqlite-rows.ts";
import type { MovedRow, MovedTable, MoveTarget } from "../../src/upkeep/move-ports.ts";
import { overPostgres, postgresUrl } from "../support/worlds/postgres-world.ts";

interface Opened {
  readonly side: MoveTarget;
  close(): unknown;
}

const tables = movedTables();

const subjects: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    "SQLite",
    async () => {
      const sqlite = new Sqlite(":memory:");
      migrate(sqlite);
      return { side: writingSide(sqlite), close: () => sqlite.close() };
    },
  ],
  ...overPostgres(() =>
    openDatabaseTarget(`${postgresUrl}?schema=move_${Bun.randomUUIDv7().replaceAll("-", "")}`, {
      tables,
      identity: "i",
    }),
  ),
];

function tableNamed(name: string): MovedTable {
  const found = tables.find((table) => table.name === name);
  if (found === undefined) throw new Error(`no table ${name}`);
  return found;
}

const workspaces = tableNamed("workspaces");
/** A row of workspaces, whatever the order of its columns. */
const row = (id: string, name: string, at = 1): MovedRow =>
  workspaces.columns.map((column) => ({ id, name, created_at: at })[column] ?? null);

describe.each(subjects)("MoveTarget: %s", (_name, open) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("adds rows, replaces those with the same keys, and removes rows by their keys", async () => {
    const { side } = opened;
    expect(await side.put(workspaces, [row("b", "two"), row("a", "one")])).toBe("done");
    expect(await side.put(workspaces, [row("b", "changed", 2 ** 46), row("c", "three")])).toBe("done");
    await side.remove(workspaces, [["a"], ["missing"]]);
    expect(await side.rows(workspaces, null)).toEqual([row("b", "changed", 2 ** 46), row("c", "three")]);
  });

  test("does nothing when a value that only one row may have is another row's", async () => {
    const { side } = opened;
    await side.put(workspaces, [row("a", "one")]);
    expect(await side.put(workspaces, [row("0", "zero"), row("b", "one")])).toBe("conflict");
    expect(await side.rows(workspaces, null)).toEqual([row("a", "one")]);
  });

  test("gives back what it says it can hold", async () => {
    const { side } = opened;
    const given = row("a", "a\0b");
    const held = side.storable(given);
    await side.put(workspaces, [held]);
    expect(await side.rows(workspaces, null)).toEqual([held]);
    const plain = row("b", "plain");
    expect(side.storable(plain)).toBe(plain);
  });
});

describe.each(subjects)("MoveSource: %s", (_name, open) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("gives rows in the order of the bytes of their keys, in batches of a few megabytes", async () => {
    const { side } = opened;
    const ids = ["\u{10000}", "\uFFFD", "a", "B", "ä", "aa"];
    const experts = tableNamed("experts");
    const large = "x".repeat(1 << 20);
    const expert = (id: string): MovedRow =>
      experts.columns.map((column) => {
        const facts = { id, workspace_id: "w", description: large + id, revision: 0, created_at: 1, updated_at: 2 };
        const value: string | number | null | undefined = { ...facts, embedding_no: null, readings: null }[column];
        return value === undefined ? "" : value;
      });
    await side.put(workspaces, [row("w", "one")]);
    await side.put(experts, ids.map(expert));
    const found: MovedRow[] = [];
    const batches: number[] = [];
    for (let rows = await side.rows(experts, null); rows.length > 0; ) {
      found.push(...rows);
      batches.push(rows.length);
      rows = await side.rows(experts, [rows.at(-1)?.[experts.key[0] ?? 0] ?? null]);
    }
    expect(found).toEqual(["B", "a", "aa", "ä", "\uFFFD", "\u{10000}"].map(expert));
    expect(Math.max(...batches)).toBeLessThan(6);
  });

  test("knows that nothing was counted in a new table", async () => {
    expect(await opened.side.lastNumber(tableNamed("sense_models"))).toBe(0);
  });
});
