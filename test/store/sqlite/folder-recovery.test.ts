/** `docent doctor --recover`: the database is lost, damaged or older, and the documents come back from their originals. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { filesIn } from "../../support/data-tree.ts";
import { docent } from "../../support/processes/loopback-service.ts";
import { startService, type TestService } from "../../support/service.ts";

let folder: string;
let service: TestService;
let dataDir: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-recovery-"));
  service = await startService();
  dataDir = service.dataDir;
  const body = { name: "Pumps", aliases: ["gpt-4o-mini"], instructions: "Be brief.", settings: { k: 4 } };
  await service.request("POST", "/v1/experts", { body });
  await service.request("POST", "/v1/experts", { body: { name: "Empty", language: "de" } });
  await add("The filter is replaced every year.", { external_id: "a", metadata: { part: 1 } });
  await add("# Filters\n\nThe filter is replaced every six months.", { external_id: "a", metadata: { part: 2 } });
  await add("The pump is blue.", { title: "Colours", url: "https://pumps.example.org/colours" });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

async function add(text: string, more: Record<string, unknown> = {}) {
  const reply = await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text, ...more } });
  expect(reply.status).toBe(201);
  return reply.as(SourceObject);
}

const database = () => join(dataDir, "docent.db");
const recover = async (...flags: string[]) => {
  const { out, err } = await docent("doctor", "--recover", "--json", ...flags, "--data-dir", dataDir);
  expect(err).toEqual([]);
  return JSON.parse(out.join("")) as { verdict: string; repaired: string[] };
};

/** Starts the service on the folder; where the keys are gone, with a new one. */
async function resume(): Promise<void> {
  service = await startService({ resume: { dataDir, owner: service.owner }, clock: service.clock });
  if ((await service.request("GET", "/v1/experts")).status !== 401) return;
  const owner = await service.key();
  await service.stop();
  service = await startService({ resume: { dataDir, owner }, clock: service.clock });
}

/** The client's view of the experts and their documents, without times. */
async function seen() {
  const experts = (await service.request("GET", "/v1/experts")).pageOf(ExpertObject).data;
  const listed = (await service.request("GET", "/v1/experts/pumps/sources")).pageOf(SourceObject).data;
  for (const { id } of listed) await service.request("GET", `/v1/experts/pumps/sources/${id}?wait=60`);
  const settled = (await service.request("GET", "/v1/experts/pumps/sources")).pageOf(SourceObject).data;
  const body = { question: "How often is the filter replaced?", generate: true };
  const { answer, citations } = (await service.request("POST", "/v1/experts/pumps/query", { body })).as(AnswerObject);
  return {
    experts: experts.map(({ created_at: _, updated_at: __, ...expert }) => expert),
    sources: settled.map(({ updated_at: _, ready_at: __, created_at: ___, ...source }) => source),
    answer,
    quotes: citations.map(({ quote, start, end, source_id }) => ({ quote, start, end, source_id })),
  };
}

async function settled(): Promise<void> {
  const { data } = (await service.request("GET", "/v1/experts/pumps/sources")).pageOf(SourceObject);
  for (const { id } of data) {
    const expert = await service.docent.experts.lookUp({ workspaceId: service.workspace, expertIds: null }, "pumps");
    const source = await service.docent.sources.find(expert!, id);
    await service.docent.sources.waitFor(expert!, source, {
      milliseconds: 20_000,
      signal: new AbortController().signal,
    });
  }
}

