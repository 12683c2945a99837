import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { DenseRows, DerivedRows, MadePassage } from "../../memory/row-ports.ts";
import type { Tables } from "../tables.ts";
import { all, done, known, type Orm, type Store, type Work } from "../work.ts";
import {
  adoptModel,
  expertLease,
  expertsBehind,
  indexedExpert,
  modelNo,
  progressOf,
  unlessKnown,
  versionsOf,
} from "./background-models.ts";
import type { KindName } from "./derived-kinds.ts";
import { countDerived, putDerived, sweepDerived } from "./derived-rows.ts";
import {
  countCompleteVersions,
  denseName,
  isDense,
  isSame,
  type SetWanted,
  setFor,
  setInUse,
  switchTo,
  takesVectors,
} from "./vector-sets.ts";

export function senseStore(store: Store, model: string): DerivedRows<"sense"> {
  const { read, write, tables } = store;
  return {
    ...derivedRows(store, { kind: "sense", model, renews: false, numberFor: (_orm, _expert, no) => known(no) }),
    adopt: () => unlessKnown(store, model, (orm) => adoptModel(store, orm, model)),
    count: (expert) => read((orm) => progressOf(tables, orm, model, expert)),
    // Later models stay: a newer Docent is preparing them.
    sweep: (limit) =>
      write("process", function* (orm) {
        const no = (yield* modelNo(tables, orm, model)) ?? 0;
        return yield* sweepDerived("sense_models", sql`no < ${no} AND NOT ${sql.raw(isDense)}`, limit);
      }),
  };
}

export function denseStore(store: Store, embedding: Embedding): DenseRows {
  const { read, write, tables, log } = store;
  const model = denseName(embedding);
  const numberFor = (orm: Orm, expert: ExpertId) => claim(store, orm, { expert, embedding });
  return {
    ...derivedRows(store, { kind: "vector", model, renews: true, condition: takesVectors, numberFor }),
    adopt: () =>
      unlessKnown(store, model, function* (orm) {
        const no = yield* adoptModel(store, orm, model);
        yield* done(sql.raw(countCompleteVersions(`model_no = ${no}`)));
      }),
    claim: (expert) =>
      write("power", function* (orm) {
        yield* log.lock(expert);
        yield* switchedTo(store, orm, { expert, embedding });
        yield* awaitAgain(tables, orm, model, expert);
      }),
    count: (expert) =>
      read(function* (orm) {
        return (yield* isFree(tables, orm, { expert, embedding }))
          ? yield* progressOf(tables, orm, model, expert)
          : null;
      }),
    waiting: () => read((orm) => waiting(tables, orm, model)),
    sweep: (limit) => write("process", () => sweepDerived("embeddings", sql`retired`, limit)),
  };
}

interface DerivedMaker<K extends KindName> {
  readonly kind: K;
  readonly model: string;
  readonly renews: boolean;
  readonly condition?: SQL;
  /** The maker's number in the expert's rows; null: the expert does not use the model. @param no of the model */
  readonly numberFor: (orm: Orm, expert: ExpertId, no: number) => Work<number | null>;
}

function derivedRows<K extends KindName>(store: Store, maker: DerivedMaker<K>) {
  const { read, write, claim: claiming, tables, dialect, leases } = store;
  const { kind, model, condition } = maker;
  return {
    behind: () => read((orm) => expertsBehind(tables, orm, { model, ...(condition && { condition }) })),
    reserve: (expert: ExpertId) => claiming(() => leases.take(`${kind} ${model} ${expert}`, expertLease)),
    missing: (expert: ExpertId, limit: number) => read((orm) => dialect.waitingPassages(orm, { model, expert, limit })),
    // Must survive a power cut, because it raises the revision, which must not return with other content.
    add: (expert: ExpertId, passages: readonly MadePassage<K>[]) =>
      write("power", (orm) => add(store, orm, { ...maker, expert, passages })),
    expert: (id: ExpertId) => read((orm) => indexedExpert(tables, orm, id)),
  };
}

interface MadeBatch<K extends KindName> extends DerivedMaker<K> {
  readonly expert: ExpertId;
  readonly passages: readonly MadePassage<K>[];
}

