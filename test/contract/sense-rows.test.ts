/** The sense of passages over a real database: missing, added and deleted vectors. */

import { afterEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { immediately } from "../../src/kernel/awaitable.ts";
import type { MadePassage, WaitingPassage } from "../../src/memory/row-ports.ts";
import { senseStore } from "../../src/store/passages/derived-store.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { derived, experts, senseChanges, senseModels, versionSenses } from "../../src/store/sqlite/schema.ts";
import { readingIn, storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { fakeSenseOf } from "../support/fakes/fake-sense.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

function world() {
  const opened = openPipelineWorld();
  open.push(opened);
  const { add, settled, pipeline, sources } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { expert, database } = opened;
  const senses = immediately(senseStore(storeInSqlite(database), "one"));
  const encoded = (passages: readonly WaitingPassage[]): MadePassage<"sense">[] =>
    passages.map(({ no, ...text }) => ({ no, sense: fakeSenseOf(text) }));
  const model = (name: string) => {
    const rows = immediately(senseStore(storeInSqlite(database), name));
    rows.adopt();
    return rows;
  };
  return {
    database,
    expert,
    id: expert.id,
    senses,
    sources,
    encoded,
    model,
    rows: immediately(passageRows(readingIn(database.orm), "one")),
    /** Each line becomes a passage. */
    addSource: async (text: string, externalId?: string) =>
      settled(await add(text, { title: "Note", ...(externalId && { externalId }) })),
    /** Each line becomes a turn of the same conversation. */
    converse: async (text: string) =>
      settled(await add(text, { title: "Talk", externalId: "talk", type: "conversation" })),
    stored: () => database.orm.select({ model: derived.makerNo, no: derived.chunkNo }).from(derived).all(),
    /** Encodes up to so many passages. */
    encode: (limit: number, rows = senses) => rows.add(expert.id, encoded(rows.missing(expert.id, limit))),
  };
}

const textsOf = (passages: readonly WaitingPassage[]) => passages.map(({ text }) => text);

describe("DerivedRows: the database", () => {
  test("a continued conversation keeps the sense of its turns, and only new ones are missing", async () => {
    const { senses, id, converse, encode, stored, rows } = world();
    senses.adopt();
    await converse("one\ntwo\nthree");
    encode(2);
    await converse("one\ntwo\nthree\nfour");
    expect(textsOf(senses.missing(id, 9))).toEqual(["three", "four"]);
    expect(senses.count(id)).toEqual({ done: 2, total: 4 });
    expect(stored()).toHaveLength(2);
    encode(9);
    await converse("one\ntwo\nthree\nfour\nfive");
    expect(textsOf(senses.missing(id, 9))).toEqual(["five"]);
    const sensed = (await Array.fromAsync(rows.allPassages(id)))
      .flat()
      .map(({ text, sense }) => [text, sense !== null]);
    expect(sensed).toEqual([...["one", "two", "three", "four"].map((text) => [text, true]), ["five", false]]);
  });

  test("turns after one that differs are encoded again", async () => {
    const { senses, id, converse, encode } = world();
    senses.adopt();
    await converse("one\ntwo\nthree");
    encode(9);
    await converse("one\nzwei\nthree");
    expect(textsOf(senses.missing(id, 9))).toEqual(["zwei", "three"]);
  });

  test("nothing is pending before a model is adopted, and every passage is afterwards", async () => {
    const { senses, id, addSource } = world();
    await addSource("one\ntwo");
    expect([senses.behind(), senses.missing(id, 9), senses.count(id)]).toEqual([[], [], { done: 0, total: 0 }]);
    senses.adopt();
    senses.adopt();
    expect(senses.behind()).toEqual([{ id, language: "en" }]);
    expect(senses.missing(id, 9)).toEqual([
      { no: 1, title: "Note", section: "", text: "one", language: "und" },
      { no: 2, title: "Note", section: "", text: "two", language: "und" },
    ]);
    expect(senses.count(id)).toEqual({ done: 0, total: 2 });
  });

  test("the newest source comes first, each from its start", async () => {
    const { senses, id, addSource, encode } = world();
    senses.adopt();
    await addSource("a\nb\nc");
    await addSource("d\ne\nf");
    expect(textsOf(senses.missing(id, 2))).toEqual(["d", "e"]);
    encode(2);
    expect(textsOf(senses.missing(id, 3))).toEqual(["f", "a", "b"]);
    await addSource("g");
    expect(textsOf(senses.missing(id, 9))).toEqual(["g", "f", "a", "b", "c"]);
    expect(senses.count(id)).toEqual({ done: 2, total: 7 });
  });

  test("a batch is one revision, and the log lists its passages", async () => {
    const { senses, rows, id, addSource, encode } = world();
    senses.adopt();
    await addSource("a\nb\nc");
    await addSource("d");
    const before = rows.revision(id);
    expect([encode(3), rows.revision(id)]).toEqual([true, before + 1]);
    expect(rows.changesSince(id, before)).toEqual([
      {
        revision: before + 1,
        addedGroups: [],
        removedGroups: [],
        sensed: [
          { first: 1, last: 2 },
          { first: 4, last: 4 },
        ],
      },
    ]);
    const sensed = (await Array.fromAsync(rows.passagesIn(id, [{ first: 1, last: 3 }])))
      .flat()
      .map(({ sense }) => sense);
    expect(sensed).toEqual([
      fakeSenseOf({ title: "Note", text: "a" }),
      fakeSenseOf({ title: "Note", text: "b" }),
      null,
    ]);
    encode(9);
    expect([senses.behind(), senses.count(id), encode(9)]).toEqual([[], { done: 4, total: 4 }, false]);
    expect(rows.revision(id)).toBe(before + 2);
  });

  test("a passage that another process has encoded is not stored, counted or announced twice", async () => {
    const { senses, rows, id, addSource, encoded, stored } = world();
    senses.adopt();
    await addSource("a\nb\nc\nd");
    const [two, three] = [encoded(senses.missing(id, 2)), encoded(senses.missing(id, 3))];
    expect([senses.add(id, three), senses.add(id, two), senses.add(id, three)]).toEqual([true, false, false]);
    expect([senses.count(id), textsOf(senses.missing(id, 9)), stored().length]).toEqual([
      ...[{ done: 3, total: 4 }, ["d"], 3],
    ]);
    expect(rows.changesSince(id, 1)?.length).toBe(1);
  });

  test("a passage that is deleted while it is encoded leaves nothing", async () => {
    const { senses, expert, id, sources, addSource, encoded, encode, stored } = world();
    senses.adopt();
    const gone = await addSource("a\nb");
    const replaced = await addSource("c\nd", "note");
    const batch = encoded(senses.missing(id, 9));
    await addSource("e", "note");
    await sources.remove(expert, gone.id);
    expect(senses.add(id, batch)).toBe(false);
    expect([stored(), senses.count(id), textsOf(senses.missing(id, 9))]).toEqual([[], { done: 0, total: 1 }, ["e"]]);
    encode(9);
    expect(stored()).toEqual([{ model: 1, no: 5 }]);
    await sources.remove(expert, replaced.id);
    expect([stored(), senses.count(id)]).toEqual([[], { done: 0, total: 0 }]);
  });

  test("a new title is encoded again", async () => {
    const { senses, expert, id, sources, addSource, encode, stored } = world();
    senses.adopt();
    const source = await addSource("a\nb");
    encode(9);
    await sources.update(expert, source.id, { title: "Filters" });
    expect([stored(), senses.count(id)]).toEqual([[], { done: 0, total: 2 }]);
    const [first] = senses.missing(id, 1);
    expect(first).toEqual({ no: 3, title: "Filters", section: "", text: "a", language: "und" });
  });

  test("each model has its own vectors, and a later model removes those of earlier ones", async () => {
    const { database, senses, rows, id, addSource, encode, model, stored } = world();
    senses.adopt();
    await addSource("a\nb");
    encode(9);
    const two = model("two");
    expect([two.count(id), two.behind(), senses.count(id)]).toEqual([
      ...[{ done: 0, total: 2 }, [{ id, language: "en" }], { done: 2, total: 2 }],
    ]);
    await addSource("c");
    encode(2, two);
    expect([senses.sweep(9), stored().length]).toEqual([0, 4]);
    expect((await Array.fromAsync(rows.allPassages(id))).flat().map(({ sense }) => sense === null)).toEqual([
      false,
      false,
      true,
    ]);
    expect([two.sweep(1), two.sweep(9), two.sweep(9)]).toEqual([1, 1, 0]);
    expect(stored()).toEqual([
      { model: 2, no: 1 },
      { model: 2, no: 3 },
    ]);
    expect(database.orm.select().from(senseModels).all()).toEqual([{ no: 2, name: "two" }]);
    expect(database.orm.select().from(versionSenses).all().length).toBe(2);
  });

  test("the stored counts equal the sums after any changes", async () => {
    const { database, senses, expert, id, sources, addSource, encode, model } = world();
    const sums = sql`
    SELECT model_no, expert_id, sum(done) AS done, sum(total) AS total FROM version_senses GROUP BY model_no, expert_id`;
    const standings = sql`SELECT model_no, expert_id, done, total FROM sense_standings`;
    const checked = () => {
      expect(database.orm.all(standings)).toEqual(database.orm.all(sums));
      return senses.count(id);
    };
    senses.adopt();
    expect(checked()).toEqual({ done: 0, total: 0 });
    const first = await addSource("a\nb", "note");
    encode(1);
    expect(checked()).toEqual({ done: 1, total: 2 });
    await addSource("c\nd\ne", "note");
    expect(checked()).toEqual({ done: 0, total: 3 });
    encode(9);
    await addSource("f");
    const two = model("two");
    encode(1, two);
    expect([checked(), two.count(id)]).toEqual([
      { done: 3, total: 4 },
      { done: 1, total: 4 },
    ]);
    await sources.update(expert, first.id, { title: "New" });
    expect(checked()).toEqual({ done: 0, total: 4 });
    database.orm.delete(senseModels).where(eq(senseModels.name, "two")).run();
    expect([checked(), two.count(id)]).toEqual([
      { done: 0, total: 4 },
      { done: 0, total: 0 },
    ]);
    database.orm.delete(experts).run();
    expect(checked()).toEqual({ done: 0, total: 0 });
  });

  test("the log of changes is bounded", async () => {
    const { database, senses, rows, id, addSource, encode } = world();
    senses.adopt();
    await addSource("a\nb");
    encode(1);
    database.orm.run(`UPDATE experts SET revision = revision + 100000 - 1`);
    const { write, log } = storeInSqlite(database);
    void write("process", (orm) => log.note(orm, id, { added: [7] }));
    expect(rows.changesSince(id, 1)).toBeNull();
    expect(database.orm.select().from(senseChanges).all()).toEqual([]);
  });
});
