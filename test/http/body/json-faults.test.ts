/** The position of a mistake in JSON, to the column. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonFault, placeIn } from "../../../src/http/body/json-faults.ts";

test.each([
  ["{'a': 1}", "line 1, column 2: strings and names take double quotes, not single ones"],
  ['{"a": 1,}', "line 1, column 9: remove the comma before it"],
  ["[1,\n]", "line 2, column 1: remove the comma before it"],
  ["{a: 1}", "line 1, column 2: the name of a field in double quotes is expected"],
  ['{"a" 1}', "line 1, column 6: a colon is expected after the name of a field"],
  ['{"a": 1 "b": 2}', "line 1, column 9: a comma or a closing brace is expected"],
  ["[1}", "line 1, column 3: a comma or a closing bracket is expected"],
  ['{"a": True}', "line 1, column 7: true, false and null are written in lower case"],
  ['{"a": NaN}', "line 1, column 7: JSON has no such value; use null"],
  ['{"a": .5}', "line 1, column 7: a value is expected"],
  ['{"a": 1}\n{"a": 2}', "line 2, column 1: one JSON value ends before it, and more follows"],
  ['// why\n{"a": 1}', "line 1, column 1: JSON has no comments"],
  ["question=How+often", "line 1, column 1: it looks like the fields of a form, not JSON"],
  ["<p>", "line 1, column 1: it looks like HTML or XML"],
  [
    '{"a": "one\ntwo"}',
    "line 1, column 7: a string has a line break or another control character; write it as \\n or \\u…",
  ],
  ['{"a": "C:\\dir"}', "line 1, column 7: a string has a backslash that begins no escape; write it twice"],
  ['{"a": "one', "line 1, column 7: a string begins there and is not closed"],
  ['{"a": [1, 2', "line 1, column 12: it ends before it is complete"],
  ["“a”", "line 1, column 1: strings and names take straight double quotes, not typographic ones"],
])("%s", (text, expected) => {
  const fault = jsonFault(text);
  expect(fault === null ? null : `${placeIn(text, fault.at)}: ${fault.reason}`).toBe(expected);
});

test("agrees with the parser about JSON with any character removed", () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.nat(3), (text, at, count) => {
      const start = at % (text.length + 1);
      for (const each of [text, text.slice(0, start) + text.slice(start + count)]) {
        expect(jsonFault(each) === null).toBe(parses(each));
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["of one kind", "a".repeat(190_000)],
  ["with escapes", "ab\\n".repeat(45_000)],
  ["with escapes alone", "\\u00e9".repeat(30_000)],
])("a long string %s that is not closed is found at once", (_name, text) => {
  const given = `{"a": "${text}`;
  expect(jsonFault(given)).toEqual({ at: 6, reason: "a string begins there and is not closed" });
  expect(jsonFault(`${given}\\`)?.at).toBe(6);
});

test("a text that is too long has no position", () => {
  expect(jsonFault(`${" ".repeat(200_000)}}`)).toBeNull();
});
