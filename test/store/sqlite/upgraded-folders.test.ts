/**
 * Data folders that other versions made (`test/fixtures/folders`), opened by this one: everything is there, and answers are
 * those of a new folder with the same documents. `make-folder.ts` there makes one for each release.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newestSchema } from "../../../src/store/sqlite/migrate.ts";
import { documents, type FolderFacts, questions } from "../../fixtures/folders/documents.ts";
import { clockAt, startService, type TestService } from "../../support/service.ts";
import { repository } from "../../support/source-tree.ts";

const fixtures = `${repository}test/fixtures/folders/`;
const names = [...new Bun.Glob("*.json").scanSync(fixtures)].map((name) => name.replace(".json", "")).sort();
const folder = mkdtempSync(join(tmpdir(), "docent-upgraded-"));
const opened: TestService[] = [];
let fresh: TestService;

beforeAll(async () => {
  fresh = await startService({ clock: later() });
  await fresh.request("POST", "/v1/experts", { body: { name: "House", slug: "house" } });
  for (const { name, text } of documents) {
    const form = new FormData();
    form.set("file", new File([text], name));
    await fresh.request("POST", "/v1/experts/house/sources?wait=60", { body: form });
  }
});
afterAll(async () => {
  for (const service of [...opened, fresh]) await service.close();
  rmSync(folder, { recursive: true });
});

function later() {
  return clockAt("2027-01-01T00:00:00.000Z");
}

/** A copy of a fixture; its facts. */
function unpacked(name: string): { readonly dataDir: string; readonly facts: FolderFacts } {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const { exitCode } = Bun.spawnSync([
    "tar",
    "--extract",
    "--file",
    `${fixtures}${name}.tar.gz`,
    "--directory",
    dataDir,
  ]);
  expect(exitCode).toBe(0);
  return { dataDir, facts: JSON.parse(readFileSync(`${fixtures}${name}.json`, "utf8")) as FolderFacts };
}

async function started(dataDir: string, { key }: FolderFacts): Promise<TestService> {
  const service = await startService({ resume: { dataDir, owner: key }, clock: later() });
  opened.push(service);
  return service;
}

async function answersOf(service: TestService) {
  const answers = [];
  for (const question of questions) {
    const { json } = await service.request("POST", "/v1/experts/house/query", { body: { question } });
    const { answer, abstained, confidence, citations } = Object(json);
    const quotes = citations.map(({ quote, title, start, end }: Record<string, unknown>) => ({
      quote,
      title,
      start,
      end,
    }));
    answers.push({ question, answer, abstained, confidence, quotes });
  }
  return answers;
}

/** What is derived from passages is made again in the background, so the answers of an old folder become those of a new one. */
async function settled(service: TestService, wanted: unknown) {
  let found = await answersOf(service);
  for (let tries = 0; tries < 100 && !Bun.deepEquals(found, wanted); tries++) {
    await Bun.sleep(50);
    found = await answersOf(service);
  }
  return found;
}

describe.each(names)("a folder of %s", (name) => {
  test("opens with its key, its sources and their originals, and answers like a new one", async () => {
    const { dataDir, facts } = unpacked(name);
    const service = await started(dataDir, facts);
    const { json } = await service.request("GET", "/v1/experts/house/sources");
    const sources = Object(json).data.map(({ id, title, status }: Record<string, unknown>) => ({ id, title, status }));
    expect(sources).toEqual(facts.sources.map(({ id, title }) => ({ id, title, status: "ready" })));
    for (const { id, original } of facts.sources) {
      expect((await service.request("GET", `/v1/experts/house/sources/${id}/file`)).text).toBe(original);
    }
    const wanted = await answersOf(fresh);
    expect(await settled(service, wanted)).toEqual(wanted);
    const recorded = facts.answers.map(({ question, abstained, quotes }) => ({ question, abstained, quotes }));
    const quoted = wanted.map(({ question, abstained, quotes }) => ({
      question,
      abstained,
      quotes: quotes.map(({ quote }: { quote: string }) => quote),
    }));
    expect(quoted).toEqual(recorded);
  });

  test("keeps a copy of its database beside it if it is migrated", async () => {
    const { dataDir, facts } = unpacked(name);
    const before = rowCounts(join(dataDir, "docent.db"));
    await started(dataDir, facts);
    const copy = join(dataDir, `docent.db.version-${facts.schema}`);
    expect(existsSync(copy)).toBe(facts.schema < newestSchema);
    if (facts.schema < newestSchema) expect([schemaOf(copy), rowCounts(copy)]).toEqual([facts.schema, before]);
  });
});

test("a folder of a newer version is refused in one line, and no byte of it changes", async () => {
  const { dataDir, facts } = unpacked(names.at(-1)!);
  const sqlite = new Database(join(dataDir, "docent.db"));
  sqlite.run(`PRAGMA user_version = ${newestSchema + 1}`);
  sqlite.close();
  const before = bytesOf(dataDir);
  const refusal = await startService({ resume: { dataDir, owner: facts.key } }).catch(({ message }) => message);
  expect(refusal).toBe(
    `The database has version ${newestSchema + 1}, made by a newer Docent; this one knows versions up to ${newestSchema}. ` +
      "Start the newer Docent, or restore a backup made by this one.",
  );
  expect(bytesOf(dataDir)).toEqual(before);
});

function schemaOf(path: string): number {
  const sqlite = new Database(path, { readonly: true });
  const version = Number(Object.values(Object(sqlite.query("PRAGMA user_version").get()))[0]);
  sqlite.close();
  return version;
}

function rowCounts(path: string): Record<string, number> {
  const sqlite = new Database(path, { readonly: true });
  const tables = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const counts = tables.map(({ name }) => [
    name,
    sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${name}`).get()!.n,
  ]);
  sqlite.close();
  return Object.fromEntries(counts);
}

/** Every file but the lock, which a process may leave. */
function bytesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const digest = ({ parentPath, name }: (typeof files)[number]) =>
    Bun.CryptoHasher.hash("sha256", readFileSync(join(parentPath, name)), "hex");
  return Object.fromEntries(
    files.filter(({ name }) => name !== "docent.lock").map((file) => [join(file.parentPath, file.name), digest(file)]),
  );
}
