/** A kept folder in which somebody swaps files, or whose drives go: the service serves on, and a person decides. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBench, type RunningBinary } from "../support/binary.ts";

const bench = openBench();
afterAll(() => bench.clean());

const key = "a-key-that-the-owner-chose";
const setting = (notes: string) => ({
  dataDir: join(bench.folder(), "data"),
  env: { DOCENT_API_KEY: key, DOCENT_FOLDERS: `notes=${notes}`, DOCENT_SENSE: "off", DOCENT_FOLDERS_POLL: "1" },
});
const pipe = (path: string) => {
  rmSync(path, { force: true });
  expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
};

interface KeptFolder {
  readonly phase: string;
  readonly ready: number;
  readonly trouble: string | null;
  readonly failed: number;
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  readonly keeper: string | null;
  readonly held: { readonly kind: string; readonly deletions: number } | null;
}

/** Asked again and again until it is so; the test's own limit of time ends it. */
async function until(service: RunningBinary, isSo: (folder: KeptFolder) => boolean): Promise<KeptFolder> {
  for (;;) {
    const { folders } = (await service.request("GET", "/v1/system")).json as { folders: readonly KeptFolder[] };
    if (folders[0] !== undefined && isSo(folders[0])) return folders[0];
    await Bun.sleep(20);
  }
}

const countOf = async (service: RunningBinary, expert = "notes") =>
  ((await service.request("GET", `/v1/experts/${expert}/sources?limit=1`)).json as { total_count: number }).total_count;

test("pipes and links in the place of files and of the marker hold nothing up, not even the end", async () => {
  const notes = bench.folder();
  const secret = join(bench.folder(), "secret.md");
  writeFileSync(secret, "The password is swordfish.");
  for (let n = 0; n < 30; n++) writeFileSync(join(notes, `${n}.md`), `Part ${n} is grey.`);
  const service = await bench.start(setting(notes));
  await until(service, ({ phase, ready }) => phase === "in_step" && ready === 30);
  for (let n = 0; n < 20; n++) pipe(join(notes, `${n}.md`));
  for (let n = 20; n < 25; n++) {
    rmSync(join(notes, `${n}.md`));
    symlinkSync(secret, join(notes, `${n}.md`));
  }
  rmSync(join(notes, ".docent-folder"));
  pipe(join(notes, ".docent-folder"));
  expect((await until(service, ({ phase }) => phase === "stopped")).trouble).toContain("marker cannot be read");
  await service.request("POST", "/v1/experts", { name: "other", slug: "other" });
  for (let n = 0; n < 8; n++) {
    const added = await service.request("POST", "/v1/experts/other/sources?wait=60", { text: `Note ${n}.` });
    expect(added.status).toBe(201);
    const path = `/v1/experts/other/sources/${(added.json as { id: string }).id}/file`;
    expect((await service.request("GET", path)).text).toBe(`Note ${n}.`);
  }
  const found = await service.request("POST", "/v1/experts/notes/query", { question: "password", generate: false });
  expect(found.text).not.toContain("swordfish");
  expect(await service.terminate()).toBe(0);
});

test("what goes in two steps of a day, and a drive that is gone, wait for a person's word", async () => {
  const notes = bench.folder();
  mkdirSync(join(notes, "drive"));
  const path = (n: number) => join(notes, n < 10 ? `drive/${n}.md` : `${n}.md`);
  for (let n = 0; n < 22; n++) writeFileSync(path(n), `Part ${n} is grey.`);
  const wish = setting(notes);
  const service = await bench.start(wish);
  await until(service, ({ phase, ready }) => phase === "in_step" && ready === 22);
  renameSync(join(notes, "drive"), join(wish.dataDir, "..", "drive"));
  mkdirSync(join(notes, "drive"));
  const { keeper, held } = await until(service, ({ phase }) => phase === "held");
  expect(held).toMatchObject({ kind: "deletions", deletions: 10 });
  expect(await countOf(service)).toBe(22);
  const ready = await service.request("GET", "/readyz");
  expect([ready.status, (ready.json as { warnings: string[] }).warnings]).toEqual([
    200,
    [expect.stringMatching(new RegExp(`^held: 10 deletions by ${keeper} in exp_\\w+ wait for a confirmation$`))],
  ]);
  expect(await service.logged(/keeper\.held/)).toHaveLength(1);
  const env = { DOCENT_URL: service.address, DOCENT_API_KEY: key };
  const listed = await bench.run(["keepers", "notes"], { env });
  expect(listed.out).toMatch(new RegExp(`${keeper}\\s+folder\\s+22\\s+10 deletions since`));

  rmSync(join(notes, "drive"), { recursive: true });
  renameSync(join(wish.dataDir, "..", "drive"), join(notes, "drive"));
  expect((await until(service, ({ phase }) => phase === "in_step")).held).toBeNull();

  for (const step of [
    [10, 13],
    [13, 16],
  ] as const)
    for (let n = step[0]; n < step[1]; n++) rmSync(path(n));
  await until(service, ({ phase }) => phase === "held");
  expect(await countOf(service)).toBe(22);
  const confirmed = await bench.run(["keepers", "notes", "confirm", keeper ?? ""], { env });
  expect([confirmed.exitCode, confirmed.err]).toEqual([0, ""]);
  await until(service, ({ phase, ready: n }) => phase === "in_step" && n === 16);
  expect(await countOf(service)).toBe(16);
  const again = await bench.run(["keepers", "notes", "confirm", keeper ?? ""], { env });
  expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining("waits for a confirmation")]);
  expect(await service.terminate()).toBe(0);
});

test("a source of the API stays what it is, and the folder tells the conflict", async () => {
  const notes = bench.folder();
  const service = await bench.start(setting(notes));
  await until(service, () => true);
  const mine = { text: "The pump is green.", external_id: "pump.md" };
  const added = await service.request("POST", "/v1/experts/notes/sources?wait=60", mine);
  const { id } = added.json as { id: string };
  writeFileSync(join(notes, "pump.md"), "The pump is grey.");
  writeFileSync(join(notes, "valve.md"), "The valve is red.");
  const { failures } = await until(service, ({ ready, failed }) => failed === 1 && ready >= 1);
  expect(failures).toEqual([{ path: "pump.md", reason: expect.stringContaining("kept by the API") }]);
  rmSync(join(notes, "pump.md"));
  await until(service, ({ failed }) => failed === 0);
  const { json } = await service.request("GET", `/v1/experts/notes/sources/${id}`);
  expect(json).toMatchObject({ version: 1, keepers: ["api"] });
  const theirs = await service.request("POST", "/v1/experts/notes/sources", { text: "Blue.", external_id: "valve.md" });
  expect([theirs.status, (theirs.json as { error: { code: string } }).error.code]).toEqual([409, "kept_elsewhere"]);
  expect(await service.terminate()).toBe(0);
});
