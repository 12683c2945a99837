/** An expert that is exported and imported is the same. */
import { describe, expect, test } from "bun:test";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { onlyChecked, readArchive } from "../../../src/store/sqlite/archives/archive-reader.ts";
import { carriedOtherwise, everyCarriedTable } from "../../../src/store/sqlite/archives/carried-tables.ts";
import { nextStep } from "../../../src/store/sqlite/archives/gentle-copy.ts";
import { filesIn } from "../../support/data-tree.ts";
import { startService } from "../../support/service.ts";
import { useExportedExpert } from "../../support/worlds/exported-expert.ts";

const { world, add, answer, bodyOf, inDatabase, enrich, exported, imported } = useExportedExpert();

describe("an expert that was exported", () => {
  test("is the same elsewhere: ids, versions, texts, files, vectors, sense and answers", async () => {
    const before = await answer(world.service);
    const list = await world.service.request("GET", "/v1/experts/pumps/sources");
    const expert = (await world.service.request("GET", "/v1/experts/pumps")).as(ExpertObject);
    enrich(world.service.dataDir);
    const { file, report } = exported(world.service);
    expect(report).toMatchObject({ sources: 3, passages: 2, originals: 4 });

    const elsewhere = await startService();
    const outcome = await imported(elsewhere, file);
    expect(outcome).toMatchObject({ expert: world.expertId, slug: "pumps", leftOut: [], sources: 3, passages: 2 });
    const found = (await elsewhere.request("GET", "/v1/experts/pumps")).as(ExpertObject);
    expect(found).toEqual({ ...expert, embedding: { model: "m0", dimensions: 2 } });
    expect((await elsewhere.request("GET", "/v1/experts/pumps/sources")).json).toEqual(list.json);
    expect(await answer(elsewhere)).toMatchObject({ answer: before.answer!, confidence: before.confidence });
    expect((await elsewhere.request("GET", "/v1/models/gpt-4o-mini")).status).toBe(200);
    for (const source of list.pageOf(SourceObject).data) {
      for (const part of ["file", "content", "content?version=1"]) {
        const path = `/v1/experts/pumps/sources/${source.id}/${part}`;
        expect(await bodyOf(elsewhere, path)).toEqual(await bodyOf(world.service, path));
      }
    }
    const { derived, version_senses, embeddings, usage_counters } = elsewhere.contents();
    // Questions asked here count; imported usage does not.
    expect(usage_counters).toMatchObject([{ query: 1, ingest: 0, chunks: 0, bytes: 0 }]);
    const ofModel = (rows: unknown[] | undefined, fields: object) =>
      rows?.filter((row) => Bun.deepMatch(fields, row)).length;
    expect([ofModel(derived, { kind: "vector" }), embeddings?.length]).toEqual([3, 2]);
    expect([ofModel(derived, { kind: "sense" }), ofModel(version_senses, { done: 1, total: 1 })]).toEqual([2, 2]);
    expect(Object.keys(filesIn(join(elsewhere.dataDir, "originals")))).toHaveLength(4);
    await elsewhere.close();
  });

  test("may lack vectors of a model pack, and is embedded from there on where it is imported", async () => {
    enrich(world.service.dataDir);
    inDatabase(world.service.dataDir, (sqlite) => {
      sqlite.run("INSERT INTO sense_models (name) VALUES ('dense:m0/plain/2')");
      sqlite.run("DELETE FROM derived WHERE kind = 'vector' AND chunk_no = (SELECT max(chunk_no) FROM derived)");
    });
    const elsewhere = await startService({ ingesting: false });
    await imported(elsewhere, exported(world.service).file);
    const progress = inDatabase(elsewhere.dataDir, (sqlite) =>
      sqlite
        .query("SELECT name, done, total FROM version_senses JOIN sense_models ON no = model_no ORDER BY name, done")
        .all(),
    );
    expect(progress).toEqual([
      { name: "a-model", done: 1, total: 1 },
      { name: "a-model", done: 1, total: 1 },
      { name: "dense:m0/plain/2", done: 0, total: 1 },
      { name: "dense:m0/plain/2", done: 1, total: 1 },
    ]);
    await elsewhere.close();
  });

  test("imported and exported again is the same file to the byte, except for its time", async () => {
    enrich(world.service.dataDir);
    const first = readArchive(exported(world.service).file, "export", onlyChecked);
    const elsewhere = await startService({ ingesting: false });
    await imported(elsewhere, join(world.folder, "pumps.tar"));
    const second = readArchive(exported(elsewhere, world.expertId, "again.tar").file, "export", onlyChecked);
    expect([...second.digests]).toEqual([...first.digests]);
    await elsewhere.close();
  });

  test("is imported a second time under new ids and a free slug, while the service runs", async () => {
    const { file } = exported(world.service);
    const before = await answer(world.service);
    const { expert, slug, leftOut } = await imported(world.service, file);
    expect([slug, leftOut, expert === world.expertId]).toEqual(["pumps-2", ["gpt-4o-mini"], false]);
    const copied = await answer(world.service, "pumps-2");
    expect(copied.answer).toBe(before.answer);
    expect(await answer(world.service)).toEqual(before);
    const named = await imported(world.service, file, { slug: "water", name: "Water" });
    expect((await world.service.request("GET", `/v1/experts/${named.expert}`)).as(ExpertObject)).toMatchObject({
      slug: "water",
      name: "Water",
    });
    await expect(imported(world.service, file, { slug: "another" })).rejects.toThrow(
      '"another" is the slug or an alias of another',
    );
    expect(inDatabase(world.service.dataDir, (db) => db.query("SELECT name FROM workspaces").values())).toEqual([
      ["default"],
    ]);
    expect(inDatabase(world.service.dataDir, (db) => db.query("PRAGMA foreign_key_check").all())).toEqual([]);
    await add("pumps-2", { text: "# Noise\n\nA loud pump has a loose rotor." });
  });

  test("includes waiting sources, which are read after the import", async () => {
    const idle = await startService({ ingesting: false });
    const { id } = (await idle.request("POST", "/v1/experts", { body: { name: "Slow" } })).as(ExpertObject);
    await idle.request("POST", "/v1/experts/slow/sources", { body: { text: "The slow pump is red." } });
    const { file } = exported(idle, id, "slow.tar");
    await imported(world.service, file);
    await idle.close();
    const owner = world.service.owner;
    await world.service.stop();
    world.service = await startService({ resume: { dataDir: world.service.dataDir, owner } });
    const [waiting] = (await world.service.request("GET", "/v1/experts/slow/sources")).pageOf(SourceObject).data;
    const read = await world.service.request("GET", `/v1/experts/slow/sources/${waiting!.id}?wait=60`);
    expect(read.as(SourceObject).status).toBe("ready");
  });
});

