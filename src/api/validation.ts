import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import { isFields } from "../kernel/json.ts";
import { faultOf } from "./validation-faults.ts";

/** Compiled when first needed: all schemas would take a fifth of the start. */
export interface Checked<T extends TSchema> {
  readonly schema: T;
  /** @throws Fault `invalid_json`, `missing_required_parameter`, `unknown_parameter`, `invalid_parameter` */
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
      if (!isFields(value)) throw notAnObject(value);
      const error = check.Errors(value).First();
      throw error === undefined
        ? invalidParameter("", "The request does not have the expected form.")
        : faultOf(error, schema, value);
    },
  };
}

export function notAnObject(value: unknown): Fault {
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return new Fault("invalid_json", `The body is ${kind}; it must be a JSON object.`, {
    hint: 'Put the fields between braces: {"name": "value"}.',
  });
}
