import { expect, test } from "bun:test";
import { talkReply } from "../../../src/answering/conversation/introduction.ts";
import { knownLanguages } from "../../../src/language/data/known-languages.ts";

function replyIn(tag: string, titles: readonly string[], sources: number): string {
  const language = knownLanguages.find((known) => known.tag === tag);
  if (language === undefined) throw new Error(tag);
  const expert = { name: "House", description: "" };
  return talkReply({ kind: "ability", language }, { expert, titles, sources, questions: [] }).split("\n").at(-1) ?? "";
}

test.each([
  ["en", ["Filters"], 1, "I answer from these sources: Filters."],
  ["en", ["Filters", "Warranty"], 2, "I answer from these sources: Filters and Warranty."],
  ["en", ["Filters", "Warranty", "Roof"], 3, "I answer from these sources: Filters, Warranty, and Roof."],
  ["en", ["Filters", "Warranty", "Roof"], 9, "I answer from these sources: Filters, Warranty, Roof, …."],
])("%s: titles are a list: %p of %d", (tag, titles, sources, expected) => {
  expect(replyIn(tag, titles, sources)).toBe(expected);
});

// Thai separates by spaces.
test("titles are separated in every language", () => {
  for (const { tag } of knownLanguages.filter((known) => known.tag !== "th")) {
    expect([tag, replyIn(tag, ["A1", "B2"], 2)]).toEqual([tag, expect.not.stringMatching(/A1 ?B2/)]);
    expect([tag, replyIn(tag, ["A1", "B2"], 9)]).toEqual([tag, expect.not.stringMatching(/A1 ?B2/)]);
  }
});
