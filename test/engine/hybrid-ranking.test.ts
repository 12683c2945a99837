import { expect, test } from "bun:test";
import { fuse, nearest } from "../../src/engine/hybrid-ranking.ts";
import type { Hit } from "../../src/memory/index-ports.ts";

const groupOf = (no: number) => no * 10;

const byTerms = ({ no, score, keyword = score, sense = null }: Found): Hit => ({
  no,
  score,
  group: groupOf(no),
  scores: { keyword, sense, vector: null },
});

interface Found {
  readonly no: number;
  readonly score: number;
  readonly keyword?: number;
  readonly sense?: number | null;
}

test("words and sense count for four fifths, vectors for one, and a side that did not propose a passage adds nothing", () => {
  const terms = [
    byTerms({ no: 1, score: 0.8, keyword: 0.7, sense: 0.9 }),
    byTerms({ no: 2, score: 0.4, keyword: 0.4, sense: null }),
  ];
  const vector = [
    { no: 2, group: 20, score: 0.9 },
    { no: 3, group: 30, score: 0.7 },
  ];
  const reported = 0.8 * 0.8 + 0.2 * 0.9;
  expect(fuse(terms, vector)).toEqual([
    { no: 1, group: 10, score: 0.8 * reported, scores: { keyword: 0.7, sense: 0.9, vector: null } },
    { no: 2, group: 20, score: (0.8 * 0.5 + 0.2) * reported, scores: { keyword: 0.4, sense: null, vector: 0.9 } },
    { no: 3, group: 30, score: 0, scores: { keyword: null, sense: null, vector: 0.7 } },
  ]);
});

test("with one side empty the other decides", () => {
  expect(fuse([byTerms({ no: 5, score: 0.6 })], []).map((hit) => hit.no)).toEqual([5]);
  expect(fuse([], [{ no: 6, group: 60, score: 0.6 }]).map((hit) => hit.no)).toEqual([6]);
  expect(fuse([], [])).toEqual([]);
});

test("weak terms count less: a name in a question of another language does not outweigh the vectors", () => {
  const near = [
    { no: 3, group: 30, score: 0.9 },
    { no: 4, group: 40, score: 0.8 },
    { no: 5, group: 50, score: 0.7 },
  ];
  const order = (score: number) => fuse([byTerms({ no: 4, score })], near).map(({ no }) => no);
  expect(order(0.7)).toEqual([4, 3, 5]);
  expect(order(0.14)).toEqual([3, 4, 5]);
  // A twenty-fifth of the share of words beside that of the vectors.
  const [first] = fuse([byTerms({ no: 4, score: 0.14 })], near);
  const words = 0.7 / 25;
  expect(first?.score).toBeCloseTo((0.3 / (words + 0.3)) * ((words * 0.14 + 0.3 * 0.9) / (words + 0.3)), 10);
});

test("a single candidate of one side does not raise candidates of the other side", () => {
  const hits = fuse([byTerms({ no: 4, score: 0.7 })], [{ no: 3, group: 30, score: 0.5 }]);
  expect(hits.map(({ no, score }) => [no, score])).toEqual([
    [4, 0.7 * (0.7 * 0.7 + 0.3 * 0.5)],
    [3, 0.3 * (0.7 * 0.7 + 0.3 * 0.5)],
  ]);
});

/** Nearly equal documents, each with a word of its own: a question with it, and what each of them gets by words and by vectors. */
function nearEquals(count: number, asked: number) {
  const byWords = (no: number) => (no === asked ? 0.8 : 0.74 + 0.004 * ((no * 7) % 11));
  const byVector = (no: number) => (no === asked ? 0.95 : 0.9 + 0.004 * ((no * 5) % 12));
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const terms = all.map((no) => byTerms({ no, score: byWords(no) })).sort((a, b) => b.score - a.score);
  const near = (has: (no: number) => boolean) =>
    all
      .filter(has)
      .map((no) => ({ no, group: groupOf(no), score: byVector(no) }))
      .sort((a, b) => b.score - a.score);
  return (has: (no: number) => boolean) => fuse(terms, near(has), has)[0]?.no;
}

test("of nearly equal passages, the one that is asked about is first with and without its vector", () => {
  for (let asked = 1; asked <= 60; asked++) {
    const first = nearEquals(60, asked);
    expect([
      first(() => true),
      first((no) => no !== asked),
      first((no) => no % 2 === 0 || no === asked),
      first((no) => no % 10 === 0),
      first(() => false),
    ]).toEqual([asked, asked, asked, asked, asked]);
  }
});

test("a passage without a vector is given four fifths of its score by terms for it", () => {
  const terms = [byTerms({ no: 1, score: 0.8 }), byTerms({ no: 2, score: 0.6 })];
  const near = [
    { no: 3, group: 30, score: 0.9 },
    { no: 4, group: 40, score: 0.7 },
  ];
  const reported = 0.7 * 0.8 + 0.3 * 0.9;
  const found = fuse(terms, near, (no) => no !== 1);
  expect(found.map(({ no }) => no)).toEqual([1, 2, 3, 4]);
  expect(found[0]?.score).toBeCloseTo((0.7 + 0.3 * 0.8) * reported, 10);
  expect(found[0]?.scores.vector).toBeNull();
  expect(found[1]?.score).toBeCloseTo(0.7 * 0.75 * reported, 10);
});

test("of a question and the turned question, a passage has the greater score, at most 1", () => {
  const match = (no: number, score: number) => ({ no, group: groupOf(no), score });
  const turned = { from: "de", vector: Float32Array.of(0, 0.5), offset: 0.4 };
  const found = nearest([match(1, 0.9), match(2, 0.7)], [match(2, 0.8), match(3, 0.85), match(1, 0.6)], turned);
  expect(found.map(({ no }) => no)).toEqual([1, 3, 2]);
  // A cosine of 0.6 becomes 0.6 · 0.5 + 0.4 = 0.7, which is a score of 0.85.
  expect(found.map(({ score }) => score.toFixed(6))).toEqual(["0.900000", "0.875000", "0.850000"]);
  expect(nearest([], [match(1, 1)], { ...turned, offset: 0.9 })).toEqual([match(1, 1)]);
});
