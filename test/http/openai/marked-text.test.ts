import { describe, expect, test } from "bun:test";
import { joined, parts, slice, unsplit, withoutMarkers } from "../../../src/http/openai/marked-text.ts";
import { markedText } from "../../support/replies/answer-samples.ts";

describe("withoutMarkers", () => {
  test("removes markers with the blanks before them", () => {
    expect(withoutMarkers(markedText("Six months [1]. Rinse\t [2][1] it[3]\n[4] x [5]"))).toBe(
      "Six months. Rinse it\n x",
    );
  });

  test("leaves brackets that are not markers", () => {
    expect(withoutMarkers({ text: "See [1] and list[2] [3].", markers: [{ start: 20, end: 23 }] })).toBe(
      "See [1] and list[2].",
    );
    expect(withoutMarkers({ text: "See [1]." })).toBe("See [1].");
  });

  test("costs no more for many blanks than their number", () => {
    const blanks = " ".repeat(200_000);
    expect(withoutMarkers(markedText(`${blanks}x`))).toBe(`${blanks}x`);
  });
});

test("a slice keeps the markers that are wholly inside", () => {
  const text = {
    text: "a [1] b [2]",
    markers: [
      { start: 2, end: 5 },
      { start: 8, end: 11 },
    ],
  };
  expect(slice(text, 2, 9)).toEqual({ text: "[1] b [", markers: [{ start: 0, end: 3 }] });
  expect(joined(slice(text, 0, 6), slice(text, 6))).toEqual(text);
});

test("a position inside a marker moves to the marker's start", () => {
  const text = markedText("a [1] b");
  expect([2, 3, 4, 5, 6].map((at) => unsplit(text, at))).toEqual([2, 2, 2, 5, 6]);
});

test("the parts of a text follow each other without gaps", () => {
  const text = markedText("[1]a [2][3]");
  expect([...parts(text)].map(({ start, end, isMarker }) => [text.text.slice(start, end), isMarker])).toEqual([
    ["", false],
    ["[1]", true],
    ["a ", false],
    ["[2]", true],
    ["", false],
    ["[3]", true],
    ["", false],
  ]);
});
