/** Backup and restore with the executable, under load and killed in the middle. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { executable, openBench, type RunningBinary } from "../support/binary.ts";
import { filesIn } from "../support/data-tree.ts";

const bench = openBench();
afterAll(() => bench.clean());
const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose" };
const sources = "/v1/experts/machines/sources";

function document(n: number): { title: string; text: string; external_id: string } {
  const line = (i: number) =>
    `Part ${n}-${i} of the machine weighs ${n * 100 + i} grams and is checked every ${n + 1} days.`;
  const text = Array.from({ length: 60 }, (_, i) => line(i)).join("\n\n");
  return { title: `Machine ${n}`, text: `# Machine ${n}\n\n${text}`, external_id: `m${n}` };
}

interface Cited {
  readonly source_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

async function asked(service: RunningBinary, n: number): Promise<unknown> {
  const question = `How much does part ${n}-7 of the machine weigh?`;
  const reply = await service.request("POST", "/v1/experts/machines/query", { question, k: 5 });
  const { answer } = reply.as(AnswerObject);
  const { citations } = reply.json as { citations: readonly Cited[] };
  // Without scores, which depend on the other passages.
  return { answer, citations: citations.map(({ source_id, quote, start, end }) => [source_id, quote, start, end]) };
}

/** Whether every citation is in the text that it names. */
async function citationsHold(service: RunningBinary, n: number): Promise<boolean> {
  const reply = await service.request("POST", "/v1/experts/machines/query", {
    question: `What does part ${n}-3 weigh?`,
  });
  const { citations } = reply.json as { citations: readonly Cited[] };
  for (const { source_id, quote, start, end } of citations) {
    const content = await service.request("GET", `${sources}/${source_id}/content`);
    if ([...content.text].slice(start, end).join("") !== quote) return false;
  }
  return citations.length > 0;
}

let dataDir: string;
let file: string;
beforeAll(async () => {
  dataDir = bench.folder();
  const service = await bench.start({ dataDir, env });
  await service.request("POST", "/v1/experts", { name: "Machines" });
  for (let n = 0; n < 12; n++) await service.request("POST", `${sources}?wait=60`, document(n));
  await service.terminate();
  file = join(bench.folder(), "all.tar");
  expect((await bench.run(["backup", file, "--data-dir", dataDir])).exitCode).toBe(0);
});

test("a backup made under load is sound, and answers elsewhere as the service did", async () => {
  const busy = bench.folder();
  expect((await bench.run(["restore", file, "--data-dir", busy])).exitCode).toBe(0);
  const service = await bench.start({ dataDir: busy, env });
  const before = await Promise.all([0, 5, 11].map((n) => asked(service, n)));
  let isLoaded = true;
  const load = async (worker: number) => {
    for (let n = 0; isLoaded; n++) {
      const made = await service.request("POST", sources, document(100 + worker * 1000 + n));
      await asked(service, n % 12);
      if (n % 3 === 0) await service.request("DELETE", `${sources}/${made.as(SourceObject).id}`);
    }
  };
  const loading = [0, 1].map(load);
  const made: string[] = [];
  for (let n = 0; n < 3; n++) {
    const path = join(bench.folder(), `busy-${n}.tar`);
    expect(await bench.run(["backup", path, "--data-dir", busy])).toMatchObject({ exitCode: 0, err: "" });
    made.push(path);
  }
  isLoaded = false;
  await Promise.all(loading);
  await service.kill();

  for (const path of made) {
    const target = bench.folder();
    const restored = await bench.run(["restore", path, "--data-dir", target]);
    expect([restored.exitCode, restored.err]).toEqual([0, ""]);
    const again = await bench.start({ dataDir: target, env });
    expect(await Promise.all([0, 5, 11].map((n) => asked(again, n)))).toEqual(before);
    expect(await citationsHold(again, 4)).toBe(true);
    await again.terminate();
  }
});

