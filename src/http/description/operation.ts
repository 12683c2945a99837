import type { TSchema } from "@sinclair/typebox";
import { KindGuard, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";
import { ErrorObject } from "../../api/schema-parts.ts";
import { type FaultCode, faultKinds } from "../../kernel/fault.ts";
import type { RouteScope } from "../edge/authentication.ts";
import { componentsOf, jsonSchema } from "./json-schema.ts";

export interface OperationFacts {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Null: open to everyone. */
  readonly scope: RouteScope | null;
  readonly path?: Readonly<Record<string, TSchema>>;
  readonly query?: TSchema;
  readonly deprecated?: true;
  /** Takes an `Idempotency-Key`. */
  readonly repeatable?: true;
  readonly body?: Readonly<Record<string, TSchema>>;
  readonly answers: Readonly<Record<number, StatedAnswer>>;
  readonly errors?: readonly FaultCode[];
  /** In the form of another protocol, by status. */
  readonly otherErrors?: Readonly<Record<number, TSchema>>;
}

type StatedAnswer = { readonly says: string } & (
  | {
      readonly schema: TSchema;
      /** Events of a stream that a request can choose instead of JSON. */
      readonly events?: Readonly<Record<string, TSchema>>;
    }
  /** Media types of text or bytes. */
  | { readonly media: readonly string[]; readonly events?: Readonly<Record<string, TSchema>> }
);

const everyRoute: readonly FaultCode[] = [
  "invalid_parameter",
  "address_too_long",
  "host_not_allowed",
  "internal_error",
  "shutting_down",
];
const keyErrors: readonly FaultCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "expired_api_key",
  "insufficient_scope",
  "rate_limit_exceeded",
];
export const costlyErrors: readonly FaultCode[] = ["quota_exceeded", "overloaded"];
export const answeringErrors: readonly FaultCode[] = [...costlyErrors, "upstream_model_error", "upstream_timeout"];
const bodyErrors: readonly FaultCode[] = [
  "invalid_json",
  "missing_required_parameter",
  "invalid_parameter",
  "unknown_parameter",
  "request_timeout",
  "payload_too_large",
  "unsupported_content_encoding",
];

const idempotencyErrors: readonly FaultCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: false,
  description: "Done once, however often it is sent: for 24 hours, a repetition gets the first reply again.",
  schema: { type: "string" as const, pattern: "^[!-~](?:[ -~]{0,253}[!-~])?$" },
};

/** Made when the document is requested: describing all routes takes 20 ms. */
export interface DescribedLater {
  readonly "x-described": () => OperationDetail;
}

/** `x-…` are for `wholeDocument`. */
export type OperationDetail = ReturnType<typeof described>;

/** The options of its route. Each app needs its own copy, because the framework changes it. */
export function operation(id: string, facts: OperationFacts) {
  const detail: DocumentDecoration & DescribedLater = { "x-described": () => described(id, facts) };
  return { parse: "none" as const, detail, ...(facts.scope !== null && { scope: facts.scope }) };
}

function described(id: string, facts: OperationFacts) {
  const codes = [
    ...(facts.scope === null ? [] : keyErrors),
    ...(facts.body === undefined ? [] : bodyErrors),
    ...(facts.query === undefined ? [] : (["unknown_parameter"] as const)),
    ...(facts.repeatable === true ? idempotencyErrors : []),
    ...(facts.errors ?? []),
    ...everyRoute,
  ];
  return {
    operationId: id,
    tags: [facts.tag],
    summary: facts.summary,
    ...(facts.description === undefined ? {} : { description: facts.description }),
    ...(facts.deprecated === true ? { deprecated: true } : {}),
    ...parametersOf(facts),
    ...(facts.path === undefined ? {} : { "x-path": mapValues(facts.path, jsonSchema) }),
    ...(facts.body === undefined ? {} : { requestBody: { required: true, content: contentOf(facts.body) } }),
    security: facts.scope === null ? [] : [{ apiKey: [] }],
    ...(facts.scope === null ? {} : { "x-scope": facts.scope }),
    responses: { ...mapValues(facts.answers, answered), ...errorResponses([...new Set(codes)], facts.otherErrors) },
    "x-components": componentsOf(schemasOf(facts)),
  };
}

function schemasOf({ query, body = {}, answers, otherErrors = {} }: OperationFacts): readonly TSchema[] {
  const answered = Object.values(answers).flatMap((answer) => [
    ...("schema" in answer ? [answer.schema] : []),
    ...Object.values(answer.events ?? {}),
  ]);
  return [
    ErrorObject,
    ...(query === undefined ? [] : [query]),
    ...Object.values(body),
    ...answered,
    ...Object.values(otherErrors),
  ];
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

/** `x-event-stream`, not `content`: a request's `stream` decides, which OpenAPI cannot express. */
function answered(answer: StatedAnswer) {
  const description = answer.says;
  if ("media" in answer) {
    const text = { schema: { type: "string" as const } };
    const content = Object.fromEntries(answer.media.map((type) => [type, text]));
    return { description, content, ...streamOf(answer.events) };
  }
  const content = { "application/json": { schema: jsonSchema(answer.schema) } };
  return { description, content, ...streamOf(answer.events) };
}

function streamOf(schemas: Readonly<Record<string, TSchema>> | undefined) {
  if (schemas === undefined) return {};
  const events = mapValues(schemas, (schema) => ({ data: jsonSchema(schema) }));
  return { "x-event-stream": { mediaType: "text/event-stream", events } };
}

interface OtherError {
  readonly error: { readonly code: number | string };
}

function errorResponses(codes: readonly FaultCode[], others: OperationFacts["otherErrors"] = {}) {
  const byStatus = Map.groupBy(codes, (code) => faultKinds[code].status);
  const ours = [...byStatus].map(([status, some]) => {
    const examples = Object.fromEntries(some.map((code) => [code, { value: { error: exampleOf(code) } }]));
    const schema = others[status] === undefined ? ErrorObject : Type.Union([ErrorObject, others[status]]);
    const content = { "application/json": { schema: jsonSchema(schema), examples } };
    return [status, { description: some.join(", "), content }];
  });
  const foreign = Object.entries(others).map(([status, schema]) => {
    const given: readonly OtherError[] = schema.examples ?? [];
    const examples = Object.fromEntries(given.map((value) => [String(value.error.code), { value }]));
    const content = { "application/json": { schema: jsonSchema(schema), examples } };
    return [status, { description: "Refused by the protocol.", content }];
  });
  return Object.fromEntries([...foreign, ...ours]);
}

function exampleOf(code: FaultCode) {
  const message = "What happened, and what to do next.";
  return { message, type: faultKinds[code].type, param: null, code, request_id: "req_01kfs5n6w4q1v2m3c8r7t9x0ab" };
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

export const tags = {
  Experts: "Named memories, each with its own sources and settings.",
  Sources: "The documents that an expert answers from.",
  Tables: "Tables in the documents, and exact computation with their cells.",
  Sites: "Web sites whose pages are sources of an expert.",
  Questions: "Questions to an expert, and answers with citations.",
  "Gaps and checks": "Questions that were not answered, and questions with the required content of their answers.",
  OpenAI: "The same experts for clients of OpenAI's API.",
  Agents: "The experts as tools for agents (Model Context Protocol).",
  Usage: "The usage of a workspace.",
  Keys: "API keys of a workspace.",
  Webhooks: "Messages that tell your programs of events in a workspace.",
  Sessions: "Signing in to the console.",
  System: "The service itself.",
} as const;

export type Tag = keyof typeof tags;
