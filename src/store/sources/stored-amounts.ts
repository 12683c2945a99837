import { count, eq, sql } from "drizzle-orm";
import type { Storage } from "../../accounting/usage-ports.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { Tables } from "../tables.ts";
import { counted, first, type Orm, type Work } from "../work.ts";

export function* storageOf(tables: Tables, orm: Orm, workspace: WorkspaceId): Work<Storage> {
  const { experts, sources, sourceVersions } = tables;
  const mine = eq(experts.workspaceId, workspace);
  const ofExperts = yield* counted(orm.select({ n: count() }).from(experts).where(mine));
  const { no, chunkCount, bytes, content } = sourceVersions;
  const isCurrent = sql`${sources.currentVersionNo} = ${no}`;
  const held = yield* first(
    orm
      .select({
        sources: sql`count(DISTINCT ${sources.no})`.mapWith(Number),
        chunks: sql`coalesce(sum(CASE WHEN ${isCurrent} THEN ${chunkCount} END), 0)`.mapWith(Number),
        bytes: sql`coalesce(sum(${bytes} + coalesce(octet_length(${content}), 0)), 0)`.mapWith(Number),
      })
      .from(experts)
      .innerJoin(sources, eq(sources.expertId, experts.id))
      .innerJoin(sourceVersions, eq(sourceVersions.sourceNo, sources.no))
      .where(mine),
  );
  return { experts: ofExperts, ...(held ?? { sources: 0, chunks: 0, bytes: 0 }) };
}
