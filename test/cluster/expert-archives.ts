/** An expert is exported and imported between SQLite and PostgreSQL, there and back, and stays the same. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { run } from "../../src/cli/run.ts";
import { unpack } from "../../src/store/sqlite/archives/backup-restoring.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { useExportedExpert } from "../support/worlds/exported-expert.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const { world, answer, enrich, exported, imported } = useExportedExpert();
let shared: TestService;
let schema: string;
let database: string;
beforeEach(async () => {
  schema = `archives_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  database = `${postgresUrl}?schema=${schema}`;
  shared = await startService({
    // Another moment, so that it makes other ids.
    clock: clockAt("2026-11-21T10:00:00.000Z"),
    settings: { DOCENT_DATABASE: database, DOCENT_FILES: files() },
  });
});
afterEach(() => shared.close());

const files = () => join(world.folder, "files");

async function docent(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const settings = ["--database", database, "--files", files(), "--data-dir", join(world.folder, "beside")];
  const console = { print: (line: string) => void out.push(line), complain: (line: string) => void err.push(line) };
  return { code: await run([...words, ...settings], console), out: out.join("\n"), err: err.join("\n") };
}

/** What an archive contains: the rows of all tables, and the original files. */
function contentsOf(file: string, name: string): Record<string, unknown[]> {
  const folder = join(world.folder, name);
  mkdirSync(folder);
  unpack(file, "export", folder);
  const sqlite = new Sqlite(join(folder, "expert.db"), { readonly: true });
  const tables = sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const rows = tables.map(({ name: table }) => [table, sqlite.query(`SELECT * FROM "${table}"`).values()]);
  sqlite.close();
  const originals = join(folder, "originals");
  const bytes = readdirSync(originals)
    .sort()
    .map((no) => [no, readFileSync(join(originals, no)).toString("base64")]);
  return { ...Object.fromEntries(rows), originals: bytes };
}

/** How many rows and original files there are. */
async function amounts() {
  const sql = new SQL({ url: postgresUrl ?? "", max: 1, connection: { search_path: schema } });
  const tables = ["experts", "expert_names", "sources", "source_versions", "chunks", "version_senses", "originals"];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(", ");
  const [rows] = await sql.unsafe(`SELECT ${counts}`);
  await sql.close();
  return { ...rows, files: readdirSync(join(files(), "originals"), { recursive: true }).length };
}

/** Passages have other numbers wherever they are. */
const withoutNumbers = (given: unknown): unknown => JSON.parse(JSON.stringify(given).replaceAll(/"chk_\w+"/g, "null"));

describe("an expert", () => {
  test("goes from SQLite to PostgreSQL and back with everything that an export carries", async () => {
    enrich(world.service.dataDir);
    const asked = await answer(world.service);
    const first = exported(world.service).file;
    const taken = await docent("import", first);
    expect(taken).toMatchObject({ code: 0, err: "" });
    expect(taken.out).toContain(`pumps: 3 sources, 2 passages (${world.expertId}).`);
    expect(withoutNumbers(await answer(shared))).toEqual(withoutNumbers(asked));

    const second = join(world.folder, "back.tar");
    expect(await docent("export", "pumps", second)).toMatchObject({ code: 0, err: "" });
    const [before, after] = [contentsOf(first, "first"), contentsOf(second, "second")];
    // The question that was asked in between is one of the expert's.
    const { asked_questions: questions = [], sqlite_sequence: _, ...rest } = before;
    const { asked_questions: questionsAfter = [], sqlite_sequence: __, ...restAfter } = after;
    expect(restAfter).toEqual(rest);
    expect(questionsAfter.slice(0, questions.length)).toEqual(questions);
    expect(after.originals).toHaveLength(4);

    const other = await startService({ clock: clockAt("2026-11-21T11:00:00.000Z") });
    expect(await imported(other, second)).toMatchObject({ slug: "pumps", expert: world.expertId, sources: 3 });
    expect(withoutNumbers(await answer(other))).toEqual(withoutNumbers(asked));
    await other.close();
  });

  test("gets free names, numbers and ids where an expert has them, and both answer", async () => {
    const { file } = exported(world.service);
    await docent("import", file);
    const { code, out, err } = await docent("import", file, "--name", "Copy");
    expect([code, err]).toEqual([0, "Left out these aliases, which another expert already has: gpt-4o-mini."]);
    expect(out).toMatch(/^pumps-2: 3 sources, 2 passages \(exp_/);
    expect(out).not.toContain(world.expertId);
    const copy = (await shared.request("GET", "/v1/experts/pumps-2")).as(ExpertObject);
    expect([copy.name, copy.source_counts.ready, copy.source_counts.failed]).toEqual(["Copy", 2, 1]);
    const [one, other] = [await answer(shared), await answer(shared, "pumps-2")];
    expect(other.answer).toBe(one.answer);
    expect(other.citations[0]?.source_id).not.toBe(one.citations[0]?.source_id ?? "");
    const body = { text: "# Bolts\n\nTighten the bolts every month.", title: "Bolts" };
    const added = await shared.request("POST", "/v1/experts/pumps-2/sources?wait=60", { body });
    expect(added.status).toBe(201);
    expect((await shared.request("GET", "/v1/experts/pumps")).as(ExpertObject).source_counts.ready).toBe(2);
  });

  test("leaves nothing if its slug is taken, and its waiting documents are read where it arrives", async () => {
    const { file } = exported(world.service);
    await docent("import", file);
    const before = await amounts();
    const refused = await docent("import", file, "--slug", "pumps");
    expect([refused.code, refused.err]).toEqual([
      1,
      '"pumps" is the slug or an alias of another expert. Choose another with --slug.',
    ]);
    expect(await amounts()).toEqual(before);

    const idle = await startService({ ingesting: false, clock: clockAt("2026-11-21T12:00:00.000Z") });
    const slow = (await idle.request("POST", "/v1/experts", { body: { name: "Slow" } })).as(ExpertObject).id;
    await idle.request("POST", "/v1/experts/slow/sources", { body: { text: "The filter of the slow pump is red." } });
    await docent("import", exported(idle, slow, "slow.tar").file);
    await idle.close();
    const [waiting] = (await shared.request("GET", "/v1/experts/slow/sources")).pageOf(SourceObject).data;
    const read = await shared.request("GET", `/v1/experts/slow/sources/${waiting?.id}?wait=60`);
    expect(read.as(SourceObject).status).toBe("ready");
  });
});
