/**
 * Reads single fields of an OpenAI request. That surface is lenient about fields it does not use and treats `null` as
 * absent; a field that is used and has the wrong type or range is a Fault that names it.
 */
import { Fault, invalidParameter } from "../../kernel/fault.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws Fault `invalid_json` unless the body is a JSON object. */
export function bodyFields(body: unknown): Fields {
  if (isFields(body)) return body;
  throw new Fault("invalid_json", "The request body must be a JSON object.");
}

/** @throws Fault `missing_required_parameter`. */
export function missing(param: string): Fault {
  return new Fault("missing_required_parameter", `The field '${param}' is required.`, { param });
}

/** The value of a field that must be there and not be empty. */
export function requiredString(fields: Fields, name: string): string {
  const value = fields[name] ?? null;
  if (value === null) throw missing(name);
  if (typeof value !== "string" || value === "") throw invalidParameter(name, `'${name}' must be a non-empty string.`);
  return value;
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
}

export function optionalNumber(fields: Fields, name: string, range: NumberRange): number | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  const fits = typeof value === "number" && value >= range.min && value <= range.max;
  if (fits && (range.whole === undefined || Number.isSafeInteger(value))) return value;
  throw invalidParameter(name, `'${name}' must be ${describeRange(range)}.`);
}

export function optionalBoolean(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === "boolean") return value;
  throw invalidParameter(name, `'${name}' must be true or false.`);
}

/** One of a few words; the first is the default. */
export function optionalWord<const W extends string>(fields: Fields, name: string, words: readonly [W, ...W[]]): W {
  const value = fields[name] ?? words[0];
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  throw invalidParameter(name, `'${name}' must be one of ${words.map((each) => `'${each}'`).join(", ")}.`);
}

function describeRange({ min, max, whole }: NumberRange): string {
  const kind = whole === undefined ? "a number" : "a whole number";
  return max >= Number.MAX_SAFE_INTEGER ? `${kind} of at least ${min}` : `${kind} from ${min} to ${max}`;
}
