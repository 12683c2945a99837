/** A model's text that has to be JSON, however it is split. */
import { expect, test } from "bun:test";
import { readJsonWriting } from "../../src/answering/generated/json-grounding.ts";

const format = { request: {}, schema: null, param: "response_format" };
const failed = "failed, with nothing shown";

test.each([
  ['{"a":"NO_ANSWER"}', ""],
  ["No: NO_ANSWER", ""],
  [' {"a":"NOON","b":{"c":1}}', '{"a":"NOON","b":{"c":1}}'],
  ["{}", "{}"],
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ["hello", failed],
  ["[1]", failed],
  ["1", failed],
  ['{"a":"NO', failed],
])("%j gives %j at every split", (text, expected) => {
  const given = new Set<string>();
  for (let from = 0; from <= text.length; from++) {
    for (let to = from; to <= text.length; to++) {
      const writing = readJsonWriting(format);
      const pieces = [text.slice(0, from), text.slice(from, to), text.slice(to)];
      const shown = pieces.map(writing.push).join("");
      try {
        const end = writing.end({ called: false, truncated: false });
        given.add(shown + end.piece);
        expect(end.text).toBe(shown + end.piece);
      } catch (error) {
        given.add(shown === "" ? failed : String(error));
      }
    }
  }
  expect([...given]).toEqual([expected]);
});

test("a text beside a call of a tool is left out", () => {
  const writing = readJsonWriting(format);
  expect(writing.push("I look it up.")).toBe("");
  expect(writing.end({ called: true, truncated: false })).toEqual({ piece: "", text: "" });
});
