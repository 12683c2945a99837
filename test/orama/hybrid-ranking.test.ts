import { expect, test } from "bun:test";
import { fuse } from "../../src/orama/hybrid-ranking.ts";

const groupOf = (no: number) => no * 10;

test("words count for three fifths, vectors for two, and what one side did not propose gets nothing from it", () => {
  const keyword = [
    { no: 1, score: 0.8 },
    { no: 2, score: 0.4 },
  ];
  const vector = [
    { no: 2, score: 0.9 },
    { no: 3, score: 0.7 },
  ];
  const reported = 0.6 * 0.8 + 0.4 * 0.9;
  expect(fuse(keyword, vector, groupOf)).toEqual([
    { no: 2, group: 20, score: 0.7 * reported, scores: { keyword: 0.4, sense: null, vector: 0.9 } },
    { no: 1, group: 10, score: 0.6 * reported, scores: { keyword: 0.8, sense: null, vector: null } },
    { no: 3, group: 30, score: 0, scores: { keyword: null, sense: null, vector: 0.7 } },
  ]);
});

test("with one side empty the other decides", () => {
  expect(fuse([{ no: 5, score: 0.6 }], [], groupOf).map((hit) => hit.no)).toEqual([5]);
  expect(fuse([], [{ no: 6, score: 0.6 }], groupOf).map((hit) => hit.no)).toEqual([6]);
  expect(fuse([], [], groupOf)).toEqual([]);
});

test("a single candidate of one side does not lift those that the other side alone proposed", () => {
  const hits = fuse([{ no: 4, score: 0.3 }], [{ no: 3, score: 0.5 }], groupOf);
  expect(hits.map(({ no, score }) => [no, score])).toEqual([
    [4, 0.6 * (0.6 * 0.3 + 0.4 * 0.5)],
    [3, 0.4 * (0.6 * 0.3 + 0.4 * 0.5)],
  ]);
});