describe("a database that is", () => {
  const losses: [string, (path: string) => void][] = [
    ["deleted", (path) => rmSync(path)],
    ["emptied", (path) => writeFileSync(path, "")],
    ["overwritten", (path) => writeFileSync(path, "x".repeat(9000))],
    ["cut in half", (path) => writeFileSync(path, readFileSync(path).subarray(0, 4096 * 20))],
  ];
  test.each(losses)("%s: documents, experts and answers are recovered", async (_, lose) => {
    const before = await seen();
    await service.stop();
    const files = Object.values(filesIn(join(dataDir, "originals"))).toSorted();
    lose(database());
    const { repaired } = await recover();
    expect(repaired.join(" ")).toContain("2 sources to be read");
    await resume();
    await settled();
    expect(await seen()).toEqual(before);
    expect(Object.values(filesIn(join(dataDir, "originals"))).toSorted()).toEqual(files);
    expect(existsSync(join(dataDir, "set-aside"))).toBe(false);
    await service.stop();
  });

  test("deleted: where the newest version of a source cannot be read, the one before it answers again", async () => {
    const send = (body: string) =>
      service.request("POST", "/v1/experts/pumps/sources?external_id=b&filename=b.pdf&wait=60", {
        body,
        headers: { "content-type": "application/octet-stream" },
      });
    await send("The valve opens at five bar.");
    await send("%PDF-1.7 and no more");
    const ask = async () => {
      const body = { question: "At what pressure does the valve open?" };
      return (await service.request("POST", "/v1/experts/pumps/query", { body })).as(AnswerObject).answer;
    };
    const before = await ask();
    expect(before).toContain("five bar");
    await service.stop();
    rmSync(database());
    await recover();
    await resume();
    await settled();
    const versions = service.contents().source_versions!.map((row) => Object(row));
    const neverAborted = new AbortController().signal;
    for (const { no, status } of versions)
      if (status === "queued" || status === "processing")
        await service.docent.pipeline.settled(no, 20_000, neverAborted);
    expect(await ask()).toBe(before);
    const [source] = (await service.request("GET", "/v1/experts/pumps/sources?external_id=b")).pageOf(
      SourceObject,
    ).data;
    expect(source).toMatchObject({ status: "failed", version: 2, answering_version: 1 });
    await service.stop();
  });

  /** Overwrites the first page of a table. Returns the file's bytes. */
  const damage = (table: string) => {
    const sqlite = new Sqlite(database());
    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const find = sqlite.query<{ rootpage: number }, [string]>("SELECT rootpage FROM sqlite_schema WHERE name = ?");
    const page = find.get(table)!.rootpage;
    sqlite.close();
    const bytes = readFileSync(database());
    bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
    writeFileSync(database(), bytes);
    return bytes;
  };

  test.each([
    ["names", "expert_names"],
    ["experts", "experts"],
  ])("damaged in a page of %s: experts keep their slugs, aliases and documents", async (_, table) => {
    const before = await seen();
    await service.stop();
    damage(table);
    expect((await recover()).repaired[0]).toBe("Made a new database with 1 API key of the old one.");
    await resume();
    await settled();
    expect(await seen()).toEqual(before);
    await service.stop();
  });

  test("damaged in a page of texts: the keys continue to work", async () => {
    await service.stop();
    const bytes = damage("source_versions");
    expect((await recover()).repaired[0]).toBe("Made a new database with 1 API key of the old one.");
    const { owner } = service;
    await resume();
    expect(service.owner).toBe(owner);
    await settled();
    expect((await seen()).answer).toContain("every six months");
    await service.stop();
    const aside = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(dataDir, aside[0]!, "docent.db"))).toEqual(bytes);
  });

  test("older: unknown originals are recovered, known sources stay", async () => {
    await service.stop();
    copyFileSync(database(), join(folder, "older.db"));
    await resume();
    await add("A valve is green.", { external_id: "v", title: "Valves" });
    await add("The filter is replaced every week.", { external_id: "a" });
    const before = await seen();
    await service.stop();
    copyFileSync(join(folder, "older.db"), database());
    await resume();
    expect((await seen()).sources).toHaveLength(2);
    await service.stop();
    const warned = await docent("doctor", "--json", "--data-dir", dataDir);
    expect(warned.out.join("")).toContain("2 files that no source named are in set-aside/");
    expect((await recover()).repaired).toEqual(["2 sources to be read: start the service with `docent serve`."]);
    await resume();
    await settled();
    expect(await seen()).toEqual(before);
    await service.stop();
  });
});

test("a sound folder is left unchanged", async () => {
  const before = await seen();
  await service.stop();
  const files = filesIn(join(dataDir, "originals"));
  expect((await recover()).repaired).toEqual(["0 sources to be read: start the service with `docent serve`."]);
  expect(filesIn(join(dataDir, "originals"))).toEqual(files);
  await resume();
  expect(await seen()).toEqual(before);
  await service.stop();
});

test("without a catalogue, the bytes are recovered into an expert of their own", async () => {
  await service.stop();
  rmSync(database());
  rmSync(join(dataDir, "originals.jsonl"));
  const { repaired } = await recover();
  expect(repaired.join(" ")).toContain('3 of them are in the expert "recovered"');
  await resume();
  const sources = (await service.request("GET", "/v1/experts/recovered/sources")).pageOf(SourceObject).data;
  expect(sources).toHaveLength(3);
  await service.stop();
});

test("a lost and a damaged original are named, and the rest comes back", async () => {
  await service.stop();
  rmSync(database());
  rmSync(join(dataDir, "originals", "3"));
  writeFileSync(join(dataDir, "originals", "2"), "other bytes");
  const { repaired } = await recover();
  expect(repaired.slice(-5)).toEqual([
    "1 source to be read: start the service with `docent serve`.",
    "Lost, because their original files are missing: 1.",
    expect.stringMatching(/^ {2}Colours \(src_\w+\)$/),
    "Not read in, because the file is damaged: 1.",
    expect.stringMatching(/^ {2}set-aside.*2, a \(src_\w+\)$/),
  ]);
  await resume();
  await settled();
  expect((await seen()).answer).toContain("every year");
  await service.stop();
});

test("files that were set aside are deleted only by a command that states their number and is confirmed", async () => {
  await service.stop();
  writeFileSync(join(dataDir, "originals", "77"), "somebody's");
  await resume();
  await service.stop();
  const discard = (...flags: string[]) => docent("doctor", "--discard", ...flags, "--data-dir", dataDir);
  expect(await discard()).toMatchObject({
    code: 2,
    err: [expect.stringContaining("Permanently delete 1 original file in 1 folder? Add --yes to agree.")],
  });
  expect(existsSync(join(dataDir, "set-aside"))).toBe(true);
  expect((await discard("--yes")).out[1]).toContain("Deleted 1 original file that had been set aside.");
  expect(existsSync(join(dataDir, "set-aside"))).toBe(false);
});
