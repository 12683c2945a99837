/** The sets of vectors over a real database, and the switch between them while a service writes. */
import { afterEach, describe, expect, test } from "bun:test";
import type { KeyId } from "../../src/kernel/ids.ts";
import { reindex } from "../../src/memory/reindexing.ts";
import { passageRows } from "../../src/storage/rows/passage-rows.ts";
import { vectorRows } from "../../src/storage/rows/vector-rows.ts";
import { chunkVectors } from "../../src/storage/schema.ts";
import { fakeEmbedder } from "../support/fakes/fake-embedder.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

function openedWorld() {
  const opened = openPipelineWorld();
  open.push(opened);
  return opened;
}

function world() {
  const opened = openedWorld();
  const { add, settled, pipeline } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { expert, database } = opened;
  return {
    database,
    id: expert.id,
    vectors: vectorRows(database),
    rows: passageRows(database),
    /** Each line becomes a passage. */
    addSource: async (text: string) => settled(await add(text)),
  };
}

const small = { model: "small", recipe: "plain", dimensions: 2 };
const large = { model: "large", recipe: "plain", dimensions: 3 };

const embedder = (traits: typeof small, meanwhile?: () => Promise<unknown>) =>
  fakeEmbedder({ ...traits, ...(meanwhile && { meanwhile }) });

const run = { dense: null, signal: new AbortController().signal, progress: () => undefined };
const vectorsIn = (rows: ReturnType<typeof passageRows>, expert: Parameters<typeof rows.revision>[0]) =>
  [...rows.allPassages(expert)].flat().map(({ vector }) => vector?.length ?? null);

describe("VectorRows: the database", () => {
  test("an unfinished set is found again, and a set in use is not written again", async () => {
    const { vectors, id, addSource } = world();
    await addSource("one\ntwo");
    const first = vectors.open(id, small);
    expect([vectors.open(id, small), vectors.openAnew(id, small)]).toEqual([first, first]);
    expect(vectors.open(id, large)).not.toBe(first);
    expect(vectors.use(id, first)).toBe(false);
    expect(vectors.standing(id)).toEqual({ embedding: null, isEmpty: false, mayLack: false });
    const missing = vectors.missing(first, { expertId: id }, { after: 0, limit: 10 });
    expect(missing.map(({ text }) => text)).toEqual(["one", "two"]);
    vectors.add(
      first,
      missing.map(({ no }) => ({ no, vector: Float32Array.of(1, no) })),
    );
    expect(vectors.count(first, { expertId: id })).toEqual({ done: 2, total: 2 });
    expect(vectors.use(id, first)).toBe(true);
    expect(vectors.standing(id)).toEqual({ embedding: small, isEmpty: false, mayLack: false });
    expect(vectors.open(id, small)).toBe(first);
    expect(vectors.openAnew(id, small)).not.toBe(first);
  });

  test("a continued conversation keeps the vectors of its turns, up to the first that differs", async () => {
    const { start, queue, database, expert } = openedWorld();
    const { add } = start({ extract: async (text) => extractionOf(text) });
    const vectors = vectorRows(database);
    const set = vectors.open(expert.id, small);
    const usage = { workspaceId: expert.workspaceId, expertId: expert.id, keyId: "key_1" as KeyId, at: 0, add: {} };
    const missingAfter = async (text: string, type: "conversation" | "text") => {
      await add(text, { externalId: "talk", title: "Talk", type });
      const job = queue.claim("read", 0)[0]!;
      const { chunks, ...rest } = extractionOf(text);
      queue.addChunks(
        job,
        chunks.map(({ from, to, ...place }) => ({ ...place, text: text.slice(from, to) })),
      );
      const scope = { versionNo: job.versionNo, title: null };
      vectors.inherit(set, scope);
      const missing = vectors.missing(set, scope, { after: 0, limit: 10 });
      vectors.add(
        set,
        missing.map(({ no }) => ({ no, vector: Float32Array.of(1, 0) })),
      );
      const facts = { ...rest, content: text, chunkCount: chunks.length };
      await queue.complete(job, { ...facts, lastChunks: [], vectorSet: null }, usage);
      return missing.map((one) => one.text);
    };
    expect(await missingAfter("one\ntwo", "conversation")).toEqual(["one", "two"]);
    expect(await missingAfter("one\ntwo\nthree", "conversation")).toEqual(["three"]);
    expect(await missingAfter("one\nzwei\nthree", "conversation")).toEqual(["zwei", "three"]);
    expect(await missingAfter("one\nzwei", "text")).toEqual(["one", "zwei"]);
  });

  test("vectors of deleted passages are left out", async () => {
    const { vectors, id, addSource } = world();
    await addSource("one");
    const set = vectors.open(id, small);
    vectors.add(set, [{ no: 999, vector: Float32Array.of(1, 0) }]);
    expect(vectors.count(set, { expertId: id })).toEqual({ done: 0, total: 1 });
  });

  test("a switch raises the revision and truncates the log, so that indexes are rebuilt", async () => {
    const { vectors, rows, id, addSource } = world();
    await addSource("one");
    const before = rows.revision(id);
    await reindex({ ...run, vectors, embedder: embedder(small) }, id);
    expect([rows.revision(id), rows.changesSince(id, before)]).toEqual([before + 1, null]);
    expect(vectorsIn(rows, id)).toEqual([2]);
  });

  test("passages that are added during a reindex are included", async () => {
    const { vectors, rows, id, addSource } = world();
    await addSource("one\ntwo\nthree");
    const more = ["four\nfive", "six"];
    const meanwhile = async () => {
      const text = more.shift();
      if (text !== undefined) await addSource(text);
    };
    const outcome = await reindex({ ...run, vectors, embedder: embedder(small, meanwhile) }, id);
    expect(outcome).toEqual({ embedding: small, passages: 3, tokens: 6 });
    expect(vectorsIn(rows, id)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test("the next run deletes an old set that an ended run left", async () => {
    const { vectors, rows, database, id, addSource } = world();
    await addSource("one\ntwo");
    await reindex({ ...run, vectors, embedder: embedder(small) }, id);
    const set = vectors.openAnew(id, large);
    const all = vectors.missing(set, { expertId: id }, { after: 0, limit: 10 });
    vectors.add(
      set,
      all.map(({ no }) => ({ no, vector: new Float32Array(3).fill(1) })),
    );
    expect(vectors.use(id, set)).toBe(true); // and here it ends, before it sweeps
    expect(vectorsIn(rows, id)).toEqual([3, 3]);
    await reindex({ ...run, vectors, embedder: null }, id);
    expect([vectorsIn(rows, id), vectors.sweep(id, 10), vectors.standing(id).embedding]).toEqual([
      [null, null],
      0,
      null,
    ]);
    expect(database.orm.select().from(chunkVectors).all()).toEqual([]);
  });

  test("an empty memory is searched by words", async () => {
    const { vectors, id } = world();
    const silent = { ...run, vectors, embedder: embedder(small) };
    expect(await reindex(silent, id)).toEqual({ embedding: null, passages: 0, tokens: 0 });
  });
});
