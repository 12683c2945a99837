/** What nodes over one PostgreSQL make of passages in the background: their sense and their readings, each once. */

import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { readingBytes, readingStamp } from "../../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { languagesFound } from "../../src/memory/reading-ports.ts";
import { senseStore } from "../../src/store/passages/derived-store.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { readingStore } from "../../src/store/passages/reading-store.ts";
import { leasesIn } from "../../src/store/postgres/leased-work.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { fakeSenseOf } from "../support/fakes/fake-sense.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function world() {
  const opened = await openPostgresPassages();
  toClose.push(opened.close);
  const { database } = opened;
  const node = (name: string) => {
    const leases = leasesIn(database, name);
    return {
      leases,
      senses: senseStore(storeInPostgres(database, name), "one"),
      readings: readingStore(storeInPostgres(database, name)),
    };
  };
  return {
    ...opened,
    node,
    rows: passageRows(storeInPostgres(database, ""), "one"),
    reader: readerInPostgres(database, "one"),
  };
}

const encoded = (passages: readonly { readonly no: number; readonly title: string; readonly text: string }[]) =>
  passages.map(({ no, ...text }) => ({ no, sense: fakeSenseOf(text) }));

describe("the sense of passages", () => {
  test("is missing until it is added, newest source first, and the log lists what got it", async () => {
    const { commit, expert, node, rows, reader } = await world();
    const { senses } = node("a");
    await commit(["early"]);
    await senses.adopt();
    await commit(["one", "two"], { title: "Note" });
    expect(await senses.behind()).toEqual([{ id: expert, language: "en" }]);
    const missing = await senses.missing(expert, 9);
    expect(missing.map(({ title, text }) => [title, text])).toEqual([
      ["Note", "one"],
      ["Note", "two"],
      ["", "early"],
    ]);
    const before = await rows.revision(expert);
    expect(await senses.add(expert, encoded(missing.slice(0, 2)))).toBe(true);
    expect(await senses.count(expert)).toEqual({ done: 2, total: 3 });
    expect((await reader.standing({ id: expert })).sense).toEqual({ done: 2, total: 3 });
    const changes = await rows.changesSince(expert, before);
    expect(changes).toEqual([
      {
        revision: await rows.revision(expert),
        addedGroups: [],
        removedGroups: [],
        sensed: [{ first: missing[0]!.no, last: missing[1]!.no }],
      },
    ]);
    const sensed: boolean[] = [];
    for await (const batch of rows.allPassages(expert)) sensed.push(...batch.map(({ sense }) => sense !== null));
    expect(sensed).toEqual([false, true, true]);
  });

  test("that two nodes add is stored, counted and logged once", async () => {
    const { commit, expert, node, rows } = await world();
    const [a, b] = [node("a").senses, node("b").senses];
    await Promise.all([a.adopt(), b.adopt()]);
    await commit(["one", "two"]);
    const batch = encoded(await a.missing(expert, 9));
    const added = await Promise.all([a.add(expert, batch), b.add(expert, batch)]);
    expect(added.filter(Boolean)).toEqual([true]);
    expect(await b.count(expert)).toEqual({ done: 2, total: 2 });
    expect((await rows.changesSince(expert, 1))?.length).toBe(1);
    expect(await a.behind()).toEqual([]);
  });

  test("of passages that are gone is left out", async () => {
    const { commit, remove, expert, node } = await world();
    const { senses } = node("a");
    await senses.adopt();
    const gone = await commit(["one"]);
    const batch = encoded(await senses.missing(expert, 9));
    await remove(gone);
    expect(await senses.add(expert, batch)).toBe(false);
    expect(await senses.count(expert)).toEqual({ done: 0, total: 0 });
  });

  test("of an earlier model is swept away", async () => {
    const { commit, expert, node, database } = await world();
    const { senses } = node("a");
    await senses.adopt();
    await commit(["one", "two"]);
    await senses.add(expert, encoded(await senses.missing(expert, 9)));
    const later = senseStore(storeInPostgres(database, "node"), "two");
    await later.adopt();
    expect(await later.count(expert)).toEqual({ done: 0, total: 2 });
    expect([await senses.sweep(9), await later.sweep(1), await later.sweep(9), await later.sweep(9)]).toEqual([
      0, 1, 1, 0,
    ]);
    expect(await senses.count(expert)).toEqual({ done: 0, total: 0 });
  });
});

