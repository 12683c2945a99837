/** TypeBox schemas as self-contained JSON Schema with standard keywords only. */
import type { TObject } from "@sinclair/typebox";

/** Our keywords for validation messages, and names that would collide between tools. */
const left = new Set(["expected", "otherNames", "notHere", "$id", "examples", "default"]);

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

export function listedSchema(schema: TObject): ObjectSchema {
  return { ...(plain(schema) as object), type: "object" };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { properties, ...keywords } = value as { readonly properties?: object };
  const entries = Object.entries(keywords).filter(([name]) => !left.has(name));
  return {
    ...Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)])),
    // Its keys are names of fields, even if they equal keywords.
    ...(properties === undefined ? {} : { properties: mapValues(properties) }),
  };
}

function mapValues(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)]));
}
