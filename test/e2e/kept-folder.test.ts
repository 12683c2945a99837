/** A service that keeps a folder in step is killed in the middle of it, and goes on where it was. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBench, type RunningBinary } from "../support/binary.ts";

const bench = openBench();
afterAll(() => bench.clean());

const files = 120;
const text = (n: number, words: string) => `# Part ${n}\n\n${`Part ${n} ${words}. `.repeat(40)}\n`;

interface Report {
  readonly folders: readonly { readonly phase: string; readonly files: number; readonly ready: number }[];
}

/** Asked again and again until it is so; the test's own limit of time ends it. */
async function until(service: RunningBinary, isSo: (folder: Report["folders"][number]) => boolean): Promise<void> {
  for (;;) {
    const { folders } = (await service.request("GET", "/v1/system")).json as Report;
    if (folders[0] !== undefined && isSo(folders[0])) return;
  }
}

test("after a kill the expert has exactly what the folder has", async () => {
  const notes = bench.folder();
  mkdirSync(join(notes, "sub"));
  const path = (n: number) => join(notes, n % 2 === 0 ? `${n}.md` : `sub/${n}.md`);
  for (let n = 0; n < files; n++) writeFileSync(path(n), text(n, "is grey"));
  const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose", DOCENT_FOLDERS: `notes=${notes}`, DOCENT_SENSE: "off" };
  const wish = { dataDir: join(bench.folder(), "data"), env };

  const first = await bench.start(wish);
  const expert = "/v1/experts/notes/sources";
  for (let stored = 0; stored < 20; ) {
    stored = ((await first.request("GET", `${expert}?limit=1`)).json as { total_count?: number }).total_count ?? 0;
  }
  await first.kill();
  for (let n = 0; n < 30; n++) writeFileSync(path(n), text(n, "is green"));
  for (let n = 30; n < 40; n++) rmSync(path(n));

  const second = await bench.start(wish);
  await until(second, ({ phase, ready }) => phase === "in_step" && ready === files - 10);
  const { total_count: total } = (await second.request("GET", `${expert}?limit=1`)).json as { total_count: number };
  expect(total).toBe(files - 10);
  const found = await second.request("POST", "/v1/experts/notes/query", { question: "part 7", generate: false });
  expect(found.text).toContain("green");
  expect(await second.terminate()).toBe(0);
});
