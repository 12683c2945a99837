import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";
import { openOriginalFiles } from "../../../src/store/sqlite/folder/original-files.ts";

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-originals-"));
  database = openDatabase(join(folder, "docent.db"));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const originals = () => join(folder, "originals");
const open = () => openOriginalFiles(originals(), database);
async function* pieces(...all: readonly Uint8Array[]) {
  yield* all;
}
const bytes = (length: number) => new Uint8Array(length).fill(7);
/** The files under `originals/` that this process has open. */
/** Only on systems that list descriptors. */
const stillOpen = () =>
  process.platform !== "linux"
    ? []
    : readdirSync("/proc/self/fd").filter((no) => {
        try {
          return readlinkSync(`/proc/self/fd/${no}`).startsWith(`${originals()}/`);
        } catch {
          return false; // the descriptor of the listing itself
        }
      });

test.each([
  ["small", 1],
  ["of several pieces", 70_000],
  ["large", 1 << 20],
])("a %s file is kept under its version's number, closed with the commit, however that is made", async (_, length) => {
  const files = open();
  const received = await Promise.all([1, 2].map(() => files.receive(pieces(bytes(length), bytes(length)), 1 << 22)));
  expect(received.map((file) => file.bytes)).toEqual([2 * length, 2 * length]);
  await database.writeGrouped(() => received[0]!.keep(1));
  await database.write("power", () => received[1]!.keep(2));
  for (const file of received) file.discard();
  expect(readdirSync(originals()).toSorted()).toEqual(["1", "2"]);
  for (const no of ["1", "2"]) expect(readFileSync(join(originals(), no))).toEqual(Buffer.from(bytes(2 * length)));
  expect(stillOpen()).toEqual([]);
});

test("a discarded or oversized file leaves neither a file nor a descriptor", async () => {
  const files = open();
  (await files.receive(pieces(bytes(10)), 100)).discard();
  await expect(files.receive(pieces(bytes(60), bytes(60)), 100)).rejects.toThrow("larger than the limit of 100 bytes");
  expect([readdirSync(originals()), stillOpen()]).toEqual([[], []]);
});
