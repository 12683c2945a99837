/** Pieces that the schemas of the native API are made of. */
import { type TSchema, Type } from "@sinclair/typebox";
import type { Metadata } from "../../experts/expert.ts";

/** No fields but those named. */
export const strict = { additionalProperties: false } as const;

export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>(Type.Union(values.map((value) => Type.Literal(value))));
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** 0–1. */
export const unit = Type.Number({ minimum: 0, maximum: 1 });
export const instant = Type.String({ format: "date-time", examples: ["2026-11-21T08:00:00.000Z"] });

export const MetadataSchema = Type.Unsafe<Metadata>(
  Type.Object(
    {},
    {
      additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
      description: "Flat, at most 16 KB as JSON.",
      expected: "a flat object of strings, numbers, booleans and lists of strings",
    },
  ),
);

export const listFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  order: Type.Optional(oneOf(["desc", "asc"])),
  after: Type.Optional(Type.String({ maxLength: 64, description: "The last id of the page before." })),
};
export const ListQuery = Type.Object(listFields, strict);
/** A page of things of one kind, named as in the components of the description. */
export function listOf(component: string) {
  return Type.Object({
    object: Type.Literal("list"),
    data: Type.Array(Type.Ref(component)),
    first_id: nullable(Type.String()),
    last_id: nullable(Type.String()),
    has_more: Type.Boolean(),
    total_count: Type.Integer(),
  });
}

export function deletedOf(thing: string) {
  return Type.Object({ id: Type.String(), object: Type.Literal(`${thing}.deleted`), deleted: Type.Literal(true) });
}

export const ErrorObject = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String(),
    param: nullable(Type.String()),
    code: nullable(Type.String()),
    request_id: Type.String(),
  }),
});
