import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOpeningRoom } from "../../../src/store/sqlite/opening-room.ts";

let folder: string;
let database: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-room-"));
  database = join(folder, "docent.db");
  writeFileSync(database, "");
  writeFileSync(`${database}.reserve`, "room");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("with room on the disk, the room that is kept back stays, and nothing else does", () => {
  makeOpeningRoom(database);
  expect(readdirSync(folder).toSorted()).toEqual(["docent.db", "docent.db.reserve"]);
});

test("on a full disk the room that is kept back is released, and then the message says what to do", () => {
  const hasRoom = (bytes: number) => !existsSync(`${database}.reserve`) && bytes <= 96 * 1024;
  makeOpeningRoom(database, hasRoom);
  expect(existsSync(`${database}.reserve`)).toBe(false);
  writeFileSync(`${database}-wal`, new Uint8Array(5_000_000));
  expect(() => makeOpeningRoom(database, () => false)).toThrow(
    `The disk of the data folder ${folder} is full: opening the database takes 96 KB. Nothing was changed. Free some space and start again.`,
  );
});
