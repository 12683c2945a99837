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

const forMessages = new Set(["expected", "otherNames", "notHere"]);

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$id" in schema && typeof schema.$id === "string") return { $ref: `#/components/schemas/${schema.$id}` };
  const entries = Object.entries(schema).filter(([name]) => !forMessages.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}