function* add<K extends KindName>(store: Store, orm: Orm, { expert, passages, ...made }: MadeBatch<K>): Work<boolean> {
  const { tables, log } = store;
  const isThere = yield* log.lock(expert);
  const no = yield* modelNo(tables, orm, made.model);
  if (!isThere || no === null) return false;
  const there = yield* versionsOf(tables, orm, expert, passages);
  const kept = passages.filter((passage) => there.has(passage.no));
  const maker = kept.length === 0 ? null : yield* made.numberFor(orm, expert, no);
  if (maker === null) return false;
  // Passages that another process has done meanwhile are not logged again.
  const numbers = yield* countDerived(tables, orm, { ...made, maker, passages: kept });
  if (numbers.length === 0) return false;
  const divided = kept.flatMap(({ no, sentences }) => (sentences === undefined ? [] : [{ no, sentences }]));
  yield* putDerived(tables, orm, { kind: "sentences", maker, passages: divided, renews: true });
  for (const [version, some] of Map.groupBy(numbers, (each) => there.get(each)!))
    yield* reach(tables, orm, { model: no, expert, version, last: some.at(-1)! });
  yield* log.note(orm, expert, { sensed: rangesOf(numbers) });
  return true;
}

interface Reached {
  readonly model: number;
  readonly expert: ExpertId;
  readonly version: number;
  readonly last: number;
}

function reach({ versionSenses }: Tables, orm: Orm, { model, expert, version, last: given }: Reached): Work<void> {
  const { modelNo: ofModel, expertId, versionNo, reached: before } = versionSenses;
  const last = sql`CAST(${given} AS bigint)`;
  const reached = sql`CASE WHEN ${before} < ${last} THEN ${last} ELSE ${before} END`;
  const upTo = sql`(SELECT count(*) FROM chunks c WHERE c.version_no = ${version} AND c.no <= ${reached})`;
  const mine = and(eq(ofModel, model), eq(expertId, expert), eq(versionNo, version));
  return done(orm.update(versionSenses).set({ reached, done: upTo }).where(mine));
}

/** Whether the expert uses words alone, or vectors of such a model. */
function* isFree(tables: Tables, orm: Orm, { expert, embedding }: SetWanted): Work<boolean> {
  const present = yield* setInUse(tables, orm, expert);
  return present === null || present.mayLack || isSame(present.embedding, embedding);
}

function* claim(store: Store, orm: Orm, wanted: SetWanted): Work<number | null> {
  return (yield* isFree(store.tables, orm, wanted)) ? yield* switchedTo(store, orm, wanted) : null;
}

function* switchedTo(store: Store, orm: Orm, { expert, embedding }: SetWanted): Work<number> {
  const present = yield* setInUse(store.tables, orm, expert);
  const set = yield* setFor(store.tables, orm, { expert, embedding });
  if (set !== present?.no) yield* switchTo(store, orm, expert, set);
  return set;
}

/** If all passages have a vector, they wait for another; otherwise `docent reindex` is needed. */
function* awaitAgain(tables: Tables, orm: Orm, model: string, expert: ExpertId): Work<void> {
  const progress = yield* progressOf(tables, orm, model, expert);
  if (progress.done < progress.total) return;
  const { modelNo: ofModel, expertId } = tables.versionSenses;
  const mine = and(eq(ofModel, (yield* modelNo(tables, orm, model)) ?? 0), eq(expertId, expert));
  yield* done(orm.update(tables.versionSenses).set({ reached: 0, done: 0 }).where(mine));
}

function* waiting({ experts, senseModels, senseStandings }: Tables, orm: Orm, model: string) {
  const lacking = sql`coalesce(sum(${senseStandings.total} - ${senseStandings.done}), 0)`.mapWith(Number);
  return yield* all(
    orm
      .select({ language: experts.language, lacking })
      .from(senseStandings)
      .innerJoin(senseModels, eq(senseModels.no, senseStandings.modelNo))
      .innerJoin(experts, eq(experts.id, senseStandings.expertId))
      .where(and(eq(senseModels.name, model), takesVectors))
      .groupBy(experts.language)
      .having(sql`${lacking} > 0`),
  );
}
