import { expect, test } from "bun:test";
import { answerRuns } from "../../src/console/asking/answer-runs.ts";

const runsOf = (text: string, remarks: readonly { start: number; end: number }[]) =>
  answerRuns(text, remarks).map((run) => `${run.kind}: ${run.text}`);

test("headings and marks of an overview are runs of their own, and joined they are the text", () => {
  const text = "𝐅ilters\n\n- Paper lasts [1].\n\nPumps\n\n- There are two [2].";
  // In code points: the first letter is one.
  const remarks = [
    { start: 0, end: 7 },
    { start: 29, end: 34 },
  ];
  expect(runsOf(text, remarks)).toEqual([
    "heading: 𝐅ilters",
    "text: \n\n",
    "bullet: - ",
    "text: Paper lasts ",
    "mark: [1]",
    "text: .\n\n",
    "heading: Pumps",
    "text: \n\n",
    "bullet: - ",
    "text: There are two ",
    "mark: [2]",
    "text: .",
  ]);
  expect(
    answerRuns(text, remarks)
      .map((run) => run.text)
      .join(""),
  ).toBe(text);
});

test("a date beside a quote is no heading", () => {
  const text = "I had it yesterday [1] (2026-03-22).";
  expect(runsOf(text, [{ start: 23, end: 35 }])).toEqual([
    "text: I had it yesterday ",
    "mark: [1]",
    "text:  (2026-03-22).",
  ]);
});

test("a dash inside a line is no bullet", () => {
  expect(runsOf("Open - or closed [1].", [])).toEqual(["text: Open - or closed ", "mark: [1]", "text: ."]);
});

test("no remarks, no headings", () => {
  expect(runsOf("Pumps", [])).toEqual(["text: Pumps"]);
});