test("a kill in the middle of a backup leaves no file of that name, and the next backup removes the remains", async () => {
  const folder = bench.folder();
  const target = join(folder, "killed.tar");
  for (const milliseconds of [40, 80, 120, 160]) {
    const child = Bun.spawn([executable, "backup", target, "--data-dir", dataDir, "--force"], {
      stdout: "ignore",
      stderr: "ignore",
      env: {},
    });
    await Promise.race([child.exited, Bun.sleep(milliseconds)]);
    child.kill("SIGKILL");
    await child.exited;
    if (existsSync(target)) {
      const dry = await bench.run(["restore", target, "--data-dir", bench.folder()]);
      expect([dry.exitCode, dry.err]).toEqual([0, ""]);
    }
  }
  expect((await bench.run(["backup", target, "--data-dir", dataDir, "--force"])).exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual(["killed.tar"]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);
});

test("a kill in the middle of a restore leaves the old or the new state, never a mixture", async () => {
  const small = bench.folder();
  const first = await bench.start({ dataDir: small, env });
  await first.request("POST", "/v1/experts", { name: "Old" });
  await first.terminate();
  const mould = join(bench.folder(), "old.tar");
  expect((await bench.run(["backup", mould, "--data-dir", small])).exitCode).toBe(0);
  const outcomes = new Set<string>();
  for (const milliseconds of [45, 75, 90, 105, 130]) {
    const folder = bench.folder();
    await bench.run(["restore", mould, "--data-dir", folder]);
    const child = Bun.spawn([executable, "restore", file, "--data-dir", folder, "--force"], {
      stdout: "ignore",
      stderr: "ignore",
      env: {},
    });
    await Promise.race([child.exited, Bun.sleep(milliseconds)]);
    child.kill("SIGKILL");
    await child.exited;
    const service = await bench.start({ dataDir: folder, env });
    const list = (await service.request("GET", "/v1/experts")).json as { data: { slug: string }[] };
    outcomes.add(
      list.data
        .map(({ slug }) => slug)
        .sort()
        .join(),
    );
    await service.terminate();
    const sqlite = new Sqlite(join(folder, "docent.db"), { readonly: true });
    const named = sqlite
      .query<{ no: number }, []>("SELECT no FROM source_versions WHERE sha256 <> '' ORDER BY no")
      .all();
    sqlite.close();
    const held = Object.keys(filesIn(join(folder, "originals"))).map(Number);
    expect(held.sort((a, b) => a - b)).toEqual(named.map(({ no }) => no));
    expect(existsSync(join(folder, "restoring"))).toBe(false);
  }
  expect([...outcomes].filter((outcome) => !["handbook,old", "handbook,machines"].includes(outcome))).toEqual([]);
});

test("a disk without room: one clear line, nothing left behind", async () => {
  const folder = bench.folder();
  const target = join(folder, "all.tar");
  // The limit of the shell is in blocks of 512 or 1024 bytes; either way the archive is larger.
  const command = 'trap "" XFSZ; ulimit -f 100; exec "$0" backup "$1" --data-dir "$2"';
  const child = Bun.spawn(["sh", "-c", command, executable, target, dataDir], {
    stdout: "pipe",
    stderr: "pipe",
    env: {},
  });
  const [code, err] = [await child.exited, await child.stderr.text()];
  expect([code, err.trim().split("\n")]).toEqual([
    1,
    [expect.stringMatching(/^The disk is too full for .* Nothing was left behind/)],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a service makes scheduled backups, and a stop in the middle does no harm", async () => {
  const kept = join(bench.folder(), "kept");
  const backs = { ...env, DOCENT_BACKUP_DIR: kept, DOCENT_BACKUP_EVERY: "1m" };
  const service = await bench.start({ dataDir, env: backs });
  const whole = () => existsSync(kept) && readdirSync(kept).some((name) => name.endsWith(".tar"));
  while (!whole()) await service.request("GET", "/healthz");
  const [name = ""] = readdirSync(kept).filter((each) => each.endsWith(".tar"));
  expect(await service.terminate()).toBe(0);
  expect((await bench.run(["restore", join(kept, name), "--data-dir", bench.folder()])).exitCode).toBe(0);

  const hasty = await bench.start({ dataDir, env: { ...backs, DOCENT_BACKUP_DIR: join(kept, "more") } });
  expect(await hasty.terminate()).toBe(0);
});
