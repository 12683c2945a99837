/** Vectors that arrive after a source is ready, over real databases. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { nearnessOf } from "../../src/memory/sentence-vectors.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { closeSubjects } from "../support/worlds/source-stores.ts";
import { vectorsOverServer, vectorsOverSqlite } from "../support/worlds/vector-databases.ts";

afterEach(closeSubjects);

const pack = { model: "pack", recipe: "plain", dimensions: 2 };
const otherPack = { model: "other", recipe: "pack-1", dimensions: 3 };
const server = { model: "server", recipe: "plain", dimensions: 2 };
const subjects = [
  ["the database", async () => vectorsOverSqlite(storeInSqlite)],
  ...overPostgres(() => vectorsOverServer(storeInPostgres)),
] as const;

describe.each(subjects)("DenseRows: %s", (_name, open) => {
  test("passages wait once the model is adopted, of the newest source first, and are counted", async () => {
    const { dense, id, addSource, embed, waitingTexts } = await open();
    await addSource("a\nb\nc");
    expect([await dense(pack).behind(), await dense(pack).waiting()]).toEqual([[], []]);
    await dense(pack).adopt();
    await dense(pack).adopt();
    await addSource("d\ne");
    expect([await dense(pack).behind(), await dense(pack).count(id)]).toEqual([
      [{ id, language: "en" }],
      { done: 0, total: 5 },
    ]);
    expect(await waitingTexts(pack)).toEqual(["d", "e", "a", "b", "c"]);
    expect(await embed(3, pack)).toBe(true);
    expect([await waitingTexts(pack), await dense(pack).count(id), await dense(pack).waiting()]).toEqual([
      ["b", "c"],
      { done: 3, total: 5 },
      [{ language: "en", lacking: 2 }],
    ]);
    await embed(9, pack);
    expect([await dense(pack).behind(), await dense(pack).waiting()]).toEqual([[], []]);
  });

  test("with the first batch the expert is searched by the vectors, and later batches are logged", async () => {
    const { dense, id, rows, vectors, addSource, embed, vectorLengths } = await open();
    await dense(pack).adopt();
    await addSource("a\nb\nc");
    expect(await vectors.standing(id)).toEqual({ embedding: null, isEmpty: false, mayLack: false });
    const before = await rows.revision(id);
    await embed(1, pack);
    expect(await vectors.standing(id)).toEqual({ embedding: pack, isEmpty: false, mayLack: true });
    expect(await rows.changesSince(id, before)).toBeNull();
    const after = await rows.revision(id);
    await embed(1, pack);
    expect(await rows.changesSince(id, after)).toEqual([
      { revision: await rows.revision(id), addedGroups: [], removedGroups: [], sensed: [{ first: 2, last: 2 }] },
    ]);
    expect(await vectorLengths()).toEqual([2, 2, null]);
  });

  test("a new source is ready without vectors, and a continued conversation keeps those of its turns", async () => {
    const { dense, id, addSource, converse, embed, waitingTexts, vectorLengths } = await open();
    await dense(pack).adopt();
    await converse("one\ntwo\nthree");
    await embed(2, pack);
    expect(await addSource("more")).toMatchObject({ status: "ready" });
    expect(await converse("one\ntwo\nthree\nfour")).toMatchObject({ status: "ready" });
    expect(await waitingTexts(pack)).toEqual(["three", "four", "more"]);
    expect(await dense(pack).count(id)).toEqual({ done: 2, total: 5 });
    expect((await vectorLengths()).filter((length) => length === 2)).toHaveLength(2);
  });

  test("passages that were deleted in the meantime are left out", async () => {
    const { dense, id, store, addSource } = await open();
    await dense(pack).adopt();
    const source = await addSource("a\nb");
    const batch = (await dense(pack).missing(id, 9)).map(({ no }) => ({ no, vector: Float32Array.of(1, 0) }));
    await store.remove(source);
    expect([await dense(pack).add(id, batch), await dense(pack).count(id)]).toEqual([false, { done: 0, total: 0 }]);
  });

  test("an expert with vectors of a model server stays with them until it is claimed", async () => {
    const { dense, id, vectors, addSource, embed, reindexed, vectorLengths } = await open();
    await addSource("a\nb");
    await reindexed(server);
    await dense(pack).adopt();
    expect([
      await dense(pack).behind(),
      await dense(pack).count(id),
      await dense(pack).waiting(),
      await embed(9, pack),
    ]).toEqual([[], null, [], false]);
    await dense(pack).claim(id);
    expect((await vectors.standing(id)).embedding).toEqual(pack);
    expect(await dense(pack).behind()).toEqual([{ id, language: "en" }]);
    await embed(9, pack);
    expect(await vectorLengths()).toEqual([2, 2]);
  });

  test("another pack takes the place of one, and what is no longer needed is swept", async () => {
    const { dense, id, addSource, embed, stored, vectorLengths, waitingTexts } = await open();
    await dense(pack).adopt();
    await addSource("a\nb\nc");
    await embed(9, pack);
    const other = dense(otherPack);
    await other.adopt();
    expect(await other.behind()).toEqual([{ id, language: "en" }]);
    await embed(1, otherPack);
    expect([await vectorLengths(), await stored()]).toEqual([[3, null, null], 4]);
    expect([await other.sweep(2), await other.sweep(2), await other.sweep(2), await stored()]).toEqual([2, 1, 0, 1]);
    // The first one would have to begin again.
    expect(await waitingTexts(pack)).toEqual(["a", "b", "c"]);
  });

  test("vectors of sentences are kept with the passage's, go on with a conversation, and are swept with it", async () => {
    const { dense, id, reader, converse, stored } = await open();
    await dense(pack).adopt();
    await converse("one\ntwo");
    const question = Float32Array.of(1, 0);
    const divided = (await dense(pack).missing(id, 9)).map(({ no, text }) => ({
      no,
      vector: question,
      ...(text === "one" && { sentences: [{ start: 0, end: 3, vector: question }] }),
    }));
    expect(await dense(pack).add(id, divided)).toBe(true);
    const numbers = divided.map(({ no }) => no);
    const first = await reader.sentences(id, numbers);
    expect([...first.keys()]).toEqual([numbers[0]!]);
    expect(nearnessOf(first.get(numbers[0]!)!, question)).toEqual([{ start: 0, end: 3, cosine: 1 }]);
    expect([await reader.sentences("exp_other" as ExpertId, numbers), await stored()]).toEqual([new Map(), 3]);
    await converse("one\ntwo\nthree");
    const later = await reader.sentences(id, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...later.values()]).toEqual([...first.values()]);
    const other = dense(otherPack);
    await other.adopt();
    const waiting = await other.missing(id, 9);
    await other.add(
      id,
      waiting.map(({ no }) => ({ no, vector: Float32Array.of(1, 0, 0) })),
    );
    expect(await reader.sentences(id, [1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual(new Map());
    expect([await other.sweep(9), await other.sweep(9), await stored()]).toEqual([3, 0, 3]);
  });

  test("after a change to words alone, passages wait again", async () => {
    const { dense, id, vectors, addSource, embed, waitingTexts } = await open();
    await dense(pack).adopt();
    await addSource("a\nb");
    await embed(9, pack);
    await vectors.use(id, null);
    expect([await waitingTexts(pack), (await vectors.standing(id)).embedding]).toEqual([["a", "b"], null]);
  });

  test("vectors that are there when the model is adopted are kept", async () => {
    const { dense, id, addSource, reindexed, waitingTexts } = await open();
    await addSource("a\nb");
    await reindexed(pack);
    await dense(pack).adopt();
    await addSource("c");
    expect([await waitingTexts(pack), await dense(pack).count(id)]).toEqual([["c"], { done: 2, total: 3 }]);
  });

  test("a claim of a finished memory renews its vectors, which are used until then", async () => {
    const { dense, id, addSource, embed, vectorLengths, waitingTexts, stored } = await open();
    await dense(pack).adopt();
    await addSource("a\nb");
    await embed(1, pack);
    await dense(pack).claim(id);
    expect(await waitingTexts(pack)).toEqual(["b"]);
    await embed(1, pack);
    await dense(pack).claim(id);
    expect([await waitingTexts(pack), await vectorLengths()]).toEqual([
      ["a", "b"],
      [2, 2],
    ]);
    await embed(9, pack);
    expect([await waitingTexts(pack), await stored()]).toEqual([[], 2]);
  });

  test("a node that takes vectors of passages that another has replaced changes nothing", async () => {
    const { dense, id, converse, rows } = await open();
    await dense(pack).adopt();
    await converse("one");
    const late = await dense(pack).missing(id, 9);
    await converse("zwei");
    const before = await rows.revision(id);
    const vectors = late.map(({ no }) => ({ no, vector: Float32Array.of(1, 0) }));
    expect(await dense(pack).add(id, vectors)).toBe(false);
    expect([await rows.revision(id), await dense(pack).count(id)]).toEqual([before, { done: 0, total: 1 }]);
  });
});
