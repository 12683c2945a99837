/** The sense of passages, and the progress of a model with each version that answers. */
import { and, asc, desc, eq, gt, isNotNull, lt, max, type SQL, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type {
  Embeddable,
  EncodedPassage,
  ExpertBehind,
  IndexedExpert,
  SenseRows,
  UnencodedPassage,
} from "../../memory/row-ports.ts";
import { senseBytes } from "../../memory/sense/sense-bytes.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { isOfSense } from "../dense/dense-models.ts";
import {
  chunkSenses,
  chunks,
  experts,
  senseModels,
  senseStandings,
  sources,
  sourceVersions,
  versionSenses,
  workspaces,
} from "../schema.ts";
import { answersFor, chunksByNumber } from "./answering-chunks.ts";
import { embeddingOf } from "./embedding-row.ts";
import { memoryLog } from "./memory-log.ts";

/** @param model the name of the model whose sense is read and written. */
export function senseRows({ orm, write }: Database, model: string): Immediate<SenseRows> {
  // No model has the number 0.
  const no = () => senseModelNo(orm, model) ?? 0;
  const countOf = passagesCounted(orm, model);
  return {
    adopt: () => {
      if (senseModelNo(orm, model) === null) write("power", () => adoptModel(orm, model));
    },
    behind: () => expertsBehind(orm, no()),
    reserve: () => true,
    missing: (expert, limit) => missing(orm, no(), { expert, limit }),
    // Durable, because it raises the revision: after a power cut, the same revision must not return with other content.
    add: (expert, passages) => write("power", () => add(orm, no(), { expert, passages })),
    count: countOf,
    expert: (id) => indexedExpert(orm, id),
    sweep: (limit) => write("process", () => sweep(orm, no(), limit)),
  };
}

/** Null: this model has never encoded anything. */
export function senseModelNo(orm: Drizzle, model: string | null): number | null {
  if (model === null) return null;
  return orm.select({ no: senseModels.no }).from(senseModels).where(eq(senseModels.name, model)).get()?.no ?? null;
}

/** The facts of an expert that its memory needs; null if it is gone. */
export function indexedExpert(orm: Drizzle, id: ExpertId): IndexedExpert | null {
  const row = orm.select().from(experts).where(eq(experts.id, id)).get();
  return row === undefined ? null : { id, language: row.language, embedding: embeddingOf(orm, row.embeddingNo) };
}

/** Registers a model: every passage that answers waits for it. Returns its number. */
export function adoptModel(orm: Drizzle, name: string): number {
  const { no: modelNo } = orm.insert(senseModels).values({ name }).returning({ no: senseModels.no }).get();
  orm.run(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT ${modelNo}, v.expert_id, v.no, (SELECT count(*) FROM chunks c WHERE c.version_no = v.no)
    FROM sources s JOIN source_versions v ON v.no = s.current_version_no`);
  return modelNo;
}

interface NewVersion {
  readonly expertId: ExpertId;
  readonly versionNo: number;
  readonly total: number;
}

/** Must be called in the transaction in which a version begins to answer: every model has yet to encode it. */
export function senseAwaiting(orm: Drizzle): (version: NewVersion) => void {
  const models = builtOnce(() => orm.select({ no: senseModels.no }).from(senseModels).prepare());
  const insertion = builtOnce(() => standingInsertion(orm));
  return ({ expertId, versionNo, total }) => {
    for (const { no: modelNo } of models().all()) insertion().run({ modelNo, expertId, versionNo, total });
  };
}

function standingInsertion(orm: Drizzle) {
  const [modelNo, expertId] = [sql.placeholder("modelNo"), sql.placeholder("expertId")];
  const [versionNo, total] = [sql.placeholder("versionNo"), sql.placeholder("total")];
  return orm.insert(versionSenses).values({ modelNo, expertId, versionNo, total }).prepare();
}

/** Must be called in the transaction in which a version stops answering and its chunks are deleted. */
export function forgetSense(orm: Drizzle, versionNo: number): void {
  orm.delete(versionSenses).where(eq(versionSenses.versionNo, versionNo)).run();
}

/** Must be called in the transaction in which a version's chunks are replaced. */
export function renewSense(orm: Drizzle, versionNo: number): void {
  orm.update(versionSenses).set({ reached: 0, done: 0 }).where(eq(versionSenses.versionNo, versionNo)).run();
}

/** Must be exactly the condition of the partial index. */
const isBehind = sql`${versionSenses.done} < ${versionSenses.total}`;

export const standing = (model: number, expert: ExpertId) =>
  and(eq(versionSenses.modelNo, model), eq(versionSenses.expertId, expert));

/**
 * The experts with passages that wait for a model, the one with the newest such source first. One look-up for each expert,
 * regardless of the amount of work.
 * @param condition on the expert
 */
export function expertsBehind(orm: Drizzle, model: number, condition?: SQL): ExpertBehind[] {
  const newest = orm
    .select({ no: max(versionSenses.versionNo) })
    .from(versionSenses)
    .where(and(eq(versionSenses.modelNo, model), eq(versionSenses.expertId, experts.id), isBehind));
  const newestNo = sql<number | null>`(${newest})`.as("newest");
  const all = orm
    .select({ id: experts.id, language: experts.language, newestNo })
    .from(experts)
    .innerJoin(workspaces, and(eq(workspaces.id, experts.workspaceId), sql`${workspaces.name} NOT GLOB '*:*'`))
    .where(condition)
    .as("behind");
  return orm
    .select({ id: all.id, language: all.language })
    .from(all)
    .where(isNotNull(all.newestNo))
    .orderBy(desc(all.newestNo))
    .all();
}

interface Selection {
  readonly expert: ExpertId;
  readonly limit: number;
}

function missing(orm: Drizzle, model: number, selection: Selection): UnencodedPassage[] {
  return waitingFor(orm, model, selection).map(({ no, title, text, language = null }) => ({
    no,
    title,
    text,
    language,
  }));
}

/** The passages that wait for a model, of the expert's newest source first. */
export function waitingFor(
  orm: Drizzle,
  model: number,
  { expert, limit }: Selection,
): (Embeddable & UnencodedPassage)[] {
  const versions = orm
    .select({
      no: versionSenses.versionNo,
      reached: versionSenses.reached,
      title: sourceVersions.title,
      ofVersion: sourceVersions.language,
    })
    .from(versionSenses)
    .innerJoin(sourceVersions, eq(sourceVersions.no, versionSenses.versionNo))
    .where(and(standing(model, expert), isBehind))
    .orderBy(desc(versionSenses.versionNo))
    .limit(limit)
    .all();
  const found: (Embeddable & UnencodedPassage)[] = [];
  for (const { no, reached, title, ofVersion } of versions) {
    const rows = orm
      .select({ no: chunks.no, section: chunks.section, text: chunks.text, language: chunks.language })
      .from(chunks)
      .where(and(eq(chunks.versionNo, no), gt(chunks.no, reached)))
      .orderBy(asc(chunks.no))
      .limit(limit - found.length)
      .all();
    found.push(...rows.map((row) => ({ ...row, title, language: row.language ?? ofVersion })));
    if (found.length === limit) break;
  }
  return found;
}

interface Batch {
  readonly expert: ExpertId;
  readonly passages: readonly EncodedPassage[];
}

function add(orm: Drizzle, modelNo: number, { expert, passages }: Batch): boolean {
  const there = versionsOf(orm, expert, passages);
  const rows = passages.flatMap(({ no, sense }) =>
    there.has(no) ? [{ modelNo, chunkNo: no, vector: senseBytes(sense) }] : [],
  );
  if (rows.length === 0) return false;
  // Passages that another process encoded in the meantime stay unchanged and are not counted or logged again.
  const kept = orm.insert(chunkSenses).values(rows).onConflictDoNothing();
  const added = kept.returning({ no: chunkSenses.chunkNo }).all();
  if (added.length === 0) return false;
  const numbers = added.map(({ no }) => no).toSorted((a, b) => a - b);
  for (const [versionNo, some] of Map.groupBy(numbers, (no) => there.get(no)!)) {
    const reached = sql`max(${versionSenses.reached}, ${some.at(-1)!})`;
    const done = sql`${versionSenses.done} + ${some.length}`;
    const row = and(standing(modelNo, expert), eq(versionSenses.versionNo, versionNo));
    orm.update(versionSenses).set({ reached, done }).where(row).run();
  }
  memoryLog(orm).note(expert, { sensed: rangesOf(numbers) });
  return true;
}

/** The version of each passage that still exists and still answers. */
export function versionsOf(
  orm: Drizzle,
  expert: ExpertId,
  passages: readonly { readonly no: number }[],
): Map<number, number> {
  const numbers = JSON.stringify(passages.map(({ no }) => no));
  const rows = orm
    .select({ no: chunks.no, versionNo: chunks.versionNo })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFor)
    .where(chunksByNumber)
    .all({ expert, numbers });
  return new Map(rows.map(({ no, versionNo }) => [no, versionNo]));
}

/** How many passages an expert answers from, and how many of them a model is done with. Takes one look-up. */
export function passagesCounted(orm: Drizzle, model: string): Immediate<SenseRows>["count"] {
  const standings = builtOnce(() => selectStanding(orm, model));
  return (expert) => standings().get({ expert }) ?? { done: 0, total: 0 };
}

function selectStanding(orm: Drizzle, model: string) {
  return orm
    .select({ done: senseStandings.done, total: senseStandings.total })
    .from(senseStandings)
    .innerJoin(senseModels, eq(senseModels.no, senseStandings.modelNo))
    .where(and(eq(senseModels.name, model), eq(senseStandings.expertId, sql.placeholder("expert"))))
    .prepare();
}

/** Later models are not touched: a newer Docent is preparing them. */
function sweep(orm: Drizzle, model: number, limit: number): number {
  const some = orm
    .select({ modelNo: chunkSenses.modelNo, chunkNo: chunkSenses.chunkNo })
    .from(chunkSenses)
    .where(lt(chunkSenses.modelNo, model))
    .limit(limit);
  const deleted = orm
    .delete(chunkSenses)
    .where(sql`(model_no, chunk_no) IN ${some}`)
    .returning({ no: chunkSenses.chunkNo })
    .all().length;
  if (deleted === 0)
    orm
      .delete(senseModels)
      .where(and(lt(senseModels.no, model), sql.raw(isOfSense)))
      .run();
  return deleted;
}
