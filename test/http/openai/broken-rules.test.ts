/** A model's JSON against the schema of the request: which rule it breaks, and that others' schemas cost little. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { brokenRule } from "../../../src/http/openai/tools-and-formats.ts";
import { type ScriptedModel, scriptedModel } from "../../support/fakes/scripted-model.ts";
import { startService, type TestService } from "../../support/service.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const tree = {
  $ref: "#/$defs/node",
  $defs: { node: object({ children: { type: "array", items: { $ref: "#/$defs/node" } } }, { required: ["children"] }) },
};
const year = { type: "integer", minimum: 2000 };

test.each([
  [object({ year }), '{"year":2026}', null],
  [object({ year }), '{"year":"2026"}', "#/properties/year/type"],
  [object({ year }), '{"year":1999}', "#/properties/year/minimum"],
  [object({ year }), "[]", "#/type"],
  [object({ year }, { required: ["year"] }), "{}", "#/required"],
  [object({ year }, { additionalProperties: false }), '{"secret word":1}', "#/additionalProperties"],
  [object({ year }, { additionalProperties: false, patternProperties: { "(a+)+$": {} } }), '{"a":1}', null],
  [object({ kind: { enum: ["a", "b"] } }), '{"kind":"c"}', "#/properties/kind/enum"],
  [object({ kind: { const: 1 } }), '{"kind":2}', "#/properties/kind/const"],
  [object({ a: { anyOf: [{ type: "string" }, { type: "null" }] } }), '{"a":null}', null],
  [object({ a: { anyOf: [{ type: "string" }, { type: "null" }] } }), '{"a":1}', "#/properties/a/anyOf/1/type"],
  [object({ a: { type: ["string", "null"] } }), '{"a":1}', "#/properties/a/type"],
  [{ oneOf: [object({ a: { pattern: "x" } }), object({ a: { pattern: "y" } })] }, '{"a":"x"}', null],
  [{ items: [{ type: "string" }, { type: "number" }] }, '["a","b"]', "#/prefixItems/1/type"],
  [{ type: "array", items: { type: "string" }, minItems: 2 }, '["a"]', "#/minItems"],
  [tree, '{"children":[{"children":[]}]}', null],
  [
    tree,
    '{"children":[{"children":[{}]}]}',
    "#/$ref/properties/children/items/$ref/properties/children/items/$ref/required",
  ],
] as const)("%j, of which %s breaks %j", (schema, text, rule) => {
  expect(brokenRule(schema, text)).toBe(rule);
});

test.each([
  [
    { type: "nothing", minimum: "1", required: "a", enum: {}, properties: [], anyOf: {}, items: 1, $ref: "https://x" },
    "1",
  ],
  [{ $ref: "#/nowhere" }, "1"],
  [{ $ref: "#" }, "1"],
  [{ $defs: { "a/b": {}, "a~1b": {} }, type: "string" }, '"a"'],
  [{ uniqueItems: true, format: "uri", not: {} }, "[1,1]"],
] as const)("what is no rule, or leads nowhere, breaks nothing: %j", (schema, text) => {
  expect(brokenRule(schema, text)).toBeNull();
});

/** Each level doubles the work of the one below. */
const doubled = (levels: number) => ({
  $ref: "#/$defs/l0",
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, i) => {
      const next = { $ref: `#/$defs/l${i + 1}` };
      return [`l${i}`, i === levels - 1 ? { type: "string" } : { allOf: [next, next] }];
    }),
  ),
});

test("a schema or a reply that would take too long is not checked", () => {
  expect(brokenRule(doubled(8), "1")).toEndWith("/type");
  expect(brokenRule(doubled(60), "1")).toBeNull();
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])));
  const closed = { allOf: Array.from({ length: 5000 }, () => ({ additionalProperties: false })) };
  expect(brokenRule(closed, many)).toBeNull();
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(brokenRule({ items: { $ref: "#" } }, deep)).toBeNull();
});

const written = '{"part":"4711"}';
let model: ScriptedModel;
let service: TestService;
beforeAll(async () => {
  model = scriptedModel([{ kind: "stream", pieces: [written] }]);
  service = await startService({ settings: { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small" } });
  await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
  await service.request("POST", "/v1/experts/pump/sources?wait=60", { body: { text: "The filter is part 4711." } });
});
afterAll(async () => {
  await service.close();
  await model.stop();
});

const question = "Which part is the filter?";
const described = { name: "part", schema: object({ part: { type: "integer" } }) };
const chat = { model: "pump", messages: [{ role: "user", content: question }] };
const requests = [
  ["chat/completions", { ...chat, response_format: { type: "json_schema", json_schema: described } }],
  ["responses", { model: "pump", input: question, text: { format: { type: "json_schema", ...described } } }],
] as const;

test.each(requests)("a reply of %s that breaks the schema is a 502, and the error of a stream", async (path, body) => {
  const told =
    "The model server wrote text that is not in the form that was asked for: it breaks #/properties/part/type.";
  const whole = await service.request("POST", `/v1/${path}`, { body });
  expect([whole.status, whole.error.code]).toEqual([502, "upstream_model_error"]);
  expect(whole.error.message).toStartWith(told);
  const streamed = await service.request("POST", `/v1/${path}`, { body: { ...body, stream: true } });
  expect(streamed.text).toContain(told);
});

test("with `strict: false`, what the model wrote is passed on", async () => {
  const response_format = { type: "json_schema", json_schema: { ...described, strict: false } };
  const reply = await service.request("POST", "/v1/chat/completions", { body: { ...chat, response_format } });
  expect([reply.status, Object(reply.json).choices[0].message.content]).toEqual([200, written]);
});
