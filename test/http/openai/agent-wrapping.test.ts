import { expect, test } from "bun:test";
import { unwrapUserText } from "../../../src/http/openai/front-ends/agent-wrapping.ts";
import { findBlock, withoutBlocks } from "../../../src/http/openai/front-ends/tagged-block.ts";

test("a block, the first one closed", () => {
  expect(findBlock("a<b>c</b>d<b>e</b>", "b")).toEqual({ start: 1, end: 9, inner: "c" });
  expect(findBlock("a<b>c</b>d<b>e</b>", "b", 2)).toEqual({ start: 10, end: 18, inner: "e" });
  expect(findBlock("a<b>c", "b")).toBeNull();
  expect(findBlock("a</b><b>", "b")).toBeNull();
});

test("blocks go, what is not closed stays", () => {
  expect(withoutBlocks("1<b>2</b>3<b></b>4<b>5", "b")).toBe("134<b>5");
});

test("what the user said, without tag and editor state", () => {
  const state = "<environment_details>\nREADME.md\n</environment_details>";
  expect(unwrapUserText(`<task>\nHow often?\n</task>\n${state}`)).toBe("How often?");
  expect(unwrapUserText(`<feedback>Again.</feedback>${state}${state}`)).toBe("Again.");
  expect(unwrapUserText(`Plain ${state}`)).toBe("Plain");
});

test("other text stays", () => {
  for (const text of ["How often?", "What does <task> mean?", "<task>a</task> and <task>b</task>", "<task></task>"]) {
    expect(unwrapUserText(text)).toBe(text);
  }
  expect(unwrapUserText("<environment_details>x</environment_details>")).toBe(
    "<environment_details>x</environment_details>",
  );
});

test("many tags that are never closed cost no more than their number", () => {
  const tags = "<environment_details>".repeat(100_000);
  expect(unwrapUserText(tags)).toBe(tags);
});
