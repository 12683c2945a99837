import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { extracted } from "../support/documents/document-outline.ts";

describe("JSON and JSON Lines", () => {
  test("an object is lines of paths and values; lists of objects in it are records", async () => {
    const value = {
      title: "Pumps",
      made: { year: 2020, by: null },
      tags: ["a", "b"],
      deep: [[1], { x: true }],
      parts: [{ n: "lid" }, { n: "rod" }],
    };
    expect(await extracted(JSON.stringify(value), "a.json")).toEqual({
      title: "Pumps",
      mimeType: "application/json",
      outline: [
        "table_row: title: Pumps\nmade.year: 2020\ntags: a, b\ndeep[0]: 1\ndeep[1].x: true",
        "table_row: parts.n: lid",
        "table_row: parts.n: rod",
      ],
    });
  });

  test("a list of objects is records, a plain value is itself", async () => {
    expect((await extracted('[{"a":1},{"a":"two\\nlines"}]', "a.json")).outline).toEqual([
      "table_row: a: 1",
      "table_row: a: two\nlines",
    ]);
    expect((await extracted('"words"', "a.json")).outline).toEqual(["table_row: words"]);
  });

  test("JSON Lines: one record per line; a broken line is reported", async () => {
    const lines = '{"a":1}\n\n{"a":2}\n';
    expect((await extracted(lines, "a.jsonl")).outline).toEqual(["table_row: a: 1", "table_row: a: 2"]);
    const broken = `${'{"a":1}\n'.repeat(30)}{"a":`;
    const failure = extract({ bytes: new TextEncoder().encode(broken), filename: "a.jsonl", declaredType: null });
    expect(failure).rejects.toMatchObject({ code: "corrupt_file", message: "Line 31 is not valid JSON." });
  });

  test("deep nesting uses no stack and does not lengthen paths", async () => {
    const deep = `${'{"abcdefghij":'.repeat(2_000)}1${"}".repeat(2_000)}`;
    const { outline } = await extracted(deep, "a.json");
    expect(outline).toHaveLength(1);
    expect(outline[0]!.length).toBeLessThan(250);
  });
});
