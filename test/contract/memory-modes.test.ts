/** Searching by words, by vectors and by both, with and without a filter, before and after a reload. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexSearch, MemoryIndex, Passage, SearchMode } from "../../src/memory/index-ports.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-modes-"));
afterAll(() => rmSync(directory, { recursive: true }));

const engine = createOramaMemory({ directory, analyzers: createAnalyzers(), log: silentLog });
const expert = "exp_modes" as ExpertId;
const profile = { language: "en", embedding: { model: "compass", dimensions: 2 }, sense: null };

const north = [0, 1];
const east = [1, 0];
const texts: readonly (readonly [text: string, vector: readonly number[] | null])[] = [
  ["the filter is washed", north],
  ["the filter is changed, the old filter is thrown away", [1, 1]],
  ["pumps run hot", east],
  ["filters without a vector yet", null],
];

const passages = texts.map(
  ([text, vector], i): Passage => ({
    no: i + 1,
    group: 10 * (i + 1),
    title: "",
    section: "",
    text,
    vector: vector && Float32Array.from(vector),
    sense: null,
  }),
);

const request = (mode: SearchMode, permitted: readonly number[] | null = null): IndexSearch => ({
  question: "filter",
  k: 10,
  mode,
  sense: null,
  questionVector: Float32Array.from(east),
  permitted: permitted && new Set(permitted),
});

const found = (index: MemoryIndex, asked: IndexSearch) => index.search(asked).hits.map((hit) => hit.no);

async function reopened(index: MemoryIndex): Promise<MemoryIndex> {
  await index.save();
  index.close();
  const opening = await engine.open(expert, profile);
  if (opening.index === null) throw new Error(`not opened: ${opening.unfit}`);
  return opening.index;
}

describe("modes", () => {
  test("words find matching passages, vectors near ones, and both together either", async () => {
    let index = engine.create(expert, profile);
    index.add(passages);
    index.settle(1);
    for (let round = 0; round < 2; round++) {
      expect(found(index, request("keyword"))).toEqual([1, 2, 4]);
      expect(found(index, request("vector"))).toEqual([3, 2, 1]);
      expect(found(index, request("hybrid"))).toEqual([2, 4, 1, 3]);
      expect(found(index, request("vector", [10, 20]))).toEqual([2, 1]);
      expect(found(index, request("hybrid", [30, 40]))).toEqual([4, 3]);
      index = await reopened(index);
    }
    index.close();
  });

  test("a turned question finds passages beside those that are near to the question itself", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    const turned = { from: "de", vector: Float32Array.from(north), offset: 0 };
    const near = (asked: IndexSearch) =>
      index.search(asked).hits.map(({ no, scores }) => [no, scores.vector?.toFixed(2)]);
    expect(near(request("vector"))).not.toEqual(near({ ...request("vector"), turned }));
    for (const [no, score] of near({ ...request("vector"), turned })) {
      const either = [request("vector"), { ...request("vector"), questionVector: turned.vector }];
      const scores = either.map((asked) => Number(near(asked).find(([other]) => other === no)?.[1] ?? 0));
      expect(Number(score)).toBe(Math.max(...scores));
    }
    index.close();
  });

  test("a hit reports the part of each side", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    const scores = (mode: SearchMode) =>
      index.search(request(mode)).hits.map(({ no, scores: each }) => [no, each.keyword !== null, each.vector !== null]);
    expect(scores("keyword")).toEqual([
      [1, true, false],
      [2, true, false],
      [4, true, false],
    ]);
    expect(scores("vector")).toEqual([
      [3, false, true],
      [2, false, true],
      [1, false, true],
    ]);
    expect(scores("hybrid")).toEqual([
      [2, true, true],
      [4, true, false],
      [1, true, true],
      [3, false, true],
    ]);
    index.close();
  });

  test("a passage gets its vector later, or another one, and keeps it after a reload", async () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    const withVector = (vector: readonly number[]) => ({ ...passages[3]!, vector: Float32Array.from(vector) });
    index.add([withVector(east)]);
    expect(found(index, request("vector"))).toEqual([3, 4, 2, 1]);
    expect(found(index, request("keyword"))).toEqual([1, 2, 4]);
    index.add([withVector(north)]);
    const again = await reopened(index);
    expect(found(again, request("vector"))).toEqual([3, 2, 1, 4]);
    again.close();
  });

  test("scores are between 0 and 1 and never rise", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    for (const mode of ["keyword", "vector", "hybrid"] as const) {
      const scores = index.search(request(mode)).hits.map((hit) => hit.score);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
    index.close();
  });

  test("neither side finds a removed group", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    index.removeGroups([20]);
    expect(found(index, request("hybrid"))).toEqual([4, 1, 3]);
    index.close();
  });

  test("without the question's vector, hybrid uses words", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    expect(found(index, { ...request("hybrid"), questionVector: null })).toEqual([1, 2, 4]);
    index.close();
  });
});

describe("sense", () => {
  const model = { language: "en", embedding: { model: "compass", dimensions: 2 }, sense: "model" };
  const meaning = (filters: number, heat: number) => ({
    terms: Uint16Array.of(1, 2),
    weights: Uint8Array.of(filters, heat),
  });
  /** The question's sense is heat more than filters; its words mention only filters. */
  const asked = (mode: SearchMode): IndexSearch => ({
    question: "filter",
    k: 10,
    mode,
    permitted: null,
    questionVector: null,
    sense: { terms: Uint16Array.of(1, 2), weights: Float32Array.of(0.2, 2) },
  });
  const senses = [meaning(120, 1), meaning(150, 30), meaning(1, 140), null];
  const meant = passages.map((passage, i): Passage => ({ ...passage, sense: senses[i] ?? null }));
  const filled = (what: readonly Passage[]) => {
    const index = engine.create(expert, model);
    index.add(what);
    return index;
  };

  test("finds the meaning without a word of the question, alone and with words", () => {
    const index = filled(meant);
    expect(found(index, asked("sense"))).toEqual([3, 2, 1]);
    expect(found(index, asked("hybrid"))).toEqual([3, 4, 2, 1]);
    expect(found(index, asked("keyword"))).toEqual([1, 2, 4]);
    index.close();
  });

  test("a hit reports the part of each kind of evidence", () => {
    const index = filled(meant);
    const shown = (request: IndexSearch) =>
      index
        .search(request)
        .hits.map(({ no, scores: { keyword, sense, vector } }) => [
          no,
          ...[keyword, sense, vector].map((score) => score !== null),
        ]);
    expect(shown(asked("hybrid"))).toEqual([
      [3, false, true, false],
      [4, true, false, false],
      [2, true, true, false],
      [1, true, true, false],
    ]);
    expect(shown({ ...asked("hybrid"), questionVector: Float32Array.from(north) })).toEqual([
      [4, true, false, false],
      [3, false, true, true],
      [2, true, true, true],
      [1, true, true, true],
    ]);
    index.close();
  });

  test("without any sense, the hits and their scores are those of words", () => {
    const index = filled(passages);
    const byWords = index.search(asked("keyword")).hits;
    const withSense = index.search(asked("hybrid")).hits;
    expect(withSense.map(({ no }) => no)).toEqual(byWords.map(({ no }) => no));
    for (const [i, { score }] of withSense.entries()) expect(score).toBeCloseTo(byWords[i]!.score, 5);
    expect(found(index, asked("sense"))).toEqual([]);
    index.close();
  });

  test("a word that no passage has is no disadvantage for a passage that waits for its sense", () => {
    const words = ["the filter is washed", "the filter is open", "pumps run hot", "fans run hot"];
    const index = filled(words.map((text, i) => ({ ...meant[i]!, text, sense: i === 0 ? null : meaning(4, 175) })));
    expect(found(index, { ...asked("hybrid"), question: "filter washed" })[0]).toBe(1);
    expect(found(index, { ...asked("hybrid"), question: "filter washed nowadays" })[0]).toBe(1);
    index.close();
  });

  test("a passage that waits for its sense precedes passages that mean the same and have fewer of the words", () => {
    const gates = Array.from({ length: 12 }, (_, i) => `The code of the door ${i + 1} is kept by the guard ${i + 1}.`);
    for (const [waiting, text] of gates.entries()) {
      const near = gates.map((one, i): Passage => ({ ...meant[0]!, no: i + 1, group: i + 1, text: one, vector: null }));
      const index = filled(near.map((one, i) => ({ ...one, sense: i === waiting ? null : meaning(200, 200) })));
      const sense = { terms: Uint16Array.of(1, 2), weights: Float32Array.of(1, 3) };
      const question = `Who has the key and the secret number of door ${waiting + 1}?`;
      const request = { ...asked("hybrid"), question, sense };
      expect([text, found(index, request)[0]]).toEqual([text, waiting + 1]);
      index.close();
    }
  });

  test("it may arrive after the passage, once, and removes nothing", () => {
    const index = filled(passages);
    expect([index.count, index.sensed]).toEqual([4, 0]);
    index.add(meant.slice(0, 2));
    index.add(meant.slice(0, 2));
    index.add(passages);
    expect([index.count, index.sensed]).toEqual([4, 2]);
    expect(found(index, asked("sense"))).toEqual([2, 1]);
    expect(found(index, asked("keyword"))).toEqual([1, 2, 4]);
    expect(found(index, { ...asked("vector"), questionVector: Float32Array.from(east) })).toEqual([3, 2, 1]);
    index.removeGroups([10, 20]);
    expect([index.count, index.sensed]).toEqual([2, 0]);
    expect(found(index, asked("hybrid"))).toEqual([4]);
    index.close();
  });

  test("an index for words ignores it", () => {
    const index = engine.create(expert, profile);
    index.add(passages);
    expect(index.search(asked("hybrid")).hits).toEqual(index.search(asked("keyword")).hits);
    expect(found(index, asked("sense"))).toEqual([]);
    index.close();
  });
});
