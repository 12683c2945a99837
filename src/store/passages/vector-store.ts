import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Embeddable, EncodingProgress, PassageScope, VectorRows } from "../../memory/row-ports.ts";
import type { Tables } from "../tables.ts";
import { all, first, hasRows, type Orm, type Store, type Survives, type Work } from "../work.ts";
import { putDerived, sweepDerived } from "./derived-rows.ts";
import { inheritVectors } from "./inherited-passages.ts";
import { setFor, setInTheMaking, setInUse, switchTo } from "./vector-sets.ts";

export function vectorStore(store: Store): VectorRows {
  const { read, write, tables, log } = store;
  const locked = <T>(survives: Survives, expert: ExpertId, work: (orm: Orm) => Work<T>) =>
    write(survives, function* (orm) {
      yield* log.lock(expert);
      return yield* work(orm);
    });
  return {
    standing: (expert) =>
      read(function* (orm) {
        const present = yield* setInUse(tables, orm, expert);
        const isEmpty = yield* holdsNothing(tables, orm, expert);
        return { embedding: present?.embedding ?? null, isEmpty, mayLack: present?.mayLack ?? false };
      }),
    open: (expert, embedding) => locked("process", expert, (orm) => setFor(tables, orm, { expert, embedding })),
    openAnew: (expert, embedding) =>
      locked("process", expert, (orm) => setInTheMaking(tables, orm, { expert, embedding })),
    missing: (set, scope, { after, limit }) => read((orm) => missing(tables, orm, { set, scope, after, limit })),
    count: (set, scope) => read((orm) => countIn(tables, orm, { set, scope })),
    inherit: (set, scope) => write("process", (orm) => inheritVectors(store, orm, { set, ...scope })),
    add: (set, vectors) => write("process", (orm) => addVectors(store, orm, set, vectors)),
    use: (expert, set) =>
      locked("power", expert, function* (orm) {
        const counted = yield* countIn(tables, orm, { set, scope: { expertId: expert } });
        if (set !== null && counted.done < counted.total) return false;
        yield* switchTo(store, orm, expert, set);
        return true;
      }),
    sweep: (expert, limit) =>
      write("process", () => sweepDerived("embeddings", sql`retired AND expert_id = ${expert}`, limit)),
  };
}

function* holdsNothing({ sources }: Tables, orm: Orm, expert: ExpertId): Work<boolean> {
  const answering = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
  return !(yield* hasRows(orm.select({ no: sources.no }).from(sources).where(answering).limit(1)));
}

function isIn({ chunks, sources }: Tables, orm: Orm, scope: PassageScope) {
  if ("versionNo" in scope) return eq(chunks.versionNo, scope.versionNo);
  const answering = and(eq(sources.expertId, scope.expertId), isNotNull(sources.currentVersionNo));
  return inArray(
    chunks.versionNo,
    orm
      .select({ no: sql`${sources.currentVersionNo}` })
      .from(sources)
      .where(answering),
  );
}

interface Scoped {
  readonly set: number | null;
  readonly scope: PassageScope;
}

const vectorOf = ({ chunks, derived }: Tables, set: number | null) =>
  and(eq(derived.chunkNo, chunks.no), eq(derived.kind, "vector"), eq(derived.makerNo, set ?? 0));

function* countIn(tables: Tables, orm: Orm, { set, scope }: Scoped): Work<EncodingProgress> {
  const { chunks, derived } = tables;
  const counted = orm
    .select({ total: count(), done: count(derived.chunkNo) })
    .from(chunks)
    .leftJoin(derived, vectorOf(tables, set))
    .where(isIn(tables, orm, scope));
  return (yield* first(counted)) ?? { done: 0, total: 0 };
}

interface MissingVectors extends Scoped {
  readonly after: number;
  readonly limit: number;
}

function missing(tables: Tables, orm: Orm, { set, scope, after, limit }: MissingVectors): Work<Embeddable[]> {
  const { chunks, derived, sourceVersions } = tables;
  const ofDocument = sql`CAST(${"versionNo" in scope ? scope.title : null} AS text)`;
  const title = sql<string>`coalesce(${sourceVersions.givenTitle}, ${ofDocument}, ${sourceVersions.title})`;
  return all(
    orm
      .select({ no: chunks.no, title, section: chunks.section, text: chunks.text })
      .from(chunks)
      .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
      .leftJoin(derived, vectorOf(tables, set))
      .where(and(isIn(tables, orm, scope), gt(chunks.no, after), isNull(derived.chunkNo)))
      .orderBy(asc(chunks.no))
      .limit(limit),
  );
}

function* addVectors(store: Store, orm: Orm, set: number, vectors: Parameters<VectorRows["add"]>[1]): Work<void> {
  const { chunks, embeddings } = store.tables;
  const isSet = eq(embeddings.no, set);
  if (!(yield* hasRows(orm.select({ no: embeddings.no }).from(embeddings).where(isSet))))
    throw new Error("the set of vectors was deleted");
  const given = inArray(
    chunks.no,
    vectors.map(({ no }) => no),
  );
  yield* store.dialect.lock(chunks, given);
  const there = new Set((yield* all(orm.select({ no: chunks.no }).from(chunks).where(given))).map(({ no }) => no));
  yield* putDerived(store.tables, orm, {
    kind: "vector",
    maker: set,
    passages: vectors.filter(({ no }) => there.has(no)),
  });
}
