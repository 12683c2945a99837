import { expect, test } from "bun:test";
import { comparable, deepEnough, nearestFirst } from "../../src/answering/nearest-sentences.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { sentenceBytes } from "../../src/memory/sentence-vectors.ts";

const expert = { id: "exp_1" as ExpertId };
const question = Float32Array.of(1, 0);
const scores = { keyword: null, sense: null, vector: null };
const outcomeOf = (found: readonly number[]) => ({
  hits: found.map((score, i) => ({ no: i + 1, group: 1, score, scores })),
  terms: [],
  passages: 4,
});
const outcome = outcomeOf([0.5, 0.4, 0.3, 0.1]);
const at = (cosine: number) => ({
  start: 0,
  end: 9,
  vector: Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine)),
});
const passagesWith = (cosines: Readonly<Record<number, readonly number[]>>) => ({
  sentences: () => new Map(Object.entries(cosines).map(([no, some]) => [Number(no), sentenceBytes(some.map(at))])),
});

test("the passage with the nearest sentence comes first, and each place keeps its score", async () => {
  const passages = passagesWith({ 1: [0, 0], 2: [0, 1], 3: [0], 4: [0] });
  const { outcome: ordered, nearness } = await nearestFirst(passages, expert, outcome, {
    k: 3,
    question,
  });
  expect(ordered.hits.map(({ no, score }) => [no, score])).toEqual([
    [2, 0.5],
    [1, 0.4],
    [3, 0.3],
  ]);
  expect(nearness.get(2)?.map(({ cosine }) => Math.round(cosine))).toEqual([0, 1]);
});

test("where the best passage has nearly all that was searched for, meaning hardly counts", async () => {
  const passages = passagesWith({ 1: [0], 2: [1] });
  const { outcome: ordered } = await nearestFirst(passages, expert, outcomeOf([0.95, 0.9]), {
    k: 9,
    question,
  });
  expect(ordered.hits.map(({ no }) => no)).toEqual([1, 2]);
});

test("a passage without vectors of sentences is taken to be as near as the others", async () => {
  const passages = passagesWith({ 2: [0.5], 3: [0.5], 4: [0.5] });
  const { outcome: ordered } = await nearestFirst(passages, expert, outcome, { k: 9, question });
  expect(ordered.hits.map(({ no }) => no)).toEqual([1, 2, 3, 4]);
});

test("without a vector of the question, nothing is read, and damaged rows change nothing", async () => {
  const unread = { sentences: () => Promise.reject(new Error("read")) };
  const plain = await nearestFirst(unread, expert, outcome, { k: 2, question: null });
  expect([plain.outcome.hits.map(({ no }) => no), plain.nearness.size]).toEqual([[1, 2], 0]);
  const damaged = { sentences: () => new Map([[4, Uint8Array.of(1, 2, 3)]]) };
  const same = await nearestFirst(damaged, expert, outcome, { k: 4, question });
  expect([same.outcome.hits, same.nearness.size]).toEqual([outcome.hits, 0]);
});

test("more passages are searched for only where sentences can order them", () => {
  const embedder = { model: "m", recipe: "1", dimensions: 2, batch: 1, embed: () => Promise.reject(new Error()) };
  const questions = { of: () => Promise.reject(new Error()), ofSoon: () => Promise.reject(new Error()) };
  const means = (dividesPassages: boolean) => ({
    sense: null,
    embedding: { embedder: { ...embedder, dividesPassages }, questions },
  });
  const k = (divides: boolean, asked: { k: number; question: Float32Array | null }) =>
    deepEnough(asked.k, comparable(means(divides), asked.question));
  expect([
    k(true, { k: 8, question }),
    k(true, { k: 100, question }),
    k(true, { k: 8, question: null }),
    k(false, { k: 8, question }),
  ]).toEqual([64, 100, 8, 8]);
});