test("an export without an original is not made", () => {
  const originals = join(world.service.dataDir, "originals");
  renameSync(join(originals, "2"), join(world.folder, "away"));
  expect(() => exported(world.service)).toThrow("1 original files are missing from the data folder (2)");
  expect(readdirSync(world.folder)).toEqual(["away"]);
});

const leftBehind = [
  ...[
    "workspaces",
    "workspace_limits",
    "api_keys",
    "sessions",
    "usage_counters",
    "remembered_replies",
    "recent_answers",
    "kept_conversations",
  ],
  ...["memory_changes", "sense_changes", "sense_standings"],
  ...["installation", "removed_originals"],
  ...["sites", "site_pages", "keepers"],
  ...["webhooks", "webhook_messages", "quota_notices"],
];

test("every table is carried or listed as left behind", () => {
  const tables = Object.keys(world.service.contents());
  const known = new Set([...everyCarriedTable.map(({ name }) => name), ...carriedOtherwise, ...leftBehind]);
  expect(tables.toSorted()).toEqual([...known].toSorted());
});

test("the size of transactions adapts to their time", () => {
  expect([nextStep(64, 10), nextStep(64, 80), nextStep(1, 5000), nextStep(20_000, 0), nextStep(64, 0)]).toEqual([
    128, 32, 1, 20_000, 128,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 0, max: 1e6, noNaN: true }), (rows, took) => {
      const next = nextStep(rows, took);
      expect(next >= 1 && next <= Math.min(20_000, 2 * rows)).toBe(true);
    }),
  );
});
