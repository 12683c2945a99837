/** All data moved from SQLite to PostgreSQL and back is the same, however often the move is interrupted. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Moved, type MoveOrder, moveToDatabase, moveToFolder } from "../../src/compose/archives/data-moving.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { holdDataFolder } from "../../src/store/sqlite/folder/data-folder.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import {
  type Booleans,
  booleanColumns,
  dropDatabase,
  fillFolder,
  folderContent,
  newDatabase,
} from "../support/worlds/moved-data.ts";

const folders: string[] = [];
let booleans: Booleans = new Set();

beforeAll(async () => {
  booleans = await booleanColumns();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docent-move-"));
  folders.push(folder);
  return folder;
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
          fillFolder(first, { random: seededRandom(seed), rows: 10, booleans });
          const before = folderContent(first);
          const there = sumOf(
            await interrupted(
              moveToDatabase,
              { dataDir: first, shared: { database: url, files, credentials: null } },
              ends,
            ),
          );
          expect(folderContent(first)).toEqual(before);
          const again = sumOf(
            await interrupted(
              moveToFolder,
              { dataDir: back, shared: { database: url, files, credentials: null } },
              ends,
            ),
          );
          expect(again).toEqual(there);
          expect(there.missing).toEqual([]);
          expect(folderContent(back)).toEqual(before);
          // It is a data folder like any other, and the database one like any other.
          holdDataFolder(back, { create: false }).release();
          await (await openPostgres(url)).close();
          await dropDatabase(url);
        },
      ),
      // The first has a version with the number 0.
      { numRuns: 3, examples: [[30, []]] },
    );
  }, 240_000);

  test("are not served before everything is there, nor mixed with other data", async () => {
    const [first, second, back, files, url] = [newFolder(), newFolder(), newFolder(), newFolder(), newDatabase()];
    fillFolder(first, { random: seededRandom(1), rows: 5, booleans });
    fillFolder(second, { random: seededRandom(2), rows: 5, booleans });
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
    expect(folderContent(back)).toEqual(folderContent(first));
    await dropDatabase(url);
  });

  test("can be copied ahead while a service runs; the second move copies what changed", async () => {
    const [first, files, url] = [newFolder(), newFolder(), newDatabase()];
    fillFolder(first, { random: seededRandom(3), rows: 8, booleans });
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
    await dropDatabase(url);
  });

  test("name the original files that were lost before", async () => {
    const [first, files, url] = [newFolder(), newFolder(), newDatabase()];
    fillFolder(first, { random: seededRandom(4), rows: 3, booleans });
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
    await dropDatabase(url);
  });
});
