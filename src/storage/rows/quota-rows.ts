import { eq, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { QuotaStore } from "../../limits/ports.ts";
import type { OwnQuotas } from "../../limits/quota.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { workspaceLimits } from "../schema.ts";

/** Stored for "no limit", because null means that nothing was set. */
const noLimit = -1;

export function quotaRows({ orm, write }: Database): Immediate<QuotaStore> {
  const own = builtOnce(() => ownQuotas(orm));
  return {
    own: (workspace) => {
      const row = own().get({ workspace });
      const { requests, sources, bytes } = row ?? { requests: null, sources: null, bytes: null };
      return { requests: quotaOf(requests), sources: quotaOf(sources), bytes: quotaOf(bytes) };
    },
    setOwn: (workspaceId, { requests, sources, bytes }) => {
      const columns = { requests: columnOf(requests), sources: columnOf(sources), bytes: columnOf(bytes) };
      write("power", () =>
        orm
          .insert(workspaceLimits)
          .values({ workspaceId, ...columns })
          .onConflictDoUpdate({ target: workspaceLimits.workspaceId, set: columns })
          .run(),
      );
    },
  };
}

function ownQuotas(orm: Drizzle) {
  const { workspaceId, requests, sources, bytes } = workspaceLimits;
  return orm
    .select({ requests, sources, bytes })
    .from(workspaceLimits)
    .where(eq(workspaceId, sql.placeholder("workspace")))
    .prepare();
}

function quotaOf(column: number | null): OwnQuotas["requests"] {
  return column === noLimit ? "none" : column;
}

function columnOf(quota: OwnQuotas["requests"]): number | null {
  return quota === "none" ? noLimit : quota;
}
