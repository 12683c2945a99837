import { Type } from "@sinclair/typebox";
import { oldName } from "./deprecations.ts";
import { instant, namedObject, nullable, oneOf, strictObject } from "./schema-parts.ts";

const counts = {
  requests: namedObject("RequestCounts", {
    query: Type.Integer(),
    chat: Type.Integer(),
    ingest: Type.Integer(),
    total: Type.Integer(),
    failed: Type.Integer(),
  }),
  answers: namedObject("AnswerCounts", { answered: Type.Integer(), abstained: Type.Integer() }),
  tokens: namedObject("TokenCounts", {
    prompt: Type.Integer(),
    completion: Type.Integer(),
    embedding: Type.Integer(),
    total: Type.Integer(),
  }),
  ingest: namedObject("IngestCounts", {
    sources_created: Type.Integer(),
    sources_failed: Type.Integer(),
    bytes: Type.Integer(),
    passages: Type.Integer(),
    chunks: oldName("chunks", Type.Integer()),
  }),
};

const limit = Type.Object(
  {
    used: Type.Integer(),
    limit: nullable(Type.Integer()),
    remaining: nullable(Type.Integer()),
  },
  { $id: "UsageLimit", description: "A limit that is null does not limit." },
);

const UsagePeriod = namedObject("UsagePeriod", {
  start: instant,
  end: instant,
  type: Type.Literal("calendar_month_utc"),
});
const StoredAmounts = namedObject("StoredAmounts", {
  experts: Type.Integer(),
  sources: Type.Integer(),
  passages: Type.Integer(),
  chunks: oldName("chunks", Type.Integer()),
  bytes: Type.Integer(),
});
const UsageLimits = namedObject("UsageLimits", { requests: limit, sources: limit, bytes: limit });
const UsageGroup = namedObject("UsageGroup", { key: Type.String(), ...counts });

export const UsageObject = namedObject("Usage", {
  object: Type.Literal("usage"),
  workspace_id: Type.String(),
  period: UsagePeriod,
  ...counts,
  storage: StoredAmounts,
  limits: UsageLimits,
  groups: Type.Array(UsageGroup),
  as_of: instant,
});

export const UsageQuery = strictObject({
  month: Type.Optional(Type.String({ pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$", expected: "a month like 2026-11" })),
  group_by: Type.Optional(oneOf(["expert", "key", "day"])),
});
