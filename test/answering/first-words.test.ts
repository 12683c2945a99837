import { expect, test } from "bun:test";
import { createSupportJudge } from "../../src/answering/check/support-judge.ts";
import { groundAnswer } from "../../src/answering/generated/grounding.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { estimateTokens } from "../../src/language/words/tokens.ts";
import { type StatementPair, statementPairs, wordingPairs } from "../support/statements/statement-pairs.ts";
import { passagesOf } from "./passages.ts";
import { pushed } from "./pushed.ts";

const analyzers = createAnalyzers();

/** UTF-16 units of a piece: about a token. */
const piece = 4;

interface Shown {
  /** What is shown behind each piece that added to it, before the sentence was complete. */
  readonly before: readonly string[];
  /** Tokens of the sentence when its first words were shown. */
  readonly tokens: number;
  readonly text: string;
}

function streamed({ source, statement, language }: StatementPair): Shown {
  const grounding = groundAnswer({
    passages: passagesOf(source),
    analyzer: analyzers(language),
    unsupported: "drop",
  });
  const before: string[] = [];
  let tokens = estimateTokens(statement);
  for (let at = 0; at < statement.length; at += piece) {
    const added = pushed(grounding, statement.slice(at, at + piece));
    const text = added.flatMap((each) => (each.type === "text" ? each.text : [])).join("");
    if (text === "") continue;
    if (before.length === 0) tokens = estimateTokens(statement.slice(0, at + piece));
    before.push((before.at(-1) ?? "") + text);
  }
  return { before, tokens, text: grounding.end().text };
}

function atOnce({ source, statement, language }: StatementPair): string {
  const grounding = groundAnswer({ passages: passagesOf(source), analyzer: analyzers(language), unsupported: "drop" });
  pushed(grounding, statement);
  return grounding.end().text;
}

const hand = statementPairs().filter((_, i) => i % 4 === 0);
const streams = [...wordingPairs(), ...hand].map((pair) => ({ pair, shown: streamed(pair) }));

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
const plain = (text: string) => text.replace(/ ?\[\d+\]/g, "");

test("nothing that is shown is taken back, however the model's text is cut", () => {
  for (const { pair, shown } of streams) {
    for (const some of shown.before) expect(shown.text.startsWith(some)).toBe(true);
    expect(shown.text).toBe(atOnce(pair));
  }
});

test("what is shown at any moment begins a sentence of the source, or the source says it as it stands", () => {
  for (const { pair, shown } of streams) {
    const judge = createSupportJudge(passagesOf(pair.source), analyzers(pair.language));
    const says = (text: string) => pair.source.includes(text) || judge.placesFor({ text, cites: [] }).length > 0;
    const unsupported = shown.before.filter((some) => !says(some));
    expect({ statement: pair.statement, unsupported }).toEqual({ statement: pair.statement, unsupported: [] });
  }
});

test("a sentence that was begun ends as the model's, or as one of the source", () => {
  for (const { pair, shown } of streams.filter((one) => one.shown.before.length > 0)) {
    const text = plain(shown.text);
    const end = text.split(" … ").at(-1)!;
    expect(text === pair.statement || pair.source.includes(end)).toBe(true);
  }
});

test("first words of true statements are shown after about five tokens, and so are those of paraphrases", () => {
  const kept = streams.filter(({ pair, shown }) => pair.fault === null && plain(shown.text) === pair.statement);
  const begins = ({ source, statement }: StatementPair) => source.includes(statement.split(" ").slice(0, 2).join(" "));
  expect(kept.length).toBeGreaterThan(120);
  expect(median(kept.map(({ shown }) => shown.tokens))).toBeLessThanOrEqual(5);
  expect(median(kept.filter(({ pair }) => !begins(pair)).map(({ shown }) => shown.tokens))).toBeLessThanOrEqual(5);
});
