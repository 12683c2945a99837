import { KindGuard, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Fault } from "../kernel/fault.ts";
import { nearestName } from "../kernel/nearest-name.ts";

/** Only `described` is part of the API's description. */
declare module "@sinclair/typebox" {
  interface SchemaOptions {
    /** Follows "must be". */
    expected?: string;
    /** Names that other services have for fields of this object. */
    otherNames?: Readonly<Record<string, readonly string[]>>;
    /** Messages about fields that belong elsewhere. */
    notHere?: Readonly<Record<string, string>>;
    /** Rules that the service checks itself, as keywords of JSON Schema for the description. */
    described?: Readonly<Record<string, unknown>>;
  }
}

export function faultOf(error: ValueError, root: TSchema, value: object): Fault {
  const steps = stepsOf(error.path);
  const param = writtenPath(steps);
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return missingParameter(steps, root, value);
    case ValueErrorType.ObjectAdditionalProperties:
      return unknownParameter(steps, root);
    default:
      return invalidValue(param, error);
  }
}

function invalidValue(param: string, { schema, value }: ValueError): Fault {
  const message = `${param === "" ? "The body" : `"${param}"`} ${complaint(schema, value)}.`;
  const near = typeof value === "string" ? nearestName(value, wordsOf(schema)) : null;
  return new Fault("invalid_parameter", message, { param, ...(near !== null && { hint: `Did you mean "${near}"?` }) });
}

function missingParameter(steps: readonly string[], root: TSchema, value: object): Fault {
  const name = steps.at(-1) ?? "";
  const level = steps.slice(0, -1);
  const schema = schemaAt(root, level);
  const given = Object.keys(Object(level.reduce<unknown>((at, step) => Object(at)[step], value)));
  const known = namesOf(schema);
  const strangers = given.filter((each) => !known.includes(each));
  const instead = strangers.find((each) => meant(each, schema) === name) ?? strangers[0];
  const written = (last: string) => writtenPath([...level, last]);
  return new Fault("missing_required_parameter", `"${written(name)}" is missing.`, {
    param: written(name),
    ...(instead !== undefined && { hint: `"${written(instead)}" is not a parameter here; use "${written(name)}".` }),
  });
}

function unknownParameter(steps: readonly string[], root: TSchema): Fault {
  const name = steps.at(-1) ?? "";
  const level = steps.slice(0, -1);
  const schema = schemaAt(root, level);
  const param = writtenPath(steps);
  return new Fault("unknown_parameter", `"${param}" is not a parameter here.`, {
    param,
    hint: unknownHint(name, level, schema),
  });
}

function unknownHint(name: string, level: readonly string[], schema: TSchema): string {
  const elsewhere = schema.notHere?.[name];
  if (elsewhere !== undefined) return elsewhere;
  const near = meant(name, schema);
  if (near !== null) return `Did you mean "${writtenPath([...level, near])}"?`;
  const names = namesOf(schema);
  if (names.length === 0) return "No parameters are taken here.";
  const where = level.length === 0 ? "" : ` in "${writtenPath(level)}"`;
  return `The parameters${where} are ${names.join(", ")}.`;
}

function meant(name: string, schema: TSchema): string | null {
  const known = Object.entries(schema.otherNames ?? {}).find(([, others]) => others.includes(name.toLowerCase()));
  return known?.[0] ?? nearestName(name, namesOf(schema));
}

function namesOf(schema: TSchema): string[] {
  return KindGuard.IsObject(schema) ? Object.keys(schema.properties) : [];
}

/** The root's if the path does not exist. */
function schemaAt(root: TSchema, steps: readonly string[]): TSchema {
  return steps.reduce<TSchema>((schema, step) => {
    if (KindGuard.IsArray(schema)) return schema.items;
    if (KindGuard.IsObject(schema)) return schema.properties[step] ?? schema;
    return schema;
  }, root);
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function writtenPath(steps: readonly string[]): string {
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`),
    "",
  );
}

function complaint(schema: TSchema, value: unknown): string {
  if (typeof value === "string" && KindGuard.IsString(schema)) {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    if (minLength > 0 && value.trim() === "") return "must not be empty";
    if (value.length > maxLength) return `has ${value.length} characters; at most ${maxLength} are allowed`;
  }
  const expected = expectation(schema);
  return expected.includes(": ") ? `must be ${expected}` : `must be ${expected}, not ${described(schema, value)}`;
}

function described(schema: TSchema, value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value !== "string") return typeof value === "object" ? "an object" : String(value);
  const isOfWords = schema.enum !== undefined || schema.type === "string" || schema.expected !== undefined;
  return isOfWords && value.length <= 40 ? JSON.stringify(value) : "a string";
}

function wordsOf(schema: TSchema): readonly string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [];
}

function expectation(schema: TSchema): string {
  if (typeof schema.expected === "string") return schema.expected;
  if (Array.isArray(schema.enum)) return `one of ${wordsOf(schema).map(quoted).join(", ")}`;
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map(expectation).join(" or ");
  if (KindGuard.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (KindGuard.IsInteger(schema)) return `a whole number${range(schema.minimum, schema.maximum)}`;
  if (KindGuard.IsNumber(schema)) return `a number${range(schema.minimum, schema.maximum)}`;
  if (KindGuard.IsString(schema)) return `a string${lengths(schema.minLength, schema.maxLength)}`;
  if (KindGuard.IsArray(schema)) return listExpectation(schema.items, schema.minItems ?? 0, schema.maxItems);
  if (KindGuard.IsBoolean(schema)) return "true or false";
  if (KindGuard.IsNull(schema)) return "null";
  return "an object";
}

const quoted = (word: string) => `"${word}"`;

function listExpectation(items: TSchema, least: number, most: number | undefined): string {
  const count = most === undefined ? (least > 0 ? " that is not empty" : "") : ` of ${least} to ${most} items`;
  return `a list${count}, each item ${expectation(items)}`;
}

function range(minimum: unknown, maximum: unknown): string {
  if (minimum === undefined) return maximum === undefined ? "" : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function lengths(minimum: unknown, maximum: unknown): string {
  if (maximum === undefined) return minimum === undefined ? "" : " that is not empty";
  return minimum === undefined ? ` of at most ${maximum} characters` : ` of ${minimum} to ${maximum} characters`;
}