describe("a reading", () => {
  test("is stored beside its passage, and is lacking again under another stamp", async () => {
    const { commit, expert, node, reader, numbers } = await world();
    const { readings } = node("a");
    const { versionNo } = await commit(["The pump hums.", "The seal leaks."]);
    const english = createAnalyzers()("en");
    const stamp = readingStamp(english);
    const lacking = await readings.lacking(versionNo, 0, { language: null, stamp, limit: 9 });
    expect(lacking.map(({ text }) => text)).toEqual(["The pump hums.", "The seal leaks."]);
    const reading = readingBytes("The pump hums.", english);
    await readings.keep([{ no: lacking[0]!.no, reading }]);
    expect((await readings.lacking(versionNo, 0, { language: null, stamp, limit: 9 })).map(({ text }) => text)).toEqual(
      ["The seal leaks."],
    );
    const stored = [...(await reader.passages(expert, await numbers())).values()].map((one) => one.reading);
    expect(stored).toEqual([reading, null]);
    const other = readingStamp(createAnalyzers()("de"));
    expect(await readings.lacking(versionNo, 0, { language: null, stamp: other, limit: 9 })).toHaveLength(2);
    expect(await readings.versions(expert)).toEqual([versionNo]);
    await readings.settle(expert, "maker");
    expect(await readings.experts()).toEqual([{ id: expert, language: "en", readings: "maker" }]);
  });

  test("follows the languages that are found, and indexes are rebuilt once", async () => {
    const { commit, expert, node } = await world();
    const { readings } = node("a");
    const { versionNo } = await commit(["The pump hums.", "Die Dichtung leckt."]);
    const [, german] = await readings.unspoken(versionNo);
    const parts = [{ no: german!.no, language: "de" }];
    await readings.keepLanguages(expert, versionNo, { document: "en", parts, isForeign: true });
    expect(await readings.unspoken(versionNo)).toEqual([]);
    expect(new Set(await readings.languages(versionNo))).toEqual(new Set(["de", "en"]));
    const selection = { language: "de", stamp: readingStamp(createAnalyzers()("de")), limit: 9 };
    expect((await readings.lacking(versionNo, 0, selection)).map(({ text }) => text)).toEqual(["Die Dichtung leckt."]);
    expect((await readings.experts()).map((one) => one.readings)).toEqual([languagesFound]);
    await readings.settle(expert, "maker");
    expect((await readings.experts()).map((one) => one.readings)).toEqual(["maker"]);
  });
});

describe("passages that are cut again", () => {
  test("take the place of the others, and wait for what is made of passages", async () => {
    const { commit, expert, node, rows, numbers, database } = await world();
    const { readings, senses } = node("a");
    const { versionNo } = await commit(["one", "two", "three"]);
    await senses.adopt();
    await senses.add(expert, encoded(await senses.missing(expert, 9)));
    const before = await rows.revision(expert);
    const place = { start: 0, section: "S", page: 2 };
    await readings.replace(expert, versionNo, [
      { ...place, end: 7, text: "one two", outline: Uint8Array.of(1) },
      { ...place, end: 5, text: "three", turn: { speaker: "Ann", saidAt: null } },
    ]);
    const stored = await database.read((orm) =>
      orm.execute(sql`SELECT text, section, page::int, speaker, outline FROM chunks ORDER BY no`),
    );
    expect([...stored]).toEqual([
      { text: "one two", section: "S", page: 2, speaker: null, outline: Buffer.of(1) },
      { text: "three", section: "S", page: 2, speaker: "Ann", outline: null },
    ]);
    expect(await senses.count(expert)).toEqual({ done: 0, total: 2 });
    expect((await senses.missing(expert, 9)).map(({ no }) => no)).toEqual([...(await numbers())]);
    const changes = await rows.changesSince(expert, before);
    expect(changes?.map(({ removedGroups, addedGroups }) => [removedGroups, addedGroups])).toEqual([
      [[versionNo], []],
      [[], [versionNo]],
    ]);
  });

  test("are left out of what no longer answers, and where passages have vectors that no job makes", async () => {
    const { commit, remove, expert, node, numbers, database } = await world();
    const { readings } = node("a");
    const gone = await commit(["one"]);
    const there = await commit(["two"]);
    await remove(gone);
    const passages = [{ start: 0, end: 3, section: "", page: null, text: "new" }];
    await readings.replace(expert, gone.versionNo, passages);
    const before = await numbers();
    await database.transact(async (orm) => {
      await orm.execute(
        sql`INSERT INTO embeddings (no, expert_id, model, dimensions, recipe) VALUES (9, ${expert}, 'm', 2, '')`,
      );
      await orm.execute(sql`UPDATE experts SET embedding_no = 9`);
    });
    const replaced = async () => readings.replace(expert, there.versionNo, passages);
    expect(await replaced().catch(String)).toContain("embedded");
    expect(await numbers()).toEqual(before);
  });

  test("are of the text as it stands", async () => {
    const { commit, node, database } = await world();
    const { versionNo } = await commit(["one"]);
    await database.transact((orm) => orm.execute(sql`UPDATE source_versions SET content = 'one'`));
    const { passages = [], ...facts } = (await node("a").readings.unoutlined(versionNo, 1)) ?? {};
    const declared = { filename: null, declaredType: null };
    expect(facts).toEqual({ no: versionNo, ...declared, content: "one", isFixed: false });
    expect(passages).toEqual([{ no: expect.any(Number), start: 0, end: 3, section: "", page: null }]);
  });
});

describe("an expert's work", () => {
  test("is reserved by one node, and by another when the lease has ended", async () => {
    const { expert, node } = await world();
    const [a, b] = [node("a"), node("b")];
    expect([await a.senses.reserve(expert), await b.senses.reserve(expert)]).toEqual([true, false]);
    expect([await a.senses.reserve(expert), await b.readings.reserve(expert)]).toEqual([true, true]);
    expect([await a.leases.take("backup", 0), await b.leases.take("backup", 60_000)]).toEqual([true, true]);
    expect(await a.leases.take("backup", 60_000)).toBe(false);
  });
});
