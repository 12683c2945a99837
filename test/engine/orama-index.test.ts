/** The components, driven by Orama's own functions, as any program over Orama would drive them. */
import { expect, test } from "bun:test";
import { create, insert, load, remove, save, search } from "@orama/orama";
import { LexicalIndex } from "../../src/engine/lexical-index.ts";
import { createOramaIndex, IndexStore } from "../../src/engine/orama/orama-index.ts";
import { numberIdsByThemselves, SearchExchange } from "../../src/engine/orama/orama-seams.ts";
import { createPassageStore } from "../../src/engine/orama/passage-store.ts";
import { PartSet } from "../../src/engine/parts/part-set.ts";
import { VectorIndex } from "../../src/engine/vector-index.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const english = { set: "en", analyzers: createAnalyzers() };

function createDatabase(exchange = new SearchExchange()) {
  const store = new IndexStore(new LexicalIndex(english, new PartSet()), new VectorIndex(2), exchange);
  const orama = create({
    schema: { title: "string", section: "string", text: "string", group: "enum", vector: "vector[2]" } as const,
    sort: { enabled: false },
    components: {
      index: createOramaIndex(() => store, exchange),
      documentsStore: createPassageStore(() => store.lexical, exchange),
    },
  });
  numberIdsByThemselves(orama, exchange);
  return orama;
}

type Database = ReturnType<typeof createDatabase>;

const texts = ["the filter of the pump", "a valve", "filter and valve, valve and filter"];

function filled(): Database {
  const orama = createDatabase();
  for (const [i, text] of texts.entries()) {
    const no = 1000 + i;
    void insert(orama, { id: String(no), title: "", section: "", text, group: 70 + i, vector: [i, 1] });
  }
  return orama;
}

async function found(orama: Database, params: Parameters<typeof search<Database>>[1]) {
  const { hits } = await search(orama, params);
  return hits.map(({ id, document }) => [id, document.group]);
}

test("a text finds passages, best first, with their numbers as ids and their groups as documents", async () => {
  expect(await found(filled(), { term: "filter" })).toEqual([
    ["1002", 72],
    ["1000", 70],
  ]);
});

test("a filter by groups applies to texts and to vectors", async () => {
  const where = { group: { in: [70, 71] } };
  expect(await found(filled(), { term: "filter valve", where })).toEqual([
    ["1001", 71],
    ["1000", 70],
  ]);
  const vector = { value: [1, 0], property: "vector" };
  expect(await found(filled(), { mode: "vector", vector, similarity: 0, where })).toEqual([
    ["1001", 71],
    ["1000", 70],
  ]);
});

test("an unknown filter is refused", () => {
  const orama = filled();
  expect(() => search(orama, { term: "filter", where: { group: { nin: [70] } } })).toThrow(TypeError);
  expect(() => search(orama, { term: "filter", where: { not: { group: { in: [70] } } } })).toThrow(TypeError);
});

test("a passage is inserted once", () => {
  expect(() => insert(filled(), { id: "1000", title: "", section: "", text: "again", group: 1 })).toThrow();
});

test("what the engine does without Orama is refused, not ignored", () => {
  const orama = filled();
  void search(orama, { term: "filter" });
  expect(() => remove(orama, "1")).toThrow("without Orama");
  expect(() => save(orama)).toThrow("without Orama");
  expect(() => load(orama, {} as ReturnType<typeof save>)).toThrow();
});

test("during a search, hits have ids and documents by their ranks", async () => {
  const exchange = new SearchExchange();
  const orama = createDatabase(exchange);
  for (const [i, text] of texts.entries()) {
    void insert(orama, { id: String(1000 + i), title: "", section: "", text, group: 70 + i, vector: [i, 1] });
  }
  const words = orama.data.index.lexical.readQuestion("filter");
  const sense = { terms: [], full: 0 };
  const byWords = exchange.during({ words, sense, wanted: 2 }, () => found(orama, { term: "filter" }));
  expect(await byWords).toEqual([
    ["1002", 72],
    ["1000", 70],
  ]);
  const vector = { value: [1, 0], property: "vector" };
  const byVector = exchange.during(null, () => found(orama, { mode: "vector", vector, similarity: 0 }));
  expect((await byVector).map(([id]) => id)).toEqual(["1002", "1001", "1000"]);
  expect(exchange.ids).toEqual([]);
});

test("a query lasts only for its search, even if it fails", async () => {
  const exchange = new SearchExchange();
  const orama = createDatabase(exchange);
  const query = { words: null, sense: { terms: [], full: 0 }, wanted: 1 };
  exchange.during(query, () => expect(exchange.query).toBe(query));
  expect(() =>
    exchange.during(query, () => {
      throw new Error("search failed");
    }),
  ).toThrow("search failed");
  expect(exchange.query).toBeNull();
  expect(await found(orama, { term: "filter" })).toEqual([]);
});
