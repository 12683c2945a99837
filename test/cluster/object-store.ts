/** Originals in an S3 server that others wrote: through several nodes, in an export, and in an import, which may be killed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { fakeS3 } from "../support/fakes/fake-s3.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";
import { newPrefix, s3Bucket, s3Credentials, s3Endpoint } from "../support/worlds/s3-world.ts";

const main = join(import.meta.dir, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "docent-objects-"));
const archive = join(folder, "pumps.tar");
const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database of its own, and where its files are. */
function newPlace(files: string) {
  const schema = `objects_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const settings = {
    DOCENT_DATABASE: `${postgresUrl}?schema=${schema}`,
    DOCENT_FILES: files,
    DOCENT_S3_KEY_ID: s3Credentials.accessKeyId,
    DOCENT_S3_SECRET: s3Credentials.secretAccessKey,
  };
  return { schema, settings };
}
type Place = ReturnType<typeof newPlace>;

const inServer = () => newPlace(`s3://${s3Bucket}/${newPrefix()}?endpoint=${s3Endpoint}&region=eu-central-1`);

/** A command in a process of its own. */
function docent({ settings }: Place, ...words: string[]) {
  const env = { PATH: process.env.PATH ?? "", DOCENT_DATA_DIR: mkdtempSync(join(folder, "beside-")), ...settings };
  return Bun.spawn([process.execPath, main, ...words], { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
}

async function done(command: ReturnType<typeof docent>): Promise<string> {
  const [out, err, code] = await Promise.all([command.stdout.text(), command.stderr.text(), command.exited]);
  return code === 0 ? out : `${code}: ${err}`;
}

async function serve({ settings }: Place, second: number): Promise<TestService> {
  const clock = clockAt(`2026-11-21T08:00:0${second}.000Z`);
  const service = await startService({ settings: { DOCENT_RATE_LIMIT: "0", ...settings }, clock });
  toClose.push(service.close);
  return service;
}

/** The files of an expert's sources, as it sends them. */
async function filesOf(service: TestService, key: string, expert: string): Promise<string[]> {
  const { data } = (await service.request("GET", `/v1/experts/${expert}/sources`, { key })).json as {
    data: { id: string }[];
  };
  const file = async ({ id }: { id: string }) =>
    (await service.request("GET", `/v1/experts/${expert}/sources/${id}/file`, { key })).text;
  return (await Promise.all(data.map(file))).sort();
}

const texts = ["# Filters\n\nReplace the filter every six months.", "# Oil\n\nChange the oil every two years."];

describe("originals in an S3 server", () => {
  let home: Place;
  beforeAll(() => {
    home = inServer();
  });

  test("are read and sent by every node, exported, and imported into another database", async () => {
    const [one, other] = [await serve(home, 1), await serve(home, 2)];
    const key = one.owner;
    await one.request("POST", "/v1/experts", { key, body: { name: "Pumps" } });
    for (const [i, text] of texts.entries()) {
      const through = [one, other][i]!;
      const added = await through.request("POST", "/v1/experts/pumps/sources?wait=60", { key, body: { text } });
      expect((added.json as { status: string }).status).toBe("ready");
    }
    for (const node of [one, other]) expect(await filesOf(node, key, "pumps")).toEqual(texts);
    expect(await done(docent(home, "export", "pumps", archive))).toContain(archive);

    const away = inServer();
    const third = await serve(away, 3);
    expect(await done(docent(away, "import", archive))).toContain("pumps: 2 sources");
    expect(await filesOf(third, third.owner, "pumps")).toEqual(texts);
    const question = { key: third.owner, body: { question: "How often is the oil changed?" } };
    expect((await third.request("POST", "/v1/experts/pumps/query", question)).text).toContain("every two years");
  });

  test("an import that is killed between two files leaves no expert, and can be made again", async () => {
    const store = fakeS3();
    toClose.push(store.stop);
    const place = newPlace(`s3://docent/killed?endpoint=${store.endpoint}&region=eu-central-1`);
    // The import needs a workspace, which the first start makes.
    await (await serve(place, 4)).close();
    toClose.pop();
    const before = store.objects.size;
    const files = () => [...store.objects.keys()].filter((name) => name.includes("/originals/")).length;
    const stalled = store.stallAt(stepsBefore);
    const import_ = docent(place, "import", archive);
    await stalled;
    import_.kill("SIGKILL");
    await import_.exited;
    store.behave("well");
    expect(await countsIn(place)).toEqual({ experts: 0, sources: 0, originals: 0 });
    expect([files(), store.objects.size - before]).toEqual([1, 1]);
    expect(await done(docent(place, "import", archive))).toContain("pumps: 2 sources");
    expect(await countsIn(place)).toEqual({ experts: 1, sources: 2, originals: 2 });
  });
});

/** Requests of an import to the store until it sends its second file: it asks whose files these are before each. */
const stepsBefore = 5;

test("a bucket that was exchanged while a service runs takes nothing, and readiness says why", async () => {
  const store = fakeS3();
  toClose.push(store.stop);
  const service = await serve(newPlace(`s3://docent/exchanged?endpoint=${store.endpoint}&region=eu-central-1`), 5);
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  const path = "/v1/experts/pumps/sources";
  const added = await service.request("POST", `${path}?wait=60`, { body: { text: texts[0] } });
  const file = `${path}/${(added.json as { id: string }).id}/file`;
  const kept = new Map(store.objects);
  store.objects.clear();
  const refused = await service.request("POST", path, { body: { text: texts[1] } });
  const replies = [refused, await service.request("GET", file), await service.request("GET", "/readyz")];
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
  for (const { text } of replies) expect(text).toContain("The storage of files (DOCENT_FILES) has no docent.id.");
  expect(store.objects.size).toBe(0);
  for (const [name, bytes] of kept) store.objects.set(name, bytes);
  expect((await service.request("GET", "/readyz")).status).toBe(200);
  expect((await service.request("GET", file)).text).toBe(texts[0]!);
  expect((await service.request("POST", path, { body: { text: texts[1] } })).status).toBe(202);
});

async function countsIn({ schema }: Place) {
  const sql = new SQL({ url: postgresUrl ?? "", max: 1, connection: { search_path: schema } });
  const [counts] = await sql.unsafe(`SELECT (SELECT count(*)::int FROM experts WHERE slug = 'pumps') AS experts,
    (SELECT count(*)::int FROM sources s JOIN experts e ON e.id = s.expert_id WHERE e.slug = 'pumps') AS sources,
    (SELECT count(*)::int FROM originals o JOIN source_versions v ON v.no = o.version_no) AS originals`);
  await sql.close();
  return counts;
}
