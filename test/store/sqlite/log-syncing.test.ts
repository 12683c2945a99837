import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogSyncing } from "../../../src/store/sqlite/log-syncing.ts";

test("callers with a stored file are answered one after the other, and all get an error if it is missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docent-log-"));
  try {
    const path = join(folder, "docent.db-wal");
    const missing = createLogSyncing(path);
    const outcomes = await Promise.allSettled([missing.synced(), missing.synced(), missing.synced()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    writeFileSync(path, "frames");
    const syncing = createLogSyncing(path);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((no) => syncing.synced().then(() => order.push(no))));
    expect(order).toEqual([1, 2, 3]);
    syncing.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a database in memory needs no sync", async () => {
  const syncing = createLogSyncing(null);
  await syncing.synced();
  syncing.close();
});
