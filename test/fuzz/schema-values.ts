/** Values generated from the JSON Schemas of our own description: valid, almost valid and hostile ones. */
import fc from "fast-check";

type Schema = { readonly [keyword: string]: unknown };

const record = (value: unknown): Schema => (typeof value === "object" && value !== null ? { ...value } : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);

/** Longer than this, a string that the schema allows is not made. */
const longest = 300;

/** Valid values of the schema, and sometimes one of its examples. */
export function allowed(given: unknown): fc.Arbitrary<unknown> {
  const schema = record(given);
  const examples = list(schema.examples);
  const made = madeFor(schema);
  return examples.length === 0
    ? made
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: made });
}

function madeFor(schema: Schema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(allowed));
  switch (schema.type) {
    case "object":
      return objects(schema);
    case "array":
      return arrays(schema);
    case "string":
      return strings(schema);
    case "integer":
      return fc.integer({ min: numberOr(schema.minimum, -1000), max: numberOr(schema.maximum, 1000) });
    case "number":
      return fc.double({ min: numberOr(schema.minimum, -1000), max: numberOr(schema.maximum, 1000), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(record(schema.properties)).map(([name, each]) => [name, allowed(each)] as const);
  const required = list(schema.required).map(String);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (typeof schema.additionalProperties !== "object") return known;
  const more = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), allowed(schema.additionalProperties), {
    maxKeys: 3,
  });
  return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...Object(own) }));
}

function arrays(schema: Schema): fc.Arbitrary<unknown> {
  const bounds = { minLength: numberOr(schema.minItems, 0), maxLength: Math.min(numberOr(schema.maxItems, 4), 4) };
  return schema.uniqueItems === true
    ? fc.uniqueArray(allowed(schema.items), bounds)
    : fc.array(allowed(schema.items), bounds);
}

function strings(schema: Schema): fc.Arbitrary<unknown> {
  if (typeof schema.pattern === "string")
    return fc.stringMatching(new RegExp(schema.pattern, "u"), { maxLength: longest });
  const bounds = {
    minLength: numberOr(schema.minLength, 0),
    maxLength: Math.min(numberOr(schema.maxLength, 40), longest),
  };
  return fc.oneof(fc.string({ ...bounds, unit: "grapheme" }), fc.string(bounds));
}

const deep = (open: string, close: string, depth: number): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Values that reveal code that trusts its input. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      0,
      -0,
      -1,
      1.5,
      1e308,
      -1e308,
      2 ** 53,
      2 ** 64,
      "",
      " ",
      "\0",
      "\n",
      "null",
      "NaN",
      "0x10",
      "1e999",
    ],
    ...[
      "__proto__",
      "constructor",
      "toString",
      "../../../etc/passwd",
      "'; DROP TABLE sources; --",
      "%00",
      "%",
      "{{x}}",
    ],
    ...["\ud800", "\udfff\ud800", "\u202e\u0000\ufeff", "ß".repeat(70), "😀".repeat(500), "x".repeat(20_000)],
    ...[
      "javascript:alert(1)",
      "http://",
      "http://[::1",
      "http://a:99999",
      "file:///etc/passwd",
      'AND OR NOT " * ( NEAR',
    ],
    ...[[], {}, [[]], [null], { "": "" }, { __proto__: null, constructor: { prototype: {} } }],
    ...[
      { $and: [] },
      { $or: {} },
      { $not: null },
      { $and: [{ $not: { a: { $in: [] } } }] },
      { a: { $gt: {} } },
      { $x: 1 },
    ],
    ...[JSON.parse('{"__proto__":{"a":1}}'), deep("[", "]", 3000), deep('{"a":', "}", 3000)],
    ...[deep('{"$and":[', "]}", 3000), deep('{"$not":', "}", 3000)],
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** A value that the schema allows, with one thing in it changed, lost or added. */
export function nearly(schema: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(allowed(schema), fc.nat(), hostile, fc.constantFrom("replace", "drop", "add", "rename")).map(change);
}

type Change = [value: unknown, at: number, by: unknown, how: "replace" | "drop" | "add" | "rename"];

function change([value, at, by, how]: Change): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return by;
  const entries = Object.entries(value);
  const place = at % (entries.length + 1);
  const [name, old] = entries[place] ?? ["surplus", null];
  if (how === "replace") return { ...value, [name]: change([old, at >> 3, by, how]) };
  if (how === "add") return { ...value, [`x${name}`]: by };
  const rest = Object.fromEntries(entries.filter(([each]) => each !== name));
  return how === "drop" ? rest : { ...rest, [name.toUpperCase()]: old };
}
