import type { TSchema } from "@sinclair/typebox";
import type { OpenAPIV3 } from "openapi-types";

export type SchemaObject = OpenAPIV3.SchemaObject;

/** A schema with an `$id` becomes a reference to a component. */
export function jsonSchema(schema: TSchema): SchemaObject {
  return plain(schema) as SchemaObject;
}

export function componentsOf(schemas: readonly TSchema[]): Record<string, SchemaObject> {
  const components: Record<string, SchemaObject> = {};
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$id" in value && typeof value.$id === "string") {
      const { $id, ...schema } = value;
      if (components[$id] !== undefined) return;
      components[$id] = plain(schema) as SchemaObject;
    }
    Object.values(value).forEach(collect);
  };
  collect(schemas);
  return components;
}

const notDescribed = new Set(["expected", "otherNames", "notHere", "described"]);

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$id" in schema && typeof schema.$id === "string") return { $ref: `#/components/schemas/${schema.$id}` };
  const known = Object.entries(schema).filter(([name]) => !notDescribed.has(name));
  const entries = [...known, ...Object.entries("described" in schema ? Object(schema.described) : {})];
  if (!("anyOf" in schema))
    return forGenerators(Object.fromEntries(entries.map(([name, value]) => [name, plain(value)])));
  const others = entries.filter(([name]) => name !== "anyOf").map(([name, value]) => [name, plain(value)]);
  return { ...union(schema.anyOf), ...Object.fromEntries(others) };
}

/** For generators, null is one of the types where there is no reference, and has no default: TypeScript would require it. */
function union(members: unknown): object {
  const all = [members].flat().map(Object);
  const [first, second, ...more] = all;
  const isNullable = second?.type === "null" && more.length === 0;
  const known = plain(first);
  if (!isNullable || typeof Object(known).type !== "string") {
    // Generators make one object with the fields of all of `anyOf`; forms without further fields exclude each other.
    const kind = all.every((member) => member.additionalProperties === false) ? "oneOf" : "anyOf";
    return { [kind]: all.map((member) => (member.type === "null" ? { type: "null" } : plain(member))) };
  }
  const { type, enum: values, const: constant, default: _, ...rest } = Object(known);
  const words = constant === undefined ? values : [constant];
  return { ...rest, type: [type, "null"], ...(Array.isArray(words) && { enum: [...words, null] }) };
}

/** A constant that is true or false becomes the text "true" in generated Python, a required enum is never null in C#. */
function forGenerators({ const: constant, ...given }: Readonly<Record<string, unknown>>): object {
  const { required, properties } = given;
  const isAlways = (name: string) => !mayBeNull(Object(properties)[name]);
  const schema = Array.isArray(required) ? { ...given, required: required.filter(isAlways) } : given;
  if (schema.type === "null") return { ...schema, type: ["object", "null"], not: { type: "object" } };
  return constant === undefined || typeof constant === "boolean" ? schema : { const: constant, ...schema };
}

const mayBeNull = (schema: unknown) => [Object(schema).enum].flat().includes(null);
