import { describe, expect, test } from "bun:test";
import { createAnalyzers } from "../../src/analysis/analyzer.ts";
import { createSupportJudge } from "../../src/answering/check/support-judge.ts";
import { languages, type StatementPair, statementPairs } from "../support/statements/statement-pairs.ts";
import { passagesOf } from "./passages.ts";

const analyzers = createAnalyzers();

function isKept({ source, statement, language }: StatementPair): boolean {
  const judge = createSupportJudge(passagesOf(source), analyzers(language));
  return judge.placesFor({ text: statement, cites: [1] }).length > 0;
}

const pairs = statementPairs().map((pair) => ({ ...pair, kept: isKept(pair) }));

/** The share that was judged rightly. */
function rightShare(some: readonly (typeof pairs)[number][]): number {
  return some.filter(({ kept, fault }) => kept === (fault === null)).length / some.length;
}

test("the set: 640 pairs, half of them true", () => {
  expect(pairs).toHaveLength(640);
  expect(pairs.filter(({ fault }) => fault === null)).toHaveLength(320);
  for (const language of languages) expect(pairs.filter((pair) => pair.language === language)).toHaveLength(160);
});

describe.each(["seen", "unseen"] as const)("the %s half", (half) => {
  const own = pairs.filter((pair) => pair.half === half);

  test("true statements are kept", () => {
    expect(rightShare(own.filter(({ fault }) => fault === null))).toBeGreaterThanOrEqual(0.95);
  });

  test("false ones are caught", () => {
    expect(rightShare(own.filter(({ fault }) => fault !== null))).toBeGreaterThanOrEqual(0.95);
  });

  test.each(["number", "unit", "name", "negation"])("another %s is caught", (kind) => {
    expect(rightShare(own.filter(({ fault }) => fault === kind))).toBeGreaterThanOrEqual(0.99);
  });
});
