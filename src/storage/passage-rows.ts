/** The passages that an expert's memory is made of, for building and bringing up its index. */
import { and, asc, between, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import type { MemoryChange, Passage, PassageRows } from "../memory/ports.ts";
import type { Database, Drizzle } from "./database.ts";
import {
  chunkSenses,
  chunks,
  chunkVectors,
  experts,
  memoryChanges,
  senseChanges,
  sources,
  sourceVersions,
} from "./schema.ts";
import { senseFrom } from "./sense-bytes.ts";
import { senseModelNo } from "./sense-rows.ts";
import { vectorFrom } from "./vector-bytes.ts";
import { countingSet } from "./vector-rows.ts";

const batchSize = 1000;

/** @param senseModel the model that sense is read of; null reads none. */
export function passageRows({ orm }: Database, senseModel: string | null = null): PassageRows {
  const page = (expert: ExpertId, slice: Slice) => pageOf(orm, expert, { ...slice, senseModel });
  return {
    revision: (expert) => revisionOf(orm, expert),
    changesSince: (expert, revision) => changesSince(orm, expert, revision),
    passagesOf: (expert, groups) =>
      batches((after) => page(expert, { after, wanted: inArray(chunks.versionNo, [...groups]) })),
    allPassages: (expert) => batches((after) => page(expert, { after, wanted: undefined })),
    *passagesIn(expert, ranges) {
      for (const { first, last } of ranges) {
        yield* batches((after) => page(expert, { after, wanted: between(chunks.no, first, last) }));
      }
    },
  };
}

function revisionOf(orm: Drizzle, expert: ExpertId): number {
  return orm.select({ revision: experts.revision }).from(experts).where(eq(experts.id, expert)).get()?.revision ?? 0;
}

function changesSince(orm: Drizzle, expert: ExpertId, revision: number): MemoryChange[] | null {
  const since = <T extends typeof memoryChanges | typeof senseChanges>({ expertId, revision: its }: T) =>
    and(eq(expertId, expert), gt(its, revision));
  const groups = orm.select().from(memoryChanges).where(since(memoryChanges)).all();
  const ranges = orm.select().from(senseChanges).where(since(senseChanges)).all();
  const groupsOf = Map.groupBy(groups, (row) => row.revision);
  const rangesOf = Map.groupBy(ranges, (row) => row.revision);
  const revisions = [...new Set([...groupsOf.keys(), ...rangesOf.keys()])].toSorted((a, b) => a - b);
  // Revisions have no gaps: a log that begins later has been cut, and one that ends earlier is of an older database.
  const first = revisions[0] ?? revision + 1;
  const last = revisions.at(-1) ?? revision;
  if (first !== revision + 1 || last !== revisionOf(orm, expert)) return null;
  return revisions.map((number) => {
    const changes = groupsOf.get(number) ?? [];
    return {
      revision: number,
      addedGroups: changes.filter(({ added }) => added).map(({ versionNo }) => versionNo),
      removedGroups: changes.filter(({ added }) => !added).map(({ versionNo }) => versionNo),
      sensed: rangesOf.get(number)?.map(({ first: from, last: to }) => ({ first: from, last: to })) ?? [],
    };
  });
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

interface Sensed extends Slice {
  readonly senseModel: string | null;
}

function pageOf(orm: Drizzle, expert: ExpertId, { after, wanted, senseModel }: Sensed): Passage[] {
  // No set and no model has the number 0: an expert that is searched by words alone has no vectors.
  const set = countingSet(orm, expert) ?? 0;
  const model = senseModelNo(orm, senseModel) ?? 0;
  const rows = orm
    .select({
      no: chunks.no,
      group: chunks.versionNo,
      title: sourceVersions.title,
      section: chunks.section,
      text: chunks.text,
      vector: chunkVectors.vector,
      sense: chunkSenses.vector,
    })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
    .leftJoin(chunkVectors, and(eq(chunkVectors.chunkNo, chunks.no), eq(chunkVectors.embeddingNo, set)))
    .leftJoin(chunkSenses, and(eq(chunkSenses.chunkNo, chunks.no), eq(chunkSenses.modelNo, model)))
    .where(and(eq(sources.expertId, expert), gt(chunks.no, after), wanted))
    .orderBy(asc(chunks.no))
    .limit(batchSize)
    .all();
  return rows.map((row) => ({
    ...row,
    vector: row.vector === null ? null : vectorFrom(row.vector),
    sense: row.sense === null ? null : senseFrom(row.sense),
  }));
}
