/** `docent move` as a process that is killed, with original files in an object store: the next one completes its work. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import fc from "fast-check";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { type FakeS3, fakeS3 } from "../support/fakes/fake-s3.ts";
import {
  type Booleans,
  booleanColumns,
  dropDatabase,
  fillFolder,
  folderContent,
  newDatabase,
} from "../support/worlds/moved-data.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-killed-move-"));
let booleans: Booleans = new Set();
let s3: FakeS3;
let client: SQL;

beforeAll(async () => {
  booleans = await booleanColumns();
  s3 = fakeS3();
  client = new SQL({ url: postgresUrl ?? "", max: 1 });
});
afterAll(async () => {
  await s3.stop();
  await client.close();
  rmSync(folder, { recursive: true });
});

interface Place {
  readonly url: string;
  readonly dataDir: string;
}

function startMove(way: "--to" | "--from", { url, dataDir }: Place) {
  const files = `s3://docent/moved?endpoint=${s3.endpoint}&region=eu-central-1`;
  const args = ["move", way, url, "--files", files, "--data-dir", dataDir];
  const env = { PATH: process.env.PATH ?? "", DOCENT_S3_KEY_ID: "key", DOCENT_S3_SECRET: "secret" };
  const command = [process.execPath, join(import.meta.dir, "../../src/main.ts"), ...args];
  return Bun.spawn(command, { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

type Move = ReturnType<typeof startMove>;

/** @throws Error if it ends before the moment comes: then it was not killed in the middle. */
async function killAt(move: Move, moment: Promise<unknown>): Promise<void> {
  const ended = move.exited.then(async (code) => {
    throw new Error(`the move ended with ${code}: ${await move.stderr.text()}`);
  });
  await Promise.race([moment, ended]);
  ended.catch(() => undefined);
  move.kill("SIGKILL");
  await move.exited;
}

async function complete(way: "--to" | "--from", place: Place): Promise<string> {
  const move = startMove(way, place);
  const [out, err, code] = await Promise.all([move.stdout.text(), move.stderr.text(), move.exited]);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

/** Killed while it waits for a table, which somebody else has locked. */
async function killAtTable(table: string, place: Place): Promise<void> {
  const schema = new URL(place.url).searchParams.get("schema");
  await client.begin(async (locking) => {
    await locking.unsafe(`LOCK TABLE "${schema}"."${table}" IN ACCESS EXCLUSIVE MODE`);
    const isWaiting = async () =>
      (
        await locking.unsafe(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"${schema}"."${table}"'::regclass`,
        )
      ).length > 0;
    const waiting = async () => {
      while (!(await isWaiting())) await Bun.sleep(1);
    };
    await killAt(startMove("--to", place), waiting());
  });
}

/** Killed at a request for an original file. */
async function killAtFile(count: number, way: "--to" | "--from", place: Place): Promise<void> {
  const stalled = s3.stallAt(count);
  await killAt(startMove(way, place), stalled);
  s3.behave("well");
}

test("data are the same in every byte there and back, wherever the processes that moved them were killed", async () => {
  const table = fc.constantFrom("experts", "sources", "source_versions", "chunks", "usage_counters");
  await fc.assert(
    fc.asyncProperty(fc.nat(), table, fc.integer({ min: 3, max: 12 }), async (seed, name, request) => {
      const [first, back, url] = [join(folder, `${seed}-first`), join(folder, `${seed}-back`), newDatabase()];
      fillFolder(first, { random: seededRandom(seed), rows: 10, booleans });
      const before = folderContent(first);
      const there = { url, dataDir: first };
      await killAtFile(request, "--to", there);
      await killAtTable(name, there);
      const sums = await complete("--to", there);
      const again = { url, dataDir: back };
      await killAtFile(request, "--from", again);
      const sumsBack = await complete("--from", again);
      expect(sumsBack.split("\n").slice(0, -2)).toEqual(sums.split("\n").slice(0, -2));
      expect(folderContent(back)).toEqual(before);
      s3.objects.clear();
      await dropDatabase(url);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}, 240_000);
