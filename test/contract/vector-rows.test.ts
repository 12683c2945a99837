/** The sets of vectors over real databases, and the switch between them while a service writes. */
import { afterEach, describe, expect, test } from "bun:test";
import { reindex } from "../../src/memory/reindexing.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { fakeEmbedder } from "../support/fakes/fake-embedder.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { closeSubjects } from "../support/worlds/source-stores.ts";
import { vectorsOverServer, vectorsOverSqlite } from "../support/worlds/vector-databases.ts";
import { completeVersion, large, readPassages, reindexing, small } from "../support/worlds/vector-stores.ts";

afterEach(closeSubjects);

const subjects = [
  ["the database", async () => vectorsOverSqlite(storeInSqlite)],
  ...overPostgres(() => vectorsOverServer(storeInPostgres)),
] as const;

describe.each(subjects)("VectorRows: %s", (_name, open) => {
  test("an unfinished set is found again, and a set in use is not written again", async () => {
    const { vectors, id, addSource } = await open();
    await addSource("one\ntwo");
    const first = await vectors.open(id, small);
    expect([await vectors.open(id, small), await vectors.openAnew(id, small)]).toEqual([first, first]);
    expect(await vectors.open(id, large)).not.toBe(first);
    expect(await vectors.use(id, first)).toBe(false);
    expect(await vectors.standing(id)).toEqual({ embedding: null, isEmpty: false, mayLack: false });
    const missing = await vectors.missing(first, { expertId: id }, { after: 0, limit: 10 });
    expect(missing.map(({ text }) => text)).toEqual(["one", "two"]);
    const later = await vectors.missing(first, { expertId: id }, { after: missing[0]!.no, limit: 10 });
    expect(later.map(({ text }) => text)).toEqual(["two"]);
    const written = missing.map(({ no }) => ({ no, vector: Float32Array.of(1, no) }));
    await vectors.add(first, written);
    expect(await vectors.count(first, { expertId: id })).toEqual({ done: 2, total: 2 });
    expect(await vectors.count(null, { expertId: id })).toEqual({ done: 0, total: 2 });
    expect(await vectors.use(id, first)).toBe(true);
    expect(await vectors.standing(id)).toEqual({ embedding: small, isEmpty: false, mayLack: false });
    expect(await vectors.open(id, small)).toBe(first);
    expect(await vectors.openAnew(id, small)).not.toBe(first);
  });

  test("two that open a set at once get the same", async () => {
    const { vectors, id } = await open();
    const [one, other] = await Promise.all([vectors.open(id, small), vectors.open(id, small)]);
    expect(one).toBe(other);
  });

  test("vectors are read back as they were written", async () => {
    const { vectors, rows, id, addSource } = await open();
    await addSource("one");
    const set = await vectors.open(id, small);
    const [missing] = await vectors.missing(set, { expertId: id }, { after: 0, limit: 1 });
    await vectors.add(set, [{ no: missing!.no, vector: Float32Array.of(0.6, -0.8) }]);
    await vectors.use(id, set);
    for await (const batch of rows.allPassages(id)) expect(batch[0]?.vector).toEqual(Float32Array.of(0.6, -0.8));
    expect(missing).toMatchObject({ title: "Note", section: "", text: "one" });
  });

  test("a continued conversation keeps the vectors of its turns, up to the first that differs", async () => {
    const subject = await open();
    const { vectors, id } = subject;
    const set = await vectors.open(id, small);
    const missingAfter = async (text: string, type: "conversation" | "text") => {
      const job = await readPassages(subject, text, { externalId: "talk", title: "Talk", type });
      const scope = { versionNo: job.versionNo, title: null };
      await vectors.inherit(set, scope);
      const missing = await vectors.missing(set, scope, { after: 0, limit: 10 });
      const written = missing.map(({ no }) => ({ no, vector: Float32Array.of(1, 0) }));
      await vectors.add(set, written);
      await completeVersion(subject, job, text);
      return missing.map((one) => one.text);
    };
    expect(await missingAfter("one\ntwo", "conversation")).toEqual(["one", "two"]);
    expect(await missingAfter("one\ntwo\nthree", "conversation")).toEqual(["three"]);
    expect(await missingAfter("one\nzwei\nthree", "conversation")).toEqual(["zwei", "three"]);
    expect(await missingAfter("one\nzwei", "text")).toEqual(["one", "zwei"]);
  });

  test("vectors of deleted passages are left out", async () => {
    const { vectors, id, addSource } = await open();
    await addSource("one");
    const set = await vectors.open(id, small);
    await vectors.add(set, [{ no: 999, vector: Float32Array.of(1, 0) }]);
    expect(await vectors.count(set, { expertId: id })).toEqual({ done: 0, total: 1 });
  });

  test("the first version decides what an expert is searched by, and others of another kind are refused", async () => {
    const subject = await open();
    const { vectors, id, addSource, queue } = subject;
    const set = await vectors.open(id, small);
    const job = await readPassages(subject, "one", {});
    const scope = { versionNo: job.versionNo, title: null };
    const [passage] = await vectors.missing(set, scope, { after: 0, limit: 1 });
    await vectors.add(set, [{ no: passage!.no, vector: Float32Array.of(1, 0) }]);
    await completeVersion(subject, job, "one", set);
    expect(await vectors.standing(id)).toEqual({ embedding: small, isEmpty: false, mayLack: false });
    expect(addSource("two")).rejects.toThrow("the memory came to be embedded otherwise");
    expect(await queue.waiting()).toBe(0);
  });

  test("a switch raises the revision and truncates the log, so that indexes are rebuilt", async () => {
    const { vectors, rows, id, addSource, reindexed, vectorLengths } = await open();
    await addSource("one");
    const before = await rows.revision(id);
    await reindexed(small);
    expect(await rows.revision(id)).toBeGreaterThan(before);
    expect(await rows.changesSince(id, before)).toBeNull();
    expect([await vectorLengths(), (await vectors.standing(id)).embedding]).toEqual([[2], small]);
  });

  test("passages that are added during a reindex are included", async () => {
    const { vectors, id, addSource, vectorLengths } = await open();
    await addSource("one\ntwo\nthree");
    const more = ["four\nfive", "six"];
    const meanwhile = async () => {
      const text = more.shift();
      if (text !== undefined) await addSource(text);
    };
    const outcome = await reindex({ ...reindexing, vectors, embedder: fakeEmbedder({ ...small, meanwhile }) }, id);
    expect(outcome).toEqual({ embedding: small, passages: 3, tokens: 6 });
    expect(await vectorLengths()).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test("the next run deletes an old set that an ended run left", async () => {
    const { vectors, id, addSource, reindexed, vectorLengths, stored } = await open();
    await addSource("one\ntwo");
    await reindexed(small);
    const set = await vectors.openAnew(id, large);
    const all = await vectors.missing(set, { expertId: id }, { after: 0, limit: 10 });
    const written = all.map(({ no }) => ({ no, vector: new Float32Array(3).fill(1) }));
    await vectors.add(set, written);
    expect(await vectors.use(id, set)).toBe(true); // and here it ends, before it sweeps
    expect(await vectorLengths()).toEqual([3, 3]);
    await reindex({ ...reindexing, vectors, embedder: null }, id);
    expect(await vectorLengths()).toEqual([null, null]);
    expect([await vectors.sweep(id, 10), (await vectors.standing(id)).embedding, await stored()]).toEqual([0, null, 0]);
  });

  test("an empty memory is searched by words", async () => {
    const { reindexed } = await open();
    expect(await reindexed(small)).toEqual({ embedding: null, passages: 0, tokens: 0 });
  });
});
