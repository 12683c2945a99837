/**
 * The order of hits on corpora that are small enough to explain it. A change of the ranking shows here first: read the
 * reason of a case before you change its order.
 */
import { describe, expect, test } from "bun:test";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexSearch, Passage } from "../../src/memory/index-ports.ts";

const analyzers = createAnalyzers();
// Nothing is saved, so the folder is never created.
const engine = createOramaMemory({ directory: "/nowhere", analyzers, log: silentLog });

type Fields = Partial<Pick<Passage, "group" | "title" | "section" | "text" | "sense" | "vector">>;

interface Corpus {
  readonly reason: string;
  readonly language?: string;
  readonly passages: readonly (string | Fields)[];
  readonly asked: string | Partial<IndexSearch>;
  /** Passages by their number in the corpus, from 1. */
  readonly order: readonly number[];
}

const sense = (...pairs: readonly (readonly [entry: number, weight: number])[]) => ({
  terms: Uint16Array.from(pairs, ([entry]) => entry),
  weights: Uint8Array.from(pairs, ([, weight]) => weight),
});
const askedSense = (...pairs: readonly (readonly [entry: number, weight: number])[]) => ({
  terms: Uint16Array.from(pairs, ([entry]) => entry),
  weights: Float32Array.from(pairs, ([, weight]) => weight),
});

const corpora: readonly Corpus[] = [
  {
    reason: "a rare word outweighs a frequent one",
    passages: ["pump pump seal", "pump hose", "pump valve", "gasket hose", "pump motor"],
    asked: "pump gasket",
    order: [4, 1, 2, 3, 5],
  },
  {
    reason: "a word counts more the more often it occurs, and less each time",
    passages: ["valve lever lever lever", "valve valve lever lever", "valve valve valve valve"],
    asked: "valve",
    order: [3, 2, 1],
  },
  {
    reason: "of passages with the word once, the shorter wins",
    passages: ["the seal of the pump housing is made of rubber", "the seal leaks", "replace the seal every winter"],
    asked: "seal",
    order: [2, 3, 1],
  },
  {
    reason: "equal passages keep the order in which they came",
    passages: ["oil filter", "oil filter", "oil filter"],
    asked: "filter",
    order: [1, 2, 3],
  },
  {
    reason: "a word of a title counts twice",
    passages: [{ text: "filter hose lever" }, { title: "filter", text: "hose lever" }],
    asked: "filter",
    order: [2, 1],
  },
  {
    reason: "a word of a heading counts as one of a title",
    passages: [
      { text: "filter hose lever" },
      { section: "filter", text: "hose lever" },
      { title: "filter", text: "hose lever" },
    ],
    asked: "filter",
    order: [2, 3, 1],
  },
  {
    reason: "words side by side in the question win where they stand side by side",
    passages: ["water flows past the pump", "past the water pump flows", "pump flows past the water"],
    asked: "water pump",
    order: [2, 1, 3],
  },
  {
    reason: "words do not stand side by side across fields",
    passages: [
      { title: "hose", text: "water pump" },
      { title: "water", text: "hose pump" },
    ],
    asked: "water hose",
    order: [1, 2],
  },
  {
    reason: "forms of a word are one word",
    passages: ["changing filters", "a change of the filter", "the filtration changed"],
    asked: "filter changes",
    order: [1, 2, 3],
  },
  {
    reason: "an identifier is found whole before its parts",
    passages: ["the code 42 of ERR", "ERR_42 is raised", "an ERR is raised"],
    asked: "ERR_42",
    order: [2, 1, 3],
  },
  {
    reason: "stop words find nothing",
    passages: ["the of and", "valve"],
    asked: "the valve and the hose",
    order: [2],
  },
  {
    reason: "a filter applies before the best are chosen",
    passages: [
      { group: 1, text: "seal seal seal" },
      { group: 1, text: "seal seal hose" },
      { group: 2, text: "seal hose lever" },
      { group: 3, text: "seal hose" },
    ],
    asked: { question: "seal", k: 1, permitted: new Set([2]) },
    order: [3],
  },
  {
    reason: "German compounds and umlauts: the stem decides, marks do not",
    language: "de",
    passages: ["Die Prüfung der Pumpe", "Prüfungen", "Eine Prufung"],
    asked: "Prüfung",
    order: [2, 3, 1],
  },
  {
    reason: "Chinese is read in pairs of letters",
    language: "zh",
    passages: ["橄榄球比赛", "足球比赛在北京", "北京的天气"],
    asked: "北京比赛",
    order: [2, 3, 1],
  },
  {
    reason: "sense finds what shares no word with the question",
    passages: [
      { text: "the engine overheats", sense: sense([7, 120], [9, 10]) },
      { text: "winter tyres", sense: sense([3, 90]) },
      { text: "cooling water boils", sense: sense([7, 60], [9, 90]) },
    ],
    asked: { question: "too hot", mode: "sense", sense: askedSense([7, 1], [9, 0.5]) },
    order: [1, 3],
  },
  {
    reason: "words and sense are one sum",
    passages: [
      { text: "the pump is loud", sense: sense([5, 20]) },
      { text: "noise of the motor", sense: sense([5, 200]) },
      { text: "a loud pump hums", sense: sense([5, 200]) },
    ],
    asked: { question: "loud pump", mode: "hybrid", sense: askedSense([5, 1]) },
    order: [3, 2, 1],
  },
  {
    reason: "vectors alone rank by the angle",
    passages: [
      { text: "a", vector: Float32Array.of(1, 0) },
      { text: "b", vector: Float32Array.of(0, 1) },
      { text: "c", vector: Float32Array.of(3, 2) },
    ],
    asked: { question: "x", mode: "vector", questionVector: Float32Array.of(1, 0.2) },
    order: [1, 3, 2],
  },
  {
    reason: "with vectors, what both find comes before what one finds best",
    passages: [
      { text: "pump", vector: Float32Array.of(0, 1) },
      { text: "pump and hose", vector: Float32Array.of(1, 0.1) },
      { text: "lever", vector: Float32Array.of(1, 0) },
    ],
    asked: { question: "pump", mode: "hybrid", questionVector: Float32Array.of(1, 0) },
    order: [2, 1, 3],
  },
];

/** The corpus as passages numbered from 1. */
function passagesOf({ passages }: Corpus): Passage[] {
  return passages.map((one, i): Passage => {
    const fields: Fields = typeof one === "string" ? { text: one } : one;
    const none = { group: i + 1, title: "", section: "", text: "", vector: null, sense: null };
    return { ...none, ...fields, no: i + 1 };
  });
}

function ask(corpus: Corpus): readonly number[] {
  const passages = passagesOf(corpus);
  const { vector } = passages[0]!;
  const embedding = vector === null ? null : { model: "plane", dimensions: vector.length };
  const index = engine.create("exp_golden" as ExpertId, {
    language: corpus.language ?? "en",
    embedding,
    sense: "model",
  });
  index.add(passages);
  const plain: IndexSearch = {
    question: "",
    k: 10,
    mode: "keyword",
    sense: null,
    questionVector: null,
    permitted: null,
  };
  const { hits } = index.search({
    ...plain,
    ...(typeof corpus.asked === "string" ? { question: corpus.asked } : corpus.asked),
  });
  index.close();
  return hits.map(({ no }) => no);
}

describe("the order of hits", () => {
  test.each(corpora)("$reason", (corpus) => {
    expect(ask(corpus)).toEqual([...corpus.order]);
  });
});
