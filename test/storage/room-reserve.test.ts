import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../src/kernel/fault.ts";
import { createRoomReserve } from "../../src/storage/room-reserve.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-reserve-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, "docent.db.reserve");
const full = () => new Fault("storage_full", "full");

test("a reserve is kept once, and takes space on the disk", async () => {
  const reserve = createRoomReserve(path());
  await Promise.all([reserve.keep(), reserve.keep()]);
  await reserve.keep();
  expect(readdirSync(folder)).toEqual(["docent.db.reserve"]);
  const { size, blocks } = statSync(path());
  expect(size).toBeGreaterThan(0);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});

test("a write that frees space is tried once more with the reserve", async () => {
  const reserve = createRoomReserve(path());
  await reserve.keep();
  let tries = 0;
  const freed = reserve.freeing(() => {
    tries += 1;
    if (existsSync(path())) throw full();
    return "deleted";
  });
  expect([freed, tries, existsSync(path())]).toEqual(["deleted", 2, false]);
  expect(() =>
    reserve.freeing(() => {
      tries += 1;
      throw full();
    }),
  ).toThrow("full");
  expect(tries).toBe(3);
});

test("another failure leaves the reserve in place", async () => {
  const reserve = createRoomReserve(path());
  await reserve.keep();
  expect(() =>
    reserve.freeing(() => {
      throw new Error("something else");
    }),
  ).toThrow("something else");
  expect(existsSync(path())).toBe(true);
});

test("a database in memory keeps no reserve", async () => {
  const reserve = createRoomReserve(null);
  await reserve.keep();
  expect(() =>
    reserve.freeing(() => {
      throw full();
    }),
  ).toThrow("full");
});
