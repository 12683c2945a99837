import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { Counters } from "../usage/usage-entry.ts";
import type { UsageReport, UsageService } from "../usage/usage-service.ts";
import type { authentication } from "./authentication.ts";
import { operation } from "./operation.ts";
import { readQuery } from "./request-body.ts";
import { type UsageObject, UsageQuery } from "./usage-schemas.ts";
import { checked } from "./validation.ts";

const usageQuery = checked(UsageQuery);

export function usageRoutes(auth: ReturnType<typeof authentication>, usage: UsageService) {
  return new Elysia({ name: "usage-routes" }).use(auth).get(
    "/v1/usage",
    ({ access, request }) => {
      const { month, group_by } = readQuery(request, usageQuery);
      return usageView(access.workspaceId, usage.report(access.workspaceId, month ?? null, group_by ?? null));
    },
    {
      scope: "any",
      detail: operation({
        ...{ id: "getUsage", tag: "Usage", summary: "Get what the workspace used", scope: "any", query: UsageQuery },
        description: "The current calendar month (UTC) unless `month` names another. `storage` is of now.",
        answers: { 200: { says: "The usage.", component: "Usage" } },
      }),
    },
  );
}

function usageView(workspace: WorkspaceId, report: UsageReport): Static<typeof UsageObject> {
  const totals = countersView(report.totals);
  return {
    object: "usage",
    workspace_id: workspace,
    period: { start: instant(report.period.start), end: instant(report.period.end), type: "calendar_month_utc" },
    ...totals,
    storage: { ...report.storage },
    limits: { requests: { used: totals.requests.total, limit: null, remaining: null } },
    groups: report.groups.map((group) => ({ key: group.key, ...countersView(group.totals) })),
    as_of: new Date(report.asOf).toISOString(),
  };
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
      chunks: totals.chunks,
    },
  };
}

/** Whole seconds: `2026-11-01T00:00:00Z`. */
function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
