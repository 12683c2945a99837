/** A quote is found in the words that a PDF page draws. */
import { expect, test } from "bun:test";
import { boxesOf, type PageRun, quotedSpans } from "../../src/console/reading/quoted-spans.ts";

/** One run a line, a character a hundredth of the width. */
const lines = (...texts: readonly string[]): readonly PageRun[] =>
  texts.map((text, i) => ({ text, x: 0, y: i / 10, width: text.length / 100, height: 0.02 }));

/** The characters of each line that are marked. */
const marked = (runs: readonly PageRun[], quote: string, before = "") => {
  const { spans, rest } = quotedSpans(runs, { quote, before });
  const boxes = boxesOf(runs, spans).map(({ x, y, width }) => [
    Math.round(y * 10),
    Math.round(x * 100),
    Math.round((x + width) * 100),
  ]);
  return { boxes, rest };
};

test("over a line break, hyphens, ligatures and capitals", () => {
  const runs = lines("The OF\uFB01CE is im-", "portant for all");
  expect(marked(runs, "office is important")).toEqual({
    boxes: [
      [0, 4, 16],
      [1, 0, 8],
    ],
    rest: "",
  });
});

test("the occurrence that is meant, by the text before it", () => {
  const runs = lines("Yes.", "No.", "Yes.");
  expect(marked(runs, "Yes.").boxes).toEqual([[0, 0, 4]]);
  expect(marked(runs, "Yes.", "Yes. No. ").boxes).toEqual([[2, 0, 4]]);
});

test("runs beside each other on a line are marked as one", () => {
  const runs: readonly PageRun[] = [
    { text: "one", x: 0, y: 0, width: 0.03, height: 0.02 },
    { text: "two", x: 0.04, y: 0, width: 0.03, height: 0.02 },
    { text: "three", x: 0.5, y: 0, width: 0.05, height: 0.02 },
  ];
  expect(marked(runs, "one two three").boxes).toEqual([
    [0, 0, 7],
    [0, 50, 55],
  ]);
});

test("what the page has in another order is marked in parts, and what it lacks is left for the next page", () => {
  const runs = lines("the second sentence is here", "the first sentence stands below");
  const { boxes, rest } = marked(
    runs,
    "The first sentence stands below the second sentence is here and goes on overleaf.",
  );
  expect(boxes.map(([line]) => line)).toEqual([0, 1]);
  expect(rest).toBe("andgoesonoverleaf");
});

test("a quote that the page does not have, and one without letters, mark nothing", () => {
  const runs = lines("Something else entirely");
  expect(marked(runs, "The filter is replaced").boxes).toEqual([]);
  expect(marked(runs, "***").boxes).toEqual([]);
});
