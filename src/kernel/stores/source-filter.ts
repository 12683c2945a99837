/**
 * `{ "year": { "$gte": 2020 }, "$or": [ { "team": "ops" }, { "tags": "manual" } ] }`: all fields must hold. A list in
 * the metadata matches if any member does. `$ne` and `$nin` also match sources without the field.
 */
import { invalidParameter } from "../fault.ts";

const reservedFields = ["source_id", "external_id", "type", "title", "created_at"] as const;
export type ReservedField = (typeof reservedFields)[number];
export type Scalar = string | number | boolean;

export type Field = { readonly reserved: ReservedField } | { readonly metadata: string };
export type Comparison = "eq" | "gt" | "gte" | "lt" | "lte";

export type SourceFilter =
  | { readonly kind: "all"; readonly of: readonly SourceFilter[] }
  | { readonly kind: "any"; readonly of: readonly SourceFilter[] }
  | { readonly kind: "not"; readonly of: SourceFilter }
  | { readonly kind: "compare"; readonly field: Field; readonly by: Comparison; readonly value: Scalar }
  | { readonly kind: "in"; readonly field: Field; readonly values: readonly Scalar[] };

/** They keep the resulting query within SQLite's limits. */
const maxDepth = 16;
const bounds = { parts: 400, values: 10_000 };

/** @throws Fault `invalid_parameter`, with the path of the invalid part as its `param`. */
export function parseFilter(given: unknown): SourceFilter {
  return parseObject(given, { path: "filter", depth: 0, left: { ...bounds } });
}

interface FilterPosition {
  readonly path: string;
  readonly depth: number;
  /** How many more conditions, groups and values the filter may have. */
  readonly left: { parts: number; values: number };
}

const inside = (place: FilterPosition, step: string): FilterPosition => ({
  ...place,
  path: `${place.path}${step}`,
  depth: place.depth + 1,
});

function spend({ left }: FilterPosition, what: keyof typeof bounds, amount: number): void {
  left[what] -= amount;
  if (left[what] < 0) throw invalidParameter("filter", `A filter may have at most ${bounds[what]} ${what}.`);
}

function parseObject(given: unknown, place: FilterPosition): SourceFilter {
  spend(place, "parts", 1);
  if (place.depth > maxDepth)
    throw invalidParameter(place.path, `A filter may be nested at most ${maxDepth} levels deep.`);
  const entries = entriesOf(given);
  if (entries === null) throw invalidParameter(place.path, "A filter is an object of fields and conditions.");
  return { kind: "all", of: entries.map(([name, value]) => parseEntry(name, value, inside(place, `.${name}`))) };
}

function parseEntry(name: string, value: unknown, place: FilterPosition): SourceFilter {
  if (name === "$and" || name === "$or") {
    if (!Array.isArray(value) || value.length === 0)
      throw invalidParameter(place.path, `${name} takes a list of filters.`);
    const of = value.map((each, i) => parseObject(each, inside(place, `[${i}]`)));
    return { kind: name === "$and" ? "all" : "any", of };
  }
  if (name === "$not") return { kind: "not", of: parseObject(value, place) };
  if (name.startsWith("$"))
    throw invalidParameter(place.path, `${name} is not an operator here; use $and, $or or $not.`);
  return parseCondition(fieldOf(name), value, place);
}

function fieldOf(name: string): Field {
  const reserved = reservedFields.find((each) => each === name);
  return reserved === undefined ? { metadata: name } : { reserved };
}

function parseCondition(field: Field, value: unknown, place: FilterPosition): SourceFilter {
  spend(place, "parts", 1);
  if (isScalar(value)) return { kind: "compare", field, by: "eq", value };
  if (Array.isArray(value)) throw invalidParameter(place.path, 'To match any of several values, send {"$in": [...]}.');
  const operators = entriesOf(value);
  if (operators === null)
    throw invalidParameter(place.path, 'A condition is a value, or operators with values such as {"$gte": 2024}.');
  if (operators.length === 0) throw invalidParameter(place.path, "The condition has no operator.");
  return {
    kind: "all",
    of: operators.map(([name, operand]) => operator(field, name, { operand, place: inside(place, `.${name}`) })),
  };
}

const comparisons: Readonly<Record<string, Comparison>> = { $eq: "eq", $gt: "gt", $gte: "gte", $lt: "lt", $lte: "lte" };

function operator(
  field: Field,
  name: string,
  { operand, place }: { operand: unknown; place: FilterPosition },
): SourceFilter {
  if (name === "$ne") return { kind: "not", of: { kind: "compare", field, by: "eq", value: scalar(operand, place) } };
  if (name === "$in") return { kind: "in", field, values: scalars(operand, place) };
  if (name === "$nin") return { kind: "not", of: { kind: "in", field, values: scalars(operand, place) } };
  const by = comparisons[name];
  if (by === undefined) {
    throw invalidParameter(place.path, `${name} is not an operator; use $eq, $ne, $gt, $gte, $lt, $lte, $in or $nin.`);
  }
  return { kind: "compare", field, by, value: scalar(operand, place) };
}

function entriesOf(value: unknown): [string, unknown][] | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

function scalar(value: unknown, { path }: FilterPosition): Scalar {
  if (isScalar(value)) return value;
  throw invalidParameter(path, "The value must be a string, a number or a boolean.");
}

function scalars(value: unknown, place: FilterPosition): readonly Scalar[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000 || !value.every(isScalar)) {
    throw invalidParameter(place.path, "The value must be a list of 1 to 1,000 strings, numbers or booleans.");
  }
  spend(place, "values", value.length);
  return value;
}
