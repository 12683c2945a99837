/** The passages that an expert's memory is made of, for building and bringing up its index. */
import { and, asc, between, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import type { MemoryChange, Passage, PassageRows } from "../memory/ports.ts";
import type { Database, Drizzle } from "./database.ts";
import { chunks, chunkVectors, experts, memoryChanges, sources, sourceVersions } from "./schema.ts";
import { vectorFrom } from "./vector-bytes.ts";
import { countingSet } from "./vector-rows.ts";

const batchSize = 1000;

export function passageRows({ orm }: Database): PassageRows {
  return {
    revision: (expert) => revisionOf(orm, expert),
    changesSince: (expert, revision) => changesSince(orm, expert, revision),
    passagesOf: (expert, groups) =>
      batches((after) => page(orm, expert, { after, wanted: inArray(chunks.versionNo, [...groups]) })),
    allPassages: (expert) => batches((after) => page(orm, expert, { after, wanted: undefined })),
    *passagesIn(expert, ranges) {
      for (const { first, last } of ranges) {
        yield* batches((after) => page(orm, expert, { after, wanted: between(chunks.no, first, last) }));
      }
    },
  };
}

function revisionOf(orm: Drizzle, expert: ExpertId): number {
  return orm.select({ revision: experts.revision }).from(experts).where(eq(experts.id, expert)).get()?.revision ?? 0;
}

function changesSince(orm: Drizzle, expert: ExpertId, revision: number): MemoryChange[] | null {
  const rows = orm
    .select()
    .from(memoryChanges)
    .where(and(eq(memoryChanges.expertId, expert), gt(memoryChanges.revision, revision)))
    .orderBy(asc(memoryChanges.revision))
    .all();
  // Revisions have no gaps: a log that begins later has been cut, and one that ends earlier is of an older database.
  const first = rows[0]?.revision ?? revision + 1;
  const last = rows.at(-1)?.revision ?? revision;
  if (first !== revision + 1 || last !== revisionOf(orm, expert)) return null;
  return [...Map.groupBy(rows, (row) => row.revision)].map(([number, changes]) => ({
    revision: number,
    addedGroups: changes.filter(({ added }) => added).map(({ versionNo }) => versionNo),
    removedGroups: changes.filter(({ added }) => !added).map(({ versionNo }) => versionNo),
    sensed: [],
  }));
}

function* batches(load: (after: number) => Passage[]): Iterable<readonly Passage[]> {
  for (let after = 0; ; ) {
    const batch = load(after);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    after = batch[batch.length - 1]?.no ?? after;
  }
}

interface Slice {
  readonly after: number;
  readonly wanted: SQL | undefined;
}

function page(orm: Drizzle, expert: ExpertId, { after, wanted }: Slice): Passage[] {
  // No set has the number 0: an expert that is searched by words alone has no vectors.
  const set = countingSet(orm, expert) ?? 0;
  const rows = orm
    .select({
      no: chunks.no,
      group: chunks.versionNo,
      title: sourceVersions.title,
      section: chunks.section,
      text: chunks.text,
      vector: chunkVectors.vector,
    })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
    .leftJoin(chunkVectors, and(eq(chunkVectors.chunkNo, chunks.no), eq(chunkVectors.embeddingNo, set)))
    .where(and(eq(sources.expertId, expert), gt(chunks.no, after), wanted))
    .orderBy(asc(chunks.no))
    .limit(batchSize)
    .all();
  return rows.map((row) => ({
    ...row,
    vector: row.vector === null ? null : vectorFrom(row.vector),
    sense: null,
  }));
}
