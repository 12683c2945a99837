import { eq } from "drizzle-orm";
import type { QuotaStore } from "../accounting/limit-ports.ts";
import type { OwnQuotas } from "../accounting/quota.ts";
import { done, first, type Store } from "./work.ts";

/** Stored for "no limit", because null means that nothing was set. */
const noLimit = -1;

export function quotaStore({ read, write, tables: { workspaceLimits } }: Store): QuotaStore {
  const { requests, sources, bytes, workspaceId } = workspaceLimits;
  return {
    own: (workspace) =>
      read(function* (orm) {
        const row = yield* first(
          orm.select({ requests, sources, bytes }).from(workspaceLimits).where(eq(workspaceId, workspace)),
        );
        const found = row ?? { requests: null, sources: null, bytes: null };
        return { requests: quotaOf(found.requests), sources: quotaOf(found.sources), bytes: quotaOf(found.bytes) };
      }),
    setOwn: (workspace, own) => {
      const set = { requests: columnOf(own.requests), sources: columnOf(own.sources), bytes: columnOf(own.bytes) };
      return write("power", (orm) =>
        done(
          orm
            .insert(workspaceLimits)
            .values({ workspaceId: workspace, ...set })
            .onConflictDoUpdate({ target: workspaceId, set }),
        ),
      );
    },
  };
}

function quotaOf(column: number | null): OwnQuotas["requests"] {
  return column === noLimit ? "none" : column;
}

function columnOf(quota: OwnQuotas["requests"]): number | null {
  return quota === "none" ? noLimit : quota;
}
