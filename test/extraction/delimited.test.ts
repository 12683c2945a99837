import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { extract } from "../../src/extraction/extract.ts";
import { likelyDelimiter, readDelimited } from "../../src/extraction/plain/delimited.ts";
import { extracted } from "../support/documents/document-outline.ts";

const outlineOf = async (text: string, filename = "a.csv") => (await extracted(text, filename)).outline;

describe("CSV and TSV", () => {
  test("a row becomes a passage with its column names", async () => {
    expect(await extracted('name,age,city\r\n"Smith, ""Bob""",42,"New\nYork"\r\nAnn,,\r\n\r\n', "a.csv")).toEqual({
      title: null,
      mimeType: "text/csv",
      outline: ['table_row: name: Smith, "Bob"; age: 42; city: New York', "table_row: name: Ann"],
    });
  });

  test("rows without column names; columns without rows", async () => {
    expect(await outlineOf("1,2.5\n3,4")).toEqual(["table_row: 1; 2.5", "table_row: 3; 4"]);
    expect(await outlineOf("only,names")).toEqual(["table_row: only; names"]);
    expect(await outlineOf("a;b\nc;d")).toEqual(["table_row: a: c; b: d"]);
    expect(await outlineOf("a\tb\n1\t\n", "a.tsv")).toEqual(["table_row: a: 1"]);
  });

  test("the delimiter is the one that divides lines alike", () => {
    expect(likelyDelimiter("a;b;c\n1,5;2,5;3\n4;5;6")).toBe(";");
    expect(likelyDelimiter("a|b\nc|d")).toBe("|");
    expect(likelyDelimiter("no delimiter at all")).toBe(",");
  });

  test("RFC 4180 output is read back", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", ",", '"', "\n", "\r\n", " ", ";") });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const written = rows
          .map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")}\r\n`)
          .join("");
        expect([...readDelimited(written, ",")]).toEqual(
          rows.filter((row) => row.some((field) => field.trim() !== "")),
        );
      }),
    );
  });
});

test("the deadline of a long file begins again with each part that was read", async () => {
  let parts = 0;
  const bytes = new TextEncoder().encode(`Name,Place\n${"Ada,London\n".repeat(100_001)}`);
  const cameFurther = () => parts++;
  const { document } = await extract({ bytes, filename: "long.csv", declaredType: null, cameFurther });
  expect([parts, document.blocks.length]).toEqual([2, 100_001]);
  const last = document.blocks.at(-1)!;
  expect(document.text.slice(last.start, last.end)).toBe("Name: Ada; Place: London");
});
