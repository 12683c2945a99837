/**
 * No regular expression of the program takes more than linear time, because somebody else writes the texts. Each is judged by
 * recheck; the keys of those that were judged are kept, because judging all takes minutes:
 * `bun test/support/patterns/write-judged-patterns.ts` writes them. A new pattern is judged with the test.
 */
import { expect, test } from "bun:test";
import { leastTime, pumped } from "../support/growth.ts";
import { boundedPatterns, isOfLanguage, lengthReadBy, unseenBuilders } from "../support/patterns/bounded-patterns.ts";
import { judge, patternKey, readJudged } from "../support/patterns/pattern-judge.ts";
import { builtPatterns, type SourcePattern, writtenPatterns } from "../support/patterns/source-patterns.ts";

const { literals, builders } = await writtenPatterns();
const built = await builtPatterns();
const ofLanguages = built.filter(isOfLanguage);
const fixed = built.filter((one) => !isOfLanguage(one));
const judged = await readJudged();
const isBounded = ({ path, source }: SourcePattern) =>
  boundedPatterns.some((one) => one.path === path && source.startsWith(one.begins));

test("every pattern is linear, or is named with what bounds it", async () => {
  const unknown = [...literals, ...fixed].filter((one) => !judged.has(patternKey(one)) && !isBounded(one));
  const faults: string[] = [];
  for (const pattern of unknown) {
    const fault = await judge(pattern);
    if (fault !== null) faults.push(`${pattern.path}: /${pattern.source}/${pattern.flags}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test("each pattern that is named is there, and not judged to be linear", () => {
  const all = [...literals, ...fixed];
  const named = boundedPatterns.map(({ path, begins }) => ({
    path,
    begins,
    found: all.filter((one) => one.path === path && one.source.startsWith(begins)),
  }));
  const isStale = ({ found }: (typeof named)[number]) => found.every((one) => judged.has(patternKey(one)));
  expect(named.filter(isStale).map(({ path, begins }) => `${path}: ${begins}`)).toEqual([]);
});

test("each file that builds patterns does so while it is watched, or is named", () => {
  const seen = new Set(built.map(({ path }) => path));
  expect(builders.filter((path) => !seen.has(path) && !unseenBuilders.has(path))).toEqual([]);
});

/** Milliseconds of processor time; a tick of its clock may be ten. */
const most = 50;

test("a pattern with words of a language reads a question that repeats them in a moment", () => {
  const slow: string[] = [];
  for (const { path, source, flags } of ofLanguages) {
    const words = [...source.matchAll(/\p{L}{2,}/gu)].map(([word]) => word);
    const pattern = new RegExp(source, flags);
    for (const piece of [" ", "a ", ...words.slice(0, 6).map((word) => `${word} `)]) {
      const text = pumped(piece, lengthReadBy(path));
      const time = leastTime(most, () => text.replace(pattern, ""));
      if (time > most) slow.push(`${path}: ${time} ms for ${JSON.stringify(piece)}: /${source}/${flags}`);
    }
  }
  expect(slow).toEqual([]);
});
