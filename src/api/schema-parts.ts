/** Every object schema has an `$id`, so that generated clients have a name for it. */
import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { t } from "elysia";
import type { Metadata } from "../experts/expert.ts";
import { Fault, type FaultType } from "../kernel/fault.ts";
import { type IdKind, idPattern } from "../kernel/ids.ts";

export function namedObject<T extends TProperties>(name: string, properties: T) {
  return Type.Object(properties, { $id: name });
}

export const strict = { additionalProperties: false } as const;

export function strictObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, strict);
}

/** Written as `enum`, because some generators do not support a union of constants. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return Type.Unsafe<T[number]>(t.UnionEnum(values, { default: undefined }));
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const unit = Type.Number({ minimum: 0, maximum: 1 });

/** How precisely confidences and weights are told: more digits would show only rounding. */
export function inThreeDigits(number: number): number {
  return Math.round(number * 1000) / 1000;
}

const dayOfMonth =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
const leapYear = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const hourAndMinute = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
export function momentPattern(seconds: string): string {
  return `^(?:[0-9]{4}-${dayOfMonth}|${leapYear}-02-29)[Tt]${hourAndMinute}${seconds}(?:[Zz]|[+-]${hourAndMinute})$`;
}
export const secondsPattern = String.raw`:[0-5][0-9](?:\.[0-9]{1,9})?`;

export const instant = Type.String({ format: "date-time", examples: ["2026-11-21T08:00:00.000Z"] });

export const MetadataSchema = Type.Unsafe<Metadata>(
  Type.Object(
    {},
    {
      $id: "Metadata",
      additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
      description: "Flat, at most 16 KB as JSON.",
      expected: "a flat object of strings, numbers, booleans and lists of strings",
    },
  ),
);

export function listFields(kind: IdKind) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    order: Type.Optional(oneOf(["desc", "asc"])),
    after: Type.Optional(
      Type.String({
        pattern: idPattern(kind),
        expected: "the last_id of the page before",
        description: "The `last_id` of the page before.",
      }),
    ),
  };
}

export type ListFields = {
  readonly [F in keyof ReturnType<typeof listFields>]?: Static<ReturnType<typeof listFields>[F]>;
};

export function listQuery(kind: IdKind) {
  return strictObject(listFields(kind));
}

export function listOf<T extends TSchema>(item: T, name: string) {
  return namedObject(name, {
    object: Type.Literal("list"),
    data: Type.Array(item),
    first_id: nullable(Type.String()),
    last_id: nullable(Type.String()),
    has_more: Type.Boolean(),
    total_count: Type.Integer(),
  });
}

export function deletedOf<const T extends string>(thing: T, name: string) {
  return namedObject(name, {
    id: Type.String(),
    object: Type.Literal(`${thing}.deleted` as const),
    deleted: Type.Literal(true),
  });
}

const faultTypes = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "not_found_error",
  "conflict_error",
  "rate_limit_error",
  "insufficient_quota",
  "server_error",
] as const satisfies readonly FaultType[];

export const ErrorDetails = namedObject("ErrorDetails", {
  message: Type.String({ description: "What happened, and what to do next. For people; it may change." }),
  type: oneOf(faultTypes),
  param: nullable(Type.String({ description: "The field at fault, as the client wrote it." })),
  code: nullable(Type.String({ description: "For programs. Codes are only ever added." })),
  request_id: Type.String(),
});

export const ErrorObject = namedObject("Error", { error: ErrorDetails });

export type ErrorBody = Static<typeof ErrorDetails>;

export function errorBody(fault: Fault, requestId: string): ErrorBody {
  const { message, kind, param, code } = fault;
  return { message, type: kind.type, param, code, request_id: requestId };
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("internal_error", "Docent met an unexpected error.", {
    hint: "The service's log has the details: search it for the id of this request.",
    cause: error,
  });
}
