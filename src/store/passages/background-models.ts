/** Progress of models that encode passages after their sources are ready, for sense and vectors. */
import { and, desc, eq, inArray, isNotNull, max, notLike, type SQL, sql } from "drizzle-orm";
import { type Awaitable, whenKnown } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { EncodingProgress, ExpertBehind, IndexedExpert } from "../../memory/row-ports.ts";
import type { Tables } from "../tables.ts";
import { all, done, first, type Orm, one, type Store, type Work } from "../work.ts";

/** Milliseconds for which one process encodes an expert; each batch renews it. */
export const expertLease = 60_000;

export function* modelNo({ senseModels }: Tables, orm: Orm, name: string): Work<number | null> {
  const found = yield* first(orm.select({ no: senseModels.no }).from(senseModels).where(eq(senseModels.name, name)));
  return found?.no ?? null;
}

/** All passages wait for the new model. Versions that become ready meanwhile wait too, so none is missed. */
export function* adoptModel({ tables, dialect }: Store, orm: Orm, name: string): Work<number> {
  yield* dialect.lockTable(tables.senseModels);
  const known = yield* modelNo(tables, orm, name);
  if (known !== null) return known;
  const { senseModels } = tables;
  const added = yield* first(orm.insert(senseModels).values({ name }).returning({ no: senseModels.no }));
  if (added === undefined) throw new Error("a model was not written");
  yield* done(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT CAST(${added.no} AS bigint), v.expert_id, v.no, (SELECT count(*) FROM chunks c WHERE c.version_no = v.no)
    FROM sources s JOIN source_versions v ON v.no = s.current_version_no`);
  return added.no;
}

export function unlessKnown(
  { read, write, tables }: Store,
  model: string,
  adopt: (orm: Orm) => Work<unknown>,
): Awaitable<void> {
  return whenKnown(
    read((orm) => modelNo(tables, orm, model)),
    (known) =>
      known === null
        ? write("power", function* (orm) {
            yield* adopt(orm);
          })
        : undefined,
  );
}

export function* progressOf(tables: Tables, orm: Orm, model: string, expert: ExpertId): Work<EncodingProgress> {
  const { senseModels, senseStandings } = tables;
  const found = yield* first(
    orm
      .select({ done: senseStandings.done, total: senseStandings.total })
      .from(senseStandings)
      .innerJoin(senseModels, eq(senseModels.no, senseStandings.modelNo))
      .where(and(eq(senseModels.name, model), eq(senseStandings.expertId, expert))),
  );
  return found ?? { done: 0, total: 0 };
}

/** With the newest waiting source first. One look-up for each expert, however much waits. */
export function expertsBehind(
  { experts, senseModels, versionSenses, workspaces }: Tables,
  orm: Orm,
  { model, condition }: { readonly model: string; readonly condition?: SQL },
): Work<ExpertBehind[]> {
  const isBehind = sql`${versionSenses.done} < ${versionSenses.total}`;
  const ofModel = orm.select({ no: senseModels.no }).from(senseModels).where(eq(senseModels.name, model));
  const mine = and(inArray(versionSenses.modelNo, ofModel), eq(versionSenses.expertId, experts.id), isBehind);
  const newest = orm
    .select({ no: max(versionSenses.versionNo) })
    .from(versionSenses)
    .where(mine);
  const behind = orm
    .select({ id: experts.id, language: experts.language, newest: sql<number | null>`(${newest})`.as("newest") })
    .from(experts)
    .innerJoin(workspaces, and(eq(workspaces.id, experts.workspaceId), notLike(workspaces.name, "%:%")))
    .where(condition)
    .as("behind");
  const { id, language } = behind;
  return all(orm.select({ id, language }).from(behind).where(isNotNull(behind.newest)).orderBy(desc(behind.newest)));
}

export function* versionsOf(
  { chunks, sources, sourceVersions }: Tables,
  orm: Orm,
  expert: ExpertId,
  passages: readonly { readonly no: number }[],
): Work<ReadonlyMap<number, number>> {
  const wanted = passages.map(({ no }) => no);
  const rows = yield* all(
    orm
      .select({ no: chunks.no, versionNo: chunks.versionNo, expertId: sources.expertId })
      .from(chunks)
      .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
      .innerJoin(sources, and(eq(sources.no, sourceVersions.sourceNo), eq(sources.currentVersionNo, sourceVersions.no)))
      .where(inArray(chunks.no, wanted)),
  );
  return new Map(rows.filter(({ expertId }) => expertId === expert).map(({ no, versionNo }) => [no, versionNo]));
}

export function* indexedExpert({ experts, embeddings }: Tables, orm: Orm, id: ExpertId): Work<IndexedExpert | null> {
  const { model, dimensions, recipe } = embeddings;
  return yield* one(
    orm
      .select({ id: experts.id, language: experts.language, embedding: { model, dimensions, recipe } })
      .from(experts)
      .leftJoin(embeddings, eq(embeddings.no, experts.embeddingNo))
      .where(eq(experts.id, id)),
  );
}

/** Call when a version stops answering, in the transaction that deletes its chunks. */
export function forgetSense({ versionSenses }: Tables, orm: Orm, versionNo: number): Work<void> {
  return done(orm.delete(versionSenses).where(eq(versionSenses.versionNo, versionNo)));
}

/** Call when chunks are replaced. An index takes each group once, so it is removed and added in two revisions. */
export function* renewVersion(
  { tables: { versionSenses }, log }: Pick<Store, "tables" | "log">,
  orm: Orm,
  { expert, version, total }: { readonly expert: ExpertId; readonly version: number; readonly total?: number },
): Work<void> {
  const begun = { reached: 0, done: 0, ...(total !== undefined && { total }) };
  yield* done(orm.update(versionSenses).set(begun).where(eq(versionSenses.versionNo, version)));
  yield* log.note(orm, expert, { removed: [version] });
  yield* log.note(orm, expert, { added: [version] });
}
