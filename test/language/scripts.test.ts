import { expect, test } from "bun:test";
import { foreignShare } from "../../src/language/text/scripts.ts";

const english = "The treaty was signed in Vienna in 1815 by the envoys of eight powers.";

test.each([
  ["Who signed the treaty?", 0],
  ["谁签署了条约？", 1],
  ["Кто подписал договор?", 1],
  ["من وقع المعاهدة؟", 1],
  ["ใครลงนามในสนธิสัญญา", 1],
  ["1815?", 0],
  ["🙂🙂🙂", 0],
])("%s asked of English: %d", (question, share) => {
  expect(foreignShare(question, english)).toBe(share);
});

test("a question in two scripts is partly foreign", () => {
  expect(foreignShare("Wien 谁谁谁谁", english)).toBe(0.5);
});

test("a text in both scripts supports both", () => {
  expect(foreignShare("谁签署了条约", "条约在维也纳签署。 The treaty")).toBe(0);
});

test("a name in another script does not add that script to a text", () => {
  expect(foreignShare("谁签署了条约", `${english} ${english} 约`)).toBe(1);
});
