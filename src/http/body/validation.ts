/** Checks unknown input against a TypeBox schema and says what is wrong in words that name the field. */
import { KindGuard, type Static, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { nearestName } from "../../kernel/nearest-name.ts";

/** A schema that is compiled when it is first needed: compiling all of them would be a fifth of the start. */
export interface Checked<T extends TSchema> {
  readonly schema: T;
  /** @throws Fault `missing_required_parameter`, `unknown_parameter`, `invalid_parameter` */
  parse(value: unknown): Static<T>;
}

export function checked<T extends TSchema>(schema: T): Checked<T> {
  let compiled: TypeCheck<T> | null = null;
  return {
    schema,
    parse: (value) => {
      compiled ??= TypeCompiler.Compile(schema);
      const check = compiled;
      if (check.Check(value)) return value;
      const error = check.Errors(value).First();
      throw error === undefined
        ? invalidParameter("", "The request does not have the expected form.")
        : faultOf(error, schema);
    },
  };
}

function faultOf(error: ValueError, root: TSchema): Fault {
  const param = paramOf(error.path);
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return new Fault("missing_required_parameter", `"${param}" is missing.`, { param });
    case ValueErrorType.ObjectAdditionalProperties:
      return unknownParameter(param, root);
    default:
      return invalidParameter(
        param,
        `${param === "" ? "The body" : `"${param}"`} must be ${expectation(error.schema)}.`,
      );
  }
}

function unknownParameter(param: string, root: TSchema): Fault {
  const names = KindGuard.IsObject(root) ? Object.keys(root.properties) : [];
  const near = nearestName(param, names);
  return new Fault("unknown_parameter", `"${param}" is not a parameter here.`, {
    param,
    hint: near === null ? `The parameters are: ${names.join(", ")}.` : `Did you mean "${near}"?`,
  });
}

/** `/messages/2/content` (JSON pointer, RFC 6901) to `messages[2].content`. */
function paramOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`), "");
}

function expectation(schema: TSchema): string {
  if (typeof schema.expected === "string") return schema.expected;
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map(expectation).join(" or ");
  if (KindGuard.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (KindGuard.IsInteger(schema)) return `a whole number${range(schema.minimum, schema.maximum)}`;
  if (KindGuard.IsNumber(schema)) return `a number${range(schema.minimum, schema.maximum)}`;
  if (KindGuard.IsString(schema)) return `a string${lengths(schema.minLength, schema.maxLength)}`;
  if (KindGuard.IsArray(schema)) return `a list${count(schema.maxItems)} of ${expectation(schema.items)}s`;
  if (KindGuard.IsBoolean(schema)) return "true or false";
  if (KindGuard.IsNull(schema)) return "null";
  return "an object";
}

function range(minimum: unknown, maximum: unknown): string {
  return minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
}

function lengths(minimum: unknown, maximum: unknown): string {
  if (maximum === undefined) return "";
  return minimum === undefined ? ` of at most ${maximum} characters` : ` of ${minimum} to ${maximum} characters`;
}

function count(maximum: unknown): string {
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}
