/** Describes a route for the OpenAPI document: what it takes, what it answers, how it fails. */
import type { TSchema } from "@sinclair/typebox";
import { Kind, KindGuard } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";
import type { OpenAPIV3 } from "openapi-types";
import { type FaultCode, faultKinds } from "../../kernel/fault.ts";
import type { RouteScope } from "../edge/authentication.ts";

export interface OperationFacts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Null where no key is needed. */
  readonly scope: RouteScope | null;
  readonly query?: TSchema;
  /** Whether it takes an `Idempotency-Key`. */
  readonly repeatable?: true;
  /** Media type to schema. */
  readonly body?: Readonly<Record<string, TSchema>>;
  /** Status to what is answered: a component's name, a schema, or a media type with no schema. */
  readonly answers: Readonly<Record<number, Answered>>;
  readonly errors?: readonly FaultCode[];
}

type Answered = {
  readonly says: string;
  /** Whether it also comes as a stream of events. */
  readonly streams?: true;
} & ({ readonly component: string } | { readonly schema: TSchema } | { readonly media: readonly string[] });

/** An address that is not UTF-8 or has a key in it, a `Host` that is none or not ours, and what is nobody's mistake. */
const everyRoute: readonly FaultCode[] = ["invalid_parameter", "host_not_allowed", "internal_error", "shutting_down"];
const keyErrors: readonly FaultCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "expired_api_key",
  "insufficient_scope",
  "rate_limit_exceeded",
];
/** Of routes that are counted, and that only so many may ask at once. */
export const costlyErrors: readonly FaultCode[] = ["quota_exceeded", "overloaded"];
const bodyErrors: readonly FaultCode[] = [
  "invalid_json",
  "missing_required_parameter",
  "invalid_parameter",
  "unknown_parameter",
  "request_timeout",
  "payload_too_large",
];

const idempotencyErrors: readonly FaultCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: false,
  description: "Done once however often it is sent: for 24 hours a repetition gets the first reply again.",
  schema: { type: "string" as const, minLength: 1, maxLength: 255 },
};

/** The `detail` of a route. */
export function operation(facts: OperationFacts): DocumentDecoration {
  const codes = [
    ...(facts.scope === null ? [] : keyErrors),
    ...(facts.body === undefined ? [] : bodyErrors),
    ...(facts.query === undefined ? [] : (["unknown_parameter"] as const)),
    ...(facts.repeatable === true ? idempotencyErrors : []),
    ...(facts.errors ?? []),
    ...everyRoute,
  ];
  return {
    operationId: facts.id,
    tags: [facts.tag],
    summary: facts.summary,
    ...(facts.description === undefined ? {} : { description: facts.description }),
    ...parametersOf(facts),
    ...(facts.body === undefined ? {} : { requestBody: { required: true, content: contentOf(facts.body) } }),
    security: facts.scope === null ? [] : [{ apiKey: [] }],
    ...(facts.scope === null ? {} : { "x-scope": facts.scope }),
    responses: { ...mapValues(facts.answers, answered), ...errorResponses([...new Set(codes)]) },
  };
}

function parametersOf({ query, repeatable }: OperationFacts) {
  const parameters = [
    ...(query === undefined ? [] : queryParameters(query)),
    ...(repeatable === true ? [idempotencyKey] : []),
  ];
  return parameters.length === 0 ? {} : { "x-parameters": parameters };
}

function queryParameters(query: TSchema) {
  if (!KindGuard.IsObject(query)) throw new Error("a query is an object");
  const required = query.required ?? [];
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: required.includes(name),
    schema: jsonSchema(schema),
  }));
}

function contentOf(body: Readonly<Record<string, TSchema>>) {
  return mapValues(body, (schema) => ({ schema: jsonSchema(schema) }));
}

function answered(answer: Answered) {
  const description = answer.says;
  const content = contentOfAnswer(answer);
  return Object.keys(content).length === 0 ? { description } : { description, content };
}

function contentOfAnswer(answer: Answered) {
  const text = { schema: { type: "string" as const } };
  if ("media" in answer) return Object.fromEntries(answer.media.map((type) => [type, text]));
  const schema = "component" in answer ? componentRef(answer.component) : jsonSchema(answer.schema);
  const json = { "application/json": { schema } };
  return answer.streams === true ? { ...json, "text/event-stream": text } : json;
}

/** One response a status, with an example a code. */
function errorResponses(codes: readonly FaultCode[]) {
  const byStatus = Map.groupBy(codes, (code) => faultKinds[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const examples = Object.fromEntries(some.map((code) => [code, { value: { error: exampleOf(code) } }]));
      const content = { "application/json": { schema: componentRef("Error"), examples } };
      return [status, { description: some.join(", "), content }];
    }),
  );
}

function exampleOf(code: FaultCode) {
  const message = "What happened, and what to do next.";
  return { message, type: faultKinds[code].type, param: null, code, request_id: "req_01kfs5n6w4q1v2m3c8r7t9x0ab" };
}

function componentRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

type SchemaObject = OpenAPIV3.SchemaObject;

/** A schema as OpenAPI 3.1 has it, which is JSON Schema; the framework's types know only 3.0. */
export function jsonSchema(schema: TSchema): SchemaObject {
  return plain(schema) as SchemaObject;
}

/** TypeBox's own marks gone, references to components written out. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  if (Kind in schema && schema[Kind] === "Ref" && "$ref" in schema) return componentRef(String(schema.$ref));
  const entries = Object.entries(schema).filter(([name]) => name !== "expected");
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/**
 * The document with every parameter: the generator overwrites those of a route whose path has some, so they come to it
 * as `x-parameters` and are put beside the path's here.
 */
export function withAllParameters(document: { readonly paths: object }): object {
  const operation = ({ "x-parameters": more, parameters = [], ...rest }: DocumentedOperation) =>
    more === undefined
      ? { ...rest, ...(parameters.length > 0 && { parameters }) }
      : { ...rest, parameters: [...parameters, ...more] };
  const item = (operations: Record<string, DocumentedOperation>) => mapValues(operations, operation);
  return { ...document, paths: mapValues(Object(document.paths), item) };
}

interface DocumentedOperation {
  readonly parameters?: readonly unknown[];
  readonly "x-parameters"?: readonly unknown[];
}
