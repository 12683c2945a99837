import { eq } from "drizzle-orm";
import type { QuotaStore } from "../../limits/ports.ts";
import type { OwnQuotas } from "../../limits/quota.ts";
import type { PostgresDatabase } from "../postgres-database.ts";
import { tables } from "../schema.ts";

const { workspaceLimits } = tables;

/** Stored for "no limit", because null means that nothing was set. */
const noLimit = -1;

export function quotasInPostgres({ read, transact }: PostgresDatabase): QuotaStore {
  const { requests, sources, bytes, workspaceId } = workspaceLimits;
  return {
    own: async (workspace) => {
      const [row] = await read((orm) =>
        orm.select({ requests, sources, bytes }).from(workspaceLimits).where(eq(workspaceId, workspace)),
      );
      const found = row ?? { requests: null, sources: null, bytes: null };
      return { requests: quotaOf(found.requests), sources: quotaOf(found.sources), bytes: quotaOf(found.bytes) };
    },
    setOwn: (workspace, own) =>
      transact(async (orm) => {
        const columns = {
          requests: columnOf(own.requests),
          sources: columnOf(own.sources),
          bytes: columnOf(own.bytes),
        };
        await orm
          .insert(workspaceLimits)
          .values({ workspaceId: workspace, ...columns })
          .onConflictDoUpdate({ target: workspaceId, set: columns });
      }),
  };
}

function quotaOf(column: number | null): OwnQuotas["requests"] {
  return column === noLimit ? "none" : column;
}

function columnOf(quota: OwnQuotas["requests"]): number | null {
  return quota === "none" ? noLimit : quota;
}
