/** Changes to a source that need no new content. */
import { and, eq, inArray, lte, max, sql } from "drizzle-orm";
import type { SourceEdit } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import { renewSense } from "../../store/background-models.ts";
import type { Drizzle } from "../database.ts";
import { atOnce } from "../dialect.ts";
import { memoryLog } from "../memory-log.ts";
import { chunks, sources, sourceVersions, tables } from "../schema.ts";

/** Must be called inside a transaction. */
export function editSource(orm: Drizzle, source: Source, { edit, at }: { edit: SourceEdit; at: number }): void {
  const { title, url, metadata } = edit;
  orm.update(sources).set({ url, metadata, updatedAt: at }).where(eq(sources.no, source.no)).run();
  if (title !== undefined) retitle(orm, source, title);
}

/** Changes the newest version and the one that answers, because a new title must show everywhere. */
function retitle(orm: Drizzle, source: Source, title: string): void {
  const row = orm.select({ current: sources.currentVersionNo }).from(sources).where(eq(sources.no, source.no)).get();
  const answering = row?.current ?? null;
  const versions = answering === null ? [source.versionNo] : [source.versionNo, answering];
  orm.update(sourceVersions).set({ title, givenTitle: title }).where(inArray(sourceVersions.no, versions)).run();
  if (answering !== null) renewPassages(orm, source, answering);
}

/**
 * An index contains the title's words with each passage and accepts each passage number only once. So the passages get new
 * numbers: the log removes them in one revision and adds them in the next.
 */
function renewPassages(orm: Drizzle, { expertId }: Source, versionNo: number): void {
  const mine = eq(chunks.versionNo, versionNo);
  const last =
    orm
      .select({ no: max(chunks.no) })
      .from(chunks)
      .where(mine)
      .get()?.no ?? 0;
  orm.run(sql`
    INSERT INTO chunks (version_no, start, "end", section, page, text, reading, speaker, said_at, outline, language)
    SELECT version_no, start, "end", section, page, text, reading, speaker, said_at, outline, language FROM chunks WHERE version_no = ${versionNo} ORDER BY no`);
  orm
    .delete(chunks)
    .where(and(mine, lte(chunks.no, last)))
    .run();
  atOnce(orm, renewSense(tables, orm, versionNo));
  const log = memoryLog(orm);
  log.note(expertId, { removed: [versionNo] });
  log.note(expertId, { added: [versionNo] });
}
