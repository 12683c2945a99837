/** A backup of a database with unreadable pages: it contains the readable rows, and names the missing ones. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { makeBackup } from "../../../src/store/sqlite/archives/backup-making.ts";
import { restoreBackup } from "../../../src/store/sqlite/archives/backup-restoring.ts";
import { startService, type TestService } from "../../support/service.ts";

const at = Date.parse("2026-11-21T09:00:00.000Z");
const count = 30;
let folder: string;
let service: TestService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-pages-"));
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  for (let no = 0; no < count; no++) {
    const text = `Pump ${no} weighs ${no * 31} kilograms. It stands in hall number ${no}-${"x".repeat(20)}.\n\n`.repeat(
      9,
    );
    const body = { text, external_id: `pump-${no}` };
    const reply = await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
    expect(reply.as(SourceObject).status).toBe("ready");
  }
  await service.stop();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(service.dataDir, { recursive: true, force: true });
});

const database = () => join(service.dataDir, "docent.db");
const pageSize = 4096;

/** The pages of a table's rows, the first ones left out. */
function leavesOf(table: string): number[] {
  const sqlite = new Sqlite(database(), { readonly: true });
  const { root } = sqlite
    .query<{ root: number }, [string]>("SELECT rootpage AS root FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table)!;
  sqlite.close();
  const bytes = readFileSync(database());
  const page = (no: number) => bytes.subarray((no - 1) * pageSize, no * pageSize);
  // File format, section 1.6: type 5 is an interior page of a table, whose cells begin with a page number.
  const interior = page(root);
  expect(interior[0]).toBe(5);
  const cells = Array.from({ length: interior.readUInt16BE(3) }, (_, i) => interior.readUInt16BE(12 + 2 * i));
  return cells.map((cell) => interior.readUInt32BE(cell));
}

function destroyPage(no: number): void {
  const bytes = readFileSync(database());
  bytes.fill(0xff, (no - 1) * pageSize, no * pageSize);
  writeFileSync(database(), bytes);
}

for (const [table, name] of [
  ["source_versions", "with a page of sources destroyed holds the rest, and names what it lacks"],
  ["chunks", "with a page of passages destroyed holds the rest, and names what it lacks"],
] as const) {
  test(name, async () => {
    destroyPage(leavesOf(table)[2]!);
    const file = join(folder, "all.tar");
    const report = makeBackup({
      dataDir: service.dataDir,
      destination: { file, overwrite: false },
      at,
      madeBy: "docent",
    });
    expect(report.file).toBe(join(folder, "all.incomplete.tar"));
    expect(report.tables).toEqual([table]);
    const named = table === "chunks" ? report.sources : report.lost;
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThan(count);
    for (const { source, title } of named) {
      expect([source, title]).toEqual([expect.stringMatching(/^src_/), expect.stringMatching(/^pump-\d+$/)]);
    }

    const dataDir = join(folder, "restored");
    restoreBackup({ dataDir, file: report.file, replace: false, at });
    const restored = await startService({ resume: { dataDir, owner: service.owner } });
    try {
      const reply = await restored.request("GET", "/v1/experts/pumps/sources?limit=100");
      const kept = reply.pageOf(SourceObject).data;
      expect(kept.length).toBe(table === "chunks" ? count : count - report.lost.length);
      for (const { id } of kept) {
        const waited = (await restored.request("GET", `/v1/experts/pumps/sources/${id}?wait=60`)).as(SourceObject);
        expect(waited.status).toBe("ready");
      }
    } finally {
      await restored.stop();
    }
  });
}

test("without a readable expert is not made", () => {
  const sqlite = new Sqlite(database(), { readonly: true });
  const root = sqlite
    .query<{ root: number }, []>("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'experts'")
    .get()!;
  sqlite.close();
  destroyPage(root.root);
  const destination = { file: join(folder, "all.tar"), overwrite: false };
  expect(() => makeBackup({ dataDir: service.dataDir, destination, at, madeBy: "docent" })).toThrow(
    /is damaged, so no backup was made\. Nothing of its experts can be read\./,
  );
});
