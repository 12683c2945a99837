/** Usage on the native API. */
import { Type } from "@sinclair/typebox";
import { instant, nullable, oneOf, strict } from "../description/schema-parts.ts";

const counts = Type.Object({
  requests: Type.Object({
    query: Type.Integer(),
    chat: Type.Integer(),
    ingest: Type.Integer(),
    total: Type.Integer(),
    failed: Type.Integer(),
  }),
  answers: Type.Object({ answered: Type.Integer(), abstained: Type.Integer() }),
  tokens: Type.Object({
    prompt: Type.Integer(),
    completion: Type.Integer(),
    embedding: Type.Integer(),
    total: Type.Integer(),
  }),
  ingest: Type.Object({
    sources_created: Type.Integer(),
    sources_failed: Type.Integer(),
    bytes: Type.Integer(),
    chunks: Type.Integer(),
  }),
});

const limit = Type.Object({
  used: Type.Integer(),
  limit: nullable(Type.Integer()),
  remaining: nullable(Type.Integer()),
});

export const UsageObject = Type.Object({
  object: Type.Literal("usage"),
  workspace_id: Type.String(),
  period: Type.Object({ start: instant, end: instant, type: Type.Literal("calendar_month_utc") }),
  ...counts.properties,
  storage: Type.Object({
    experts: Type.Integer(),
    sources: Type.Integer(),
    chunks: Type.Integer(),
    bytes: Type.Integer(),
  }),
  limits: Type.Object({ requests: limit, sources: limit, bytes: limit }),
  groups: Type.Array(Type.Object({ key: Type.String(), ...counts.properties })),
  as_of: instant,
});

export const UsageQuery = Type.Object(
  {
    month: Type.Optional(Type.String({ pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$", expected: "a month like 2026-11" })),
    group_by: Type.Optional(oneOf(["expert", "key", "day"])),
  },
  strict,
);
