import type { Static } from "@sinclair/typebox";
import type { Quotas } from "../../accounting/quota.ts";
import type { Counters } from "../../accounting/usage-entry.ts";
import type { UsageReport } from "../../accounting/usage-service.ts";
import { UsageObject, UsageQuery } from "../../api/usage-schemas.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Usage");

const getUsage = route("GET /v1/usage", "getUsage", {
  summary: "Get what the workspace used",
  scope: "any",
  query: UsageQuery,
  description:
    "The current calendar month (UTC) unless `month` names another. `storage` is the state at the moment of the request. A limit of null does not apply.",
  answers: { 200: { says: "The usage.", schema: UsageObject } },
  answer: async ({ access, readQuery }, { usage, quotas }) => {
    const { month, group_by } = readQuery();
    const report = await usage.report(access.workspaceId, month ?? null, group_by ?? null);
    return usageView(access.workspaceId, report, await quotas.quotas(access.workspaceId));
  },
});

function usageView(workspace: WorkspaceId, report: UsageReport, quotas: Quotas): Static<typeof UsageObject> {
  const totals = countersView(report.totals);
  const { storage, period, asOf } = report;
  const requests = asOf < period.end ? quotas.requests : null;
  return {
    object: "usage",
    workspace_id: workspace,
    period: { start: instant(report.period.start), end: instant(report.period.end), type: "calendar_month_utc" },
    ...totals,
    storage: { ...storage, passages: storage.chunks },
    limits: {
      requests: limitView(totals.requests.total, requests),
      sources: limitView(storage.sources, quotas.sources),
      bytes: limitView(storage.bytes, quotas.bytes),
    },
    groups: report.groups.map((group) => ({ key: group.key, ...countersView(group.totals) })),
    as_of: new Date(report.asOf).toISOString(),
  };
}

/** Never negative: a limit may have been lowered. */
function limitView(used: number, limit: number | null) {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

function countersView(totals: Counters) {
  const { query, chat, ingest, failed, answered, abstained } = totals;
  const { promptTokens: prompt, completionTokens: completion, embeddingTokens: embedding } = totals;
  return {
    requests: { query, chat, ingest, total: query + chat + ingest, failed },
    answers: { answered, abstained },
    tokens: { prompt, completion, embedding, total: prompt + completion + embedding },
    ingest: {
      sources_created: totals.sourcesCreated,
      sources_failed: totals.sourcesFailed,
      bytes: totals.bytes,
      passages: totals.chunks,
      chunks: totals.chunks,
    },
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

export const usageRoutes = [getUsage];
