import { Type } from "@sinclair/typebox";
import { oldName } from "./deprecations.ts";
import { instant, nullable, oneOf, strict } from "./schema-parts.ts";

const counts = {
  requests: Type.Object(
    {
      query: Type.Integer(),
      chat: Type.Integer(),
      ingest: Type.Integer(),
      total: Type.Integer(),
      failed: Type.Integer(),
    },
    { $id: "RequestCounts" },
  ),
  answers: Type.Object({ answered: Type.Integer(), abstained: Type.Integer() }, { $id: "AnswerCounts" }),
  tokens: Type.Object(
    {
      prompt: Type.Integer(),
      completion: Type.Integer(),
      embedding: Type.Integer(),
      total: Type.Integer(),
    },
    { $id: "TokenCounts" },
  ),
  ingest: Type.Object(
    {
      sources_created: Type.Integer(),
      sources_failed: Type.Integer(),
      bytes: Type.Integer(),
      passages: Type.Integer(),
      chunks: oldName("chunks", Type.Integer()),
    },
    { $id: "IngestCounts" },
  ),
};

const limit = Type.Object(
  {
    used: Type.Integer(),
    limit: nullable(Type.Integer()),
    remaining: nullable(Type.Integer()),
  },
  { $id: "UsageLimit", description: "A limit that is null does not limit." },
);

const UsagePeriod = Type.Object(
  { start: instant, end: instant, type: Type.Literal("calendar_month_utc") },
  { $id: "UsagePeriod" },
);
const StoredAmounts = Type.Object(
  {
    experts: Type.Integer(),
    sources: Type.Integer(),
    passages: Type.Integer(),
    chunks: oldName("chunks", Type.Integer()),
    bytes: Type.Integer(),
  },
  { $id: "StoredAmounts" },
);
const UsageLimits = Type.Object({ requests: limit, sources: limit, bytes: limit }, { $id: "UsageLimits" });
const UsageGroup = Type.Object({ key: Type.String(), ...counts }, { $id: "UsageGroup" });

export const UsageObject = Type.Object(
  {
    object: Type.Literal("usage"),
    workspace_id: Type.String(),
    period: UsagePeriod,
    ...counts,
    storage: StoredAmounts,
    limits: UsageLimits,
    groups: Type.Array(UsageGroup),
    as_of: instant,
  },
  { $id: "Usage" },
);

export const UsageQuery = Type.Object(
  {
    month: Type.Optional(Type.String({ pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$", expected: "a month like 2026-11" })),
    group_by: Type.Optional(oneOf(["expert", "key", "day"])),
  },
  strict,
);
