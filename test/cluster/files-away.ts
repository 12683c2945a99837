/** Two services over one PostgreSQL whose folder of files goes away while they run, and comes back. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import type { Finding } from "../../src/upkeep/findings.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-away-"));
const [files, elsewhere] = [join(folder, "files"), join(folder, "elsewhere")];
const database = `${postgresUrl}?schema=away_${Bun.randomUUIDv7().replaceAll("-", "")}`;
const nodes: TestService[] = [];
const path = "/v1/experts/pumps/sources";
const text = "# Upkeep\n\nReplace the filter every two months.";
beforeAll(async () => {
  const settings = { DOCENT_RATE_LIMIT: "0", DOCENT_DATABASE: database, DOCENT_FILES: files };
  for (const second of [1, 2])
    nodes.push(await startService({ settings, clock: clockAt(`2026-11-21T08:00:0${second}.000Z`) }));
  await through(0, "POST", "/v1/experts", { name: "Pumps" });
  await through(0, "POST", `${path}?wait=60`, { external_id: "filter", text });
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Body {
  readonly id: string;
  readonly data: readonly { readonly id: string }[];
  readonly deduplicated: boolean;
  readonly error: { readonly code: string; readonly message: string };
}

async function through(at: number, method: string, to: string, body?: unknown) {
  const headers = { authorization: `Bearer ${nodes[0]!.owner}` };
  const reply = await nodes[at]!.request(method, to, { headers, ...(body !== undefined && { body }) });
  return { status: reply.status, text: reply.text, body: () => reply.json as Body };
}

const idOfFirst = async () => (await through(0, "GET", `${path}?order=asc`)).body().data[0]?.id ?? "";

/** All files and folders, but for the data folder of the doctor. */
const present = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("doctor"));

async function findings(): Promise<Readonly<Record<string, Finding>>> {
  const out: string[] = [];
  const settings = ["--database", database, "--files", files, "--data-dir", join(folder, "doctor")];
  await run(["doctor", "--json", ...settings], { print: (line) => out.push(line), complain: () => undefined });
  return Object.fromEntries(
    (JSON.parse(out.join("")) as { findings: Finding[] }).findings.map((one) => [one.area, one]),
  );
}

const places: [string, string, () => void][] = [
  ["nothing", "is not there", () => undefined],
  ["an empty folder, as a mount point is", "has no docent.id", () => mkdirSync(files)],
  [
    "the folder of another database",
    "has the files of another database",
    () => {
      cpSync(elsewhere, files, { recursive: true });
      writeFileSync(join(files, "docent.id"), "docent-folder 1 other 5bd90e17\n");
    },
  ],
];

describe.each(places)("with %s in place of the folder of files", (_, says, replace) => {
  test("nothing is acknowledged or created, readiness says why, and all works again when it is back", async () => {
    const source = await idOfFirst();
    renameSync(files, elsewhere);
    replace();
    const before = present();
    for (const at of nodes.keys()) {
      const refused = await through(at, "POST", path, { text: `A valve drips in hall ${at}.` });
      expect([refused.status, refused.body().error.code]).toEqual([503, "not_ready"]);
      const file = await through(at, "GET", `${path}/${source}/file`);
      expect([file.status, file.body().error.code]).toEqual([503, "not_ready"]);
      const readiness = await through(at, "GET", "/readyz");
      expect([readiness.status, readiness.body().error.message]).toEqual([
        503,
        expect.stringContaining(`files: The folder of shared files (DOCENT_FILES) ${says}.`),
      ]);
      const asked = await through(at, "POST", "/v1/experts/pumps/query", {
        question: "How often is the filter replaced?",
      });
      expect(asked.text).toContain("every two months");
    }
    expect((await findings()).files?.severity).toBe("damage");
    expect(present()).toEqual(before);
    rmSync(files, { recursive: true, force: true });
    renameSync(elsewhere, files);
    for (const at of nodes.keys()) {
      expect((await through(at, "GET", "/readyz")).status).toBe(200);
      expect((await through(at, "GET", `${path}/${source}/file`)).text).toBe(text);
    }
    const added = await through(1, "POST", `${path}?wait=60`, { external_id: says, text: `It ${says}, they said.` });
    expect(added.status).toBe(201);
    expect((await through(0, "GET", `${path}/${added.body().id}/file`)).status).toBe(200);
  });
});

test("a folder that hangs is given up with a reason, and holds nothing else", async () => {
  const id = join(files, "docent.id");
  renameSync(id, `${id}-away`);
  // A pipe that nobody writes to holds whoever reads it, as a network drive does that does not answer.
  expect(Bun.spawnSync(["mkfifo", id]).exitCode).toBe(0);
  // Who starts meanwhile says so too.
  const started = startService({
    settings: { DOCENT_DATABASE: database, DOCENT_FILES: files },
    clock: clockAt("2026-11-21T08:00:03.000Z"),
  }).catch((error: unknown) => error);
  const upload = through(0, "POST", path, { text: "A valve drips in the cellar." });
  const question = { question: "How often is the filter replaced?" };
  expect((await through(0, "POST", "/v1/experts/pumps/query", question)).text).toContain("every two months");
  expect((await through(0, "GET", "/healthz")).status).toBe(200);
  const readiness = await through(0, "GET", "/readyz");
  expect([readiness.status, readiness.body().error.message]).toEqual([
    503,
    expect.stringContaining("files: It did not answer within 2 seconds."),
  ]);
  const again = Bun.sleep(14_000).then(() => Promise.reject(new Error("it waits for ten seconds once more")));
  const refused = await Promise.race([upload, again]);
  expect([refused.status, refused.body().error.code]).toEqual([503, "not_ready"]);
  expect(refused.body().error.message).toContain("(DOCENT_FILES) has not answered for 10 seconds.");
  expect(String(await started)).toContain("has not answered for 10 seconds");
  closeSync(openSync(id, "r+"));
  rmSync(id);
  renameSync(`${id}-away`, id);
  while ((await through(0, "GET", "/readyz")).status !== 200) await new Promise((resolve) => setImmediate(resolve));
  expect((await through(0, "POST", `${path}?wait=60`, { text: "A valve drips in the cellar." })).status).toBe(201);
});

test("an original that is missing has an error of its own, and the same bytes bring it back", async () => {
  const source = await idOfFirst();
  for (const name of readdirSync(join(files, "originals"))) rmSync(join(files, "originals", name));
  const missing = await through(1, "GET", `${path}/${source}/file`);
  expect([missing.status, missing.body().error.code]).toEqual([404, "original_not_found"]);
  expect(missing.body().error.message).toContain("Send the same bytes again");
  const again = await through(0, "POST", `${path}?wait=60`, { external_id: "filter", text });
  expect([again.status, again.body().deduplicated]).toEqual([200, true]);
  expect((await through(1, "GET", `${path}/${source}/file`)).text).toBe(text);
});
