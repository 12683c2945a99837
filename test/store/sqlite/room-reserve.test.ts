import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../../src/kernel/fault.ts";
import { createRoomReserve } from "../../../src/store/sqlite/room-reserve.ts";

let folder: string;
let writtenBack: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-reserve-"));
  writtenBack = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, "docent.db.reserve");
const full = () => new Fault("storage_full", "full");
const reserveThere = (writeLogBack = () => true) =>
  createRoomReserve(path(), () => {
    writtenBack += 1;
    return writeLogBack();
  });
/** What is kept back for opening, on a disk of more than 8 MB. */
const opening = 256 * 1024;

test("a reserve is kept once, and takes space on the disk", async () => {
  const reserve = reserveThere();
  await Promise.all([reserve.keep(), reserve.keep()]);
  await reserve.keep();
  expect(readdirSync(folder)).toEqual(["docent.db.reserve"]);
  const { size, blocks } = statSync(path());
  expect(size).toBeGreaterThan(opening);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});

test("a write that frees space is tried again once the log is written back, and the reserve stays", async () => {
  const reserve = reserveThere();
  await reserve.keep();
  const { size } = statSync(path());
  const freed = reserve.freeing(() => {
    if (writtenBack === 0) throw full();
    return "deleted";
  });
  expect([freed, writtenBack, statSync(path()).size]).toEqual(["deleted", 1, size]);
});

test("then it gets the reserve piece by piece, but never what opening takes", async () => {
  const reserve = reserveThere();
  await reserve.keep();
  const { size } = statSync(path());
  const freed = reserve.freeing(() => {
    if (statSync(path()).size > size / 2) throw full();
    return "deleted";
  });
  expect([freed, statSync(path()).size > opening]).toEqual(["deleted", true]);
  expect(() =>
    reserve.freeing(() => {
      throw full();
    }),
  ).toThrow("full");
  expect(statSync(path()).size).toBe(opening);
});

test("a log that finds no room in the database gets the reserve first", async () => {
  const reserve = reserveThere(() => writtenBack === 3);
  await reserve.keep();
  const { size } = statSync(path());
  let tries = 0;
  reserve.freeing(() => {
    tries += 1;
    if (tries === 1) throw full();
  });
  expect([tries, writtenBack, statSync(path()).size]).toEqual([2, 3, size - 2 * 2 ** 20]);
});

test("what opening takes is kept back at once, if nothing is", () => {
  const reserve = reserveThere();
  reserve.keepForOpening();
  reserve.keepForOpening();
  expect(statSync(path()).size).toBe(opening);
  expect(() =>
    reserve.freeing(() => {
      throw full();
    }),
  ).toThrow("full");
  expect(statSync(path()).size).toBe(opening);
});

test("another failure leaves the reserve in place", async () => {
  const reserve = reserveThere();
  await reserve.keep();
  expect(() =>
    reserve.freeing(() => {
      throw new Error("something else");
    }),
  ).toThrow("something else");
  expect([existsSync(path()), writtenBack]).toEqual([true, 0]);
});

test("a database in memory keeps no reserve", async () => {
  const reserve = createRoomReserve(null, () => true);
  await reserve.keep();
  expect(() =>
    reserve.freeing(() => {
      throw full();
    }),
  ).toThrow("full");
});
