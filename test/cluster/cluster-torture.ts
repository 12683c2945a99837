/** The torture of a cluster on a small scale; `make cluster-torture` is the large one. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { systemClock } from "../../src/kernel/clock.ts";
import { type ClusterTorture, tortureCluster } from "../../src/torture/troubles/cluster-rounds.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

/** A database of its own, because connections are broken for a whole database. */
async function withDatabase(use: (options: ClusterTorture) => Promise<void>): Promise<void> {
  const client = new SQL({ url: postgresUrl ?? "", max: 1 });
  const name = `torture_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const folder = mkdtempSync(join(tmpdir(), "docent-torture-"));
  const database = new URL(postgresUrl ?? "");
  database.pathname = `/${name}`;
  await client.unsafe(`CREATE DATABASE "${name}"`);
  try {
    await use({
      kills: 2,
      pauses: 0,
      seed: 5,
      database: database.href,
      folder,
      command: [process.execPath, join(import.meta.dir, "../../src/main.ts")],
      env: { PATH: process.env.PATH ?? "" },
      clock: systemClock,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
  } finally {
    await client.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("three nodes over one database lose nothing when some are killed, and each shows at once what another acknowledged", async () => {
  await withDatabase(async (options) => {
    const report = await tortureCluster(options);
    expect(report.violations).toEqual([]);
    // How much was done in between depends on the machine. Everything is compared at least once in any case.
    expect(report.kills).toBeGreaterThanOrEqual(options.kills);
    expect(report.checks).toBeGreaterThan(0);
  });
}, 300_000);

test("a database with tables is refused", async () => {
  await withDatabase(async (options) => {
    const client = new SQL({ url: options.database, max: 1 });
    await client.unsafe("CREATE TABLE workspaces (id text)");
    await client.close();
    const failure = await tortureCluster(options).catch((error: Error) => error.message);
    expect(failure).toBe("The database is not empty. Name one that has no tables.");
  });
}, 60_000);
