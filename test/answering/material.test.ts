import { expect, test } from "bun:test";
import type { Found } from "../../src/answering/retrieval.ts";
import { withMaterial } from "../../src/answering/sent-texts.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const nothing = { passages: [], outcome: { terms: [] }, emptyBecause: "no_match" } as unknown as Found;
const material = (text: string) => [
  { origin: "message", message: 0, title: "Note", url: null, text, start: 0 } as const,
];

test.each([
  ["sentences", `${"The pump is here. ".repeat(9000)}The filter is new.`],
  ["lines", `${"The pump stands in the cellar\n".repeat(9000)}The filter is new`],
  ["letters without spaces", `The filter is new. ${"😀".repeat(90_001)}`],
])("of long material in %s, passages keep their places, and others are heard meanwhile", async (_, text) => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const { passages } = await withMaterial(nothing, material(text), "filter", createAnalyzers()("en"));
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(5);
  expect(passages[0]!.text).toContain("filter");
  const points = [...text];
  for (const { text: said, start, end } of passages) expect(points.slice(start, end).join("")).toBe(said);
});
