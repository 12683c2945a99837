/** A response, read and checked against its schema in the OpenAPI document. */
import { FormatRegistry, type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ErrorObject, nullable, strict } from "../../src/api/schema-parts.ts";

FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(text));

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON of a schema. Throws with the body when it is not. */
  as<T extends TSchema>(schema: T): Static<T>;
  /** The body as a page of things of a schema. */
  pageOf<T extends TSchema>(schema: T): Static<ReturnType<typeof PageOf<T>>>;
  /** The body as the error envelope, and nothing beside it. */
  readonly error: Static<typeof ErrorObject>["error"];
  /** The body as JSON, for comparing whole. */
  readonly json: unknown;
}

const PageOf = <T extends TSchema>(schema: T) =>
  Type.Object(
    {
      object: Type.Literal("list"),
      data: Type.Array(schema),
      first_id: nullable(Type.String()),
      last_id: nullable(Type.String()),
      has_more: Type.Boolean(),
      total_count: Type.Integer(),
    },
    strict,
  );

const Envelope = Type.Object({ error: Type.Object(ErrorObject.properties.error.properties, strict) }, strict);

export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const { status, headers } = response;
  const as = <T extends TSchema>(schema: T): Static<T> => {
    const value: unknown = JSON.parse(text);
    if (Value.Check(schema, value)) return value;
    const fault = Value.Errors(schema, value).First();
    throw new Error(`${status}: ${fault?.path} ${fault?.message} in ${text}`);
  };
  return {
    status,
    headers,
    text,
    as,
    pageOf: (schema) => as(PageOf(schema)),
    get error() {
      return as(Envelope).error;
    },
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}
