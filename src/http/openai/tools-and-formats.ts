import { type Schema, Validator } from "@cfworker/json-schema";
import type { ToolUse } from "../../answering/answer.ts";
import type { AnswerFormat } from "../../answering/asked-question.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { type Fields, isFields } from "../../kernel/json.ts";

interface ToolFields {
  readonly tools?: readonly Fields[] | null | undefined;
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean | null | undefined;
}

/** Null without a function. Leaves out tools that the server would run. */
export function toolUse(fields: ToolFields): ToolUse | null {
  const definitions = (fields.tools ?? []).filter(({ type }) => type === "function").map(chatDefinition);
  const choice = chatChoice(fields.tool_choice ?? null);
  if (definitions.length === 0 && (choice === null || choice === "auto" || choice === "none")) return null;
  return { definitions, choice, parallel: fields.parallel_tool_calls ?? null };
}

function chatDefinition(tool: Fields): object {
  if (isFields(tool.function)) return tool;
  const { name, description, parameters, strict } = tool;
  return { type: "function", function: withoutNull({ name, description, parameters, strict }) };
}

function chatChoice(choice: unknown): unknown {
  if (!isFields(choice) || choice.type !== "function" || isFields(choice.function)) return choice;
  return { type: "function", function: { name: choice.name } };
}

export function chatFormat(format: Fields | null): AnswerFormat | null {
  if (format === null || format.type === "text") return null;
  const param = "response_format";
  if (format.type === "json_object") return { request: format, schema: null, param };
  const described = isFields(format.json_schema) ? format.json_schema : null;
  if (format.type === "json_schema" && described !== null && isFields(described.schema)) {
    return { request: format, ...checkedSchema(described, described.schema), param };
  }
  throw badFormat(param);
}

export function responsesFormat(format: Fields | null): AnswerFormat | null {
  if (format === null || format.type === "text") return null;
  const param = "text.format";
  if (format.type === "json_object") return { request: { type: "json_object" }, schema: null, param };
  const { name, schema, strict, description } = format;
  if (format.type !== "json_schema" || !isFields(schema)) throw badFormat(param);
  const described = withoutNull({ name, schema, strict, description });
  return { request: { type: "json_schema", json_schema: described }, ...checkedSchema(format, schema), param };
}

function checkedSchema({ strict }: Fields, schema: Fields): Pick<AnswerFormat, "schema" | "brokenRule"> {
  return strict === false ? { schema } : { schema, brokenRule: (text) => brokenRule(schema, text) };
}

function badFormat(param: string) {
  return invalidParameter(
    param,
    `'${param}' must be of the type 'text', 'json_object' or 'json_schema' with a schema.`,
  );
}

function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** Visited parts of the schema, and names in the reply: well under a second. What takes more is not checked. */
const mostSteps = 100_000;
const longestRule = 200;

const isNumber = (value: unknown) => typeof value === "number";
const isAny = () => true;
const areStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** Without those that read whole texts (`pattern`, `maxLength`), compare all with all, or negate. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => [value].flat().every((each) => types.has(String(each))),
  const: isAny,
  enum: Array.isArray,
  required: areStrings,
  $ref: (value) => typeof value === "string" && value.startsWith("#"),
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"].map((name) => [
      name,
      isNumber,
    ]),
  ),
};
const ofNames = new Set(["properties", "$defs", "definitions"]);
const ofLists = new Set(["prefixItems", "anyOf", "allOf"]);

interface Budget {
  spend(steps: number): void;
}

function budgetOf(steps: number): Budget {
  let left = steps;
  return {
    spend: (some) => {
      left -= some;
      if (left < 0) throw new RangeError("the check takes too long");
    },
  };
}

/** What is checked of a schema. The validator asks each part for `$recursiveAnchor` when it visits it. */
function checkedPart(schema: unknown, budget: Budget): Schema | boolean {
  if (!isFields(schema)) return schema !== false;
  const part = (inner: unknown) => checkedPart(inner, budget);
  const kept = { ...plainRules(schema), ...mapped(schema, part) };
  const { enum: words = [], const: word = null, ...others } = kept;
  const weight = Object.values(others).reduce<number>(
    (sum, value) => sum + sizeOf(value),
    lengthOf(words) + lengthOf(word),
  );
  return Object.defineProperty(kept, "$recursiveAnchor", { get: () => budget.spend(weight) });
}

function plainRules(schema: Fields): Fields {
  const named = Object.entries(keywords).filter(([name, isMeant]) => name in schema && isMeant(schema[name]));
  return Object.fromEntries(named.map(([name]) => [name, schema[name]]));
}

/** The rules that hold schemas. One of several is any of them: what is not checked could make two of them fit. */
function mapped(schema: Fields, part: (inner: unknown) => unknown): Fields {
  const { items, oneOf, anyOf = oneOf, prefixItems = items, patternProperties, ...rest } = schema;
  const maps = Object.entries(rest).filter(([name, value]) => ofNames.has(name) && isFields(value));
  const lists = Object.entries({ ...rest, anyOf, prefixItems }).filter(
    ([name, value]) => ofLists.has(name) && Array.isArray(value),
  );
  const singles = Object.entries({ items, additionalProperties: patternProperties ? true : rest.additionalProperties });
  return {
    ...Object.fromEntries(maps.map(([name, value]) => [name, mapValues(value as Fields, part)])),
    ...Object.fromEntries(lists.map(([name, value]) => [name, (value as unknown[]).map(part)])),
    ...Object.fromEntries(singles.flatMap(([name, value]) => (isPart(value) ? [[name, part(value)]] : []))),
  };
}

const isPart = (value: unknown) => isFields(value) || value === false;
const mapValues = (fields: Fields, part: (inner: unknown) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, part(value)]));
const lengthOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / 64);
const sizeOf = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value).length : 1);

function countedValue(text: string, budget: Budget): unknown {
  const counted = {
    ownKeys: (target: object) => {
      const names = Reflect.ownKeys(target);
      budget.spend(names.length);
      return names;
    },
  };
  return JSON.parse(text, (_, value) => (isFields(value) ? new Proxy(value, counted) : value));
}

/** The rule of the schema that the JSON breaks, such as `#/properties/year/type`. Null: none, or not checked. */
export function brokenRule(schema: Fields, text: string): string | null {
  const budget = budgetOf(mostSteps);
  try {
    const validator = new Validator(checkedPart(schema, budget), "2020-12", true);
    const { errors } = validator.validate(countedValue(text, budget));
    // What breaks `false` is named by the reply's own words.
    const broken = errors.findLast(({ keyword }) => keyword !== "false");
    return broken === undefined ? null : broken.keywordLocation.slice(0, longestRule);
  } catch {
    return null;
  }
}
