/** The address and the metadata of a source, which every passage of it shows. */
import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Metadata } from "../../experts/expert.ts";
import type { Source } from "../../sources/source.ts";
import { changeLog } from "../memory-log.ts";
import { inTurn } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";
import { tables } from "../schema.ts";

const { sources } = tables;

/** The log gets an empty range, so that it has the revision, and no index has anything to do. */
const emptyRange = { first: 0, last: -1 };

interface ShownFacts {
  /** Undefined: it stays as it is. Null: there is none any more. */
  readonly url?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Raises the expert's revision if they change: nodes keep what passages show for as long as it stays the same. */
export async function changeShownFacts(orm: Orm, { no, expertId }: Source, facts: ShownFacts): Promise<void> {
  const { url, metadata } = facts;
  if (url === undefined && metadata === undefined) return;
  await inTurn(orm, changeLog.lock(expertId));
  const differs = or(
    url === undefined ? undefined : sql`${sources.url} IS DISTINCT FROM ${url}::text`,
    metadata === undefined ? undefined : ne(sources.metadata, metadata),
  );
  const changed = await orm
    .update(sources)
    .set({ ...(url !== undefined && { url }), ...(metadata !== undefined && { metadata }) })
    .where(and(eq(sources.no, no), differs))
    .returning({ current: sources.currentVersionNo });
  if (changed.some(({ current }) => current !== null))
    await inTurn(orm, changeLog.note(expertId, { sensed: [emptyRange] }));
}
