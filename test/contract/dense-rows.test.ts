/** Vectors that arrive after a source is ready, over a real database. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Embedding } from "../../src/experts/expert.ts";
import { reindex } from "../../src/memory/reindexing.ts";
import { denseRows } from "../../src/storage/dense/dense-rows.ts";
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

const pack = { model: "pack", recipe: "plain", dimensions: 2 };
const otherPack = { model: "other", recipe: "pack-1", dimensions: 3 };
const server = { model: "server", recipe: "plain", dimensions: 2 };

function world() {
  const opened = openPipelineWorld();
  open.push(opened);
  const { add, settled, pipeline, sources } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { database, expert } = opened;
  const { id } = expert;
  const dense = (embedding: Embedding = pack) => denseRows(database, embedding);
  const rows = passageRows(database);
  const vectors = vectorRows(database);
  return {
    id,
    expert,
    dense,
    rows,
    vectors,
    sources,
    /** Each line becomes a passage. */
    addSource: async (text: string) => settled(await add(text)),
    /** Each line becomes a turn of the same conversation. */
    converse: async (text: string) =>
      settled(await add(text, { title: "Talk", externalId: "talk", type: "conversation" })),
    /** Embeds up to so many passages. */
    embed: (limit: number, embedding: Embedding = pack) =>
      dense(embedding).add(
        id,
        dense(embedding)
          .missing(id, limit)
          .map(({ no }) => ({ no, vector: new Float32Array(embedding.dimensions).fill(no) })),
      ),
    waitingTexts: (embedding: Embedding = pack) =>
      dense(embedding)
        .missing(id, 99)
        .map(({ text }) => text),
    vectorLengths: () => [...rows.allPassages(id)].flat().map(({ vector }) => vector?.length ?? null),
    stored: () => database.orm.select().from(chunkVectors).all().length,
    reindexed: (embedding: Embedding) => {
      const signal = new AbortController().signal;
      return reindex(
        { embedder: fakeEmbedder(embedding), dense: null, vectors, signal, progress: () => undefined },
        id,
      );
    },
  };
}

describe("DenseRows: the database", () => {
  test("passages wait once the model is adopted, of the newest source first, and are counted", async () => {
    const { dense, id, addSource, embed, waitingTexts } = world();
    await addSource("a\nb\nc");
    expect([dense().behind(), dense().waiting()]).toEqual([[], 0]);
    dense().adopt();
    dense().adopt();
    await addSource("d\ne");
    expect([dense().behind(), dense().count(id)]).toEqual([[{ id, language: "en" }], { done: 0, total: 5 }]);
    expect(waitingTexts()).toEqual(["d", "e", "a", "b", "c"]);
    expect(embed(3)).toBe(true);
    expect([waitingTexts(), dense().count(id), dense().waiting()]).toEqual([["b", "c"], { done: 3, total: 5 }, 2]);
    embed(9);
    expect([dense().behind(), dense().waiting()]).toEqual([[], 0]);
  });

  test("with the first batch the expert is searched by the vectors, and later batches are logged", async () => {
    const { dense, id, rows, vectors, addSource, embed, vectorLengths } = world();
    dense().adopt();
    await addSource("a\nb\nc");
    expect(vectors.standing(id)).toEqual({ embedding: null, isEmpty: false, mayLack: false });
    const before = rows.revision(id);
    embed(1);
    expect(vectors.standing(id)).toEqual({ embedding: pack, isEmpty: false, mayLack: true });
    expect(rows.changesSince(id, before)).toBeNull();
    const after = rows.revision(id);
    embed(1);
    expect(rows.changesSince(id, after)).toEqual([
      { revision: after + 1, addedGroups: [], removedGroups: [], sensed: [{ first: 2, last: 2 }] },
    ]);
    expect(vectorLengths()).toEqual([2, 2, null]);
  });

  test("a new source is ready without vectors, and a continued conversation keeps those of its turns", async () => {
    const { dense, id, addSource, converse, embed, waitingTexts, vectorLengths } = world();
    dense().adopt();
    await converse("one\ntwo\nthree");
    embed(2);
    expect(await addSource("more")).toMatchObject({ status: "ready" });
    expect(await converse("one\ntwo\nthree\nfour")).toMatchObject({ status: "ready" });
    expect(waitingTexts()).toEqual(["three", "four", "more"]);
    expect(dense().count(id)).toEqual({ done: 2, total: 5 });
    expect(vectorLengths().filter((length) => length === 2)).toHaveLength(2);
  });

  test("passages that were deleted in the meantime are left out", async () => {
    const { dense, id, expert, sources, addSource } = world();
    dense().adopt();
    const source = await addSource("a\nb");
    const batch = dense()
      .missing(id, 9)
      .map(({ no }) => ({ no, vector: Float32Array.of(1, 0) }));
    await sources.remove(expert, source.id);
    expect([dense().add(id, batch), dense().count(id)]).toEqual([false, { done: 0, total: 0 }]);
  });

  test("an expert with vectors of a model server stays with them until it is claimed", async () => {
    const { dense, id, vectors, addSource, embed, reindexed, vectorLengths } = world();
    await addSource("a\nb");
    await reindexed(server);
    dense().adopt();
    expect([dense().behind(), dense().count(id), dense().waiting(), embed(9)]).toEqual([[], null, 0, false]);
    dense().claim(id);
    expect(vectors.standing(id).embedding).toEqual(pack);
    expect(dense().behind()).toEqual([{ id, language: "en" }]);
    embed(9);
    expect(vectorLengths()).toEqual([2, 2]);
  });

  test("another pack takes the place of one, and what is no longer needed is swept", async () => {
    const { dense, id, addSource, embed, stored, vectorLengths, waitingTexts } = world();
    dense().adopt();
    await addSource("a\nb\nc");
    embed(9);
    const other = dense(otherPack);
    other.adopt();
    expect(other.behind()).toEqual([{ id, language: "en" }]);
    embed(1, otherPack);
    expect([vectorLengths(), stored()]).toEqual([[3, null, null], 4]);
    expect([other.sweep(2), other.sweep(2), other.sweep(2), stored()]).toEqual([2, 1, 0, 1]);
    // The first one would have to begin again.
    expect(waitingTexts()).toEqual(["a", "b", "c"]);
  });

  test("after a change to words alone, passages wait again", async () => {
    const { dense, id, vectors, addSource, embed, waitingTexts } = world();
    dense().adopt();
    await addSource("a\nb");
    embed(9);
    vectors.use(id, null);
    expect([waitingTexts(), vectors.standing(id).embedding]).toEqual([["a", "b"], null]);
  });

  test("vectors that are there when the model is adopted are kept", async () => {
    const { dense, id, addSource, reindexed, waitingTexts } = world();
    await addSource("a\nb");
    await reindexed(pack);
    dense().adopt();
    await addSource("c");
    expect([waitingTexts(), dense().count(id)]).toEqual([["c"], { done: 2, total: 3 }]);
  });

  test("a claim of a finished memory renews its vectors, which are used until then", async () => {
    const { dense, id, addSource, embed, vectorLengths, waitingTexts, stored } = world();
    dense().adopt();
    await addSource("a\nb");
    embed(1);
    dense().claim(id);
    expect(waitingTexts()).toEqual(["b"]);
    embed(1);
    dense().claim(id);
    expect([waitingTexts(), vectorLengths()]).toEqual([
      ["a", "b"],
      [2, 2],
    ]);
    embed(9);
    expect([waitingTexts(), stored()]).toEqual([[], 2]);
  });
});
