/** Bodies of OpenAI's routes: unused fields are ignored, and `null` means absent. */

import { KindGuard, type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { checked } from "../../api/validation.ts";
import { Fault } from "../../kernel/fault.ts";
import { isFields } from "../../kernel/json.ts";

/** Null fields are removed before the check, so that a message does not mention null. */
export function lenient<T extends TObject>(schema: T) {
  const properties: TProperties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, withoutNull(property)]),
  );
  const fields = checked(Type.Unsafe<Static<T>>(Type.Object(properties, { additionalProperties: true })));
  return {
    /** @throws Fault `invalid_json`, and like `Checked.parse` */
    parse: (body: unknown): Static<T> => {
      if (!isFields(body)) throw new Fault("invalid_json", "The request body must be a JSON object.");
      return fields.parse(
        Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined)),
      );
    },
  };
}

function withoutNull(property: TSchema): TSchema {
  const [first, second, ...others] = KindGuard.IsUnion(property) ? property.anyOf : [];
  const isNullable = first !== undefined && KindGuard.IsNull(second) && others.length === 0;
  return isNullable ? Type.Optional(first) : property;
}
