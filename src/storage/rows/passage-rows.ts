import { aliasedTable, and, asc, between, eq, gt, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { sectionWithLead } from "../../language/structure/outline-bytes.ts";
import { changesFrom } from "../../memory/change-log.ts";
import type { Passage } from "../../memory/index-ports.ts";
import type { Derived, PassageRows } from "../../memory/row-ports.ts";
import { senseFrom } from "../../memory/sense-bytes.ts";
import { vectorFrom } from "../../store/passages/derived-kinds.ts";
import type { Database, Drizzle } from "../database.ts";
import { builtOnce } from "../plain-rows.ts";
import {
  chunks,
  derived,
  experts,
  memoryChanges,
  senseChanges,
  senseModels,
  sources,
  sourceVersions,
} from "../schema.ts";
import { answersFor, chunksByNumber, foundLanguage } from "./answer-rows.ts";

const batchSize = 1000;
/** Batch sizes: a few milliseconds of work each, after which requests are served. */
const versionsAtOnce = 50;
const numbersAtOnce = 5000;

export function passageRows({ orm }: Pick<Database, "orm">, senseModel: string | null = null): Immediate<PassageRows> {
  const read = passageBatches(orm, senseModel);
  const revisionOf = expertRevision(orm);
  const changes = { groups: builtOnce(() => groupChanges(orm)), ranges: builtOnce(() => rangeChanges(orm)) };
  const numbersOfVersions = builtOnce(() => numbersInVersions(orm));
  const versionsAfter = builtOnce(() => versionsOfExpert(orm));
  function* passagesInPages(expert: ExpertId, versions: string): Iterable<readonly Passage[]> {
    for (let after = 0; ; ) {
      const numbers = numbersIn(numbersOfVersions().all({ expert, versions, after }));
      yield* read(expert, numbers);
      if (numbers.length < numbersAtOnce) return;
      after = numbers.at(-1) ?? after;
    }
  }
  return {
    revision: (expert) => revisionOf(expert) ?? 0,
    changesSince: (expert, after) => {
      const groups = changes.groups().all({ expert, after });
      const ranges = changes.ranges().all({ expert, after });
      return changesFrom(groups, ranges, { after, newest: revisionOf(expert) ?? 0 });
    },
    passagesOf: (expert, groups) => passagesInPages(expert, JSON.stringify(groups)),
    *allPassages(expert) {
      for (let after = ""; ; ) {
        const rows = versionsAfter().all({ expert, after });
        for (const versions of inPages(rows)) yield* passagesInPages(expert, JSON.stringify(versions));
        if (rows.length < versionsAtOnce) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
    *passagesIn(expert, ranges) {
      for (const { first, last } of ranges) yield* read(expert, numbersBetween(orm, first, last));
    },
  };
}

function passageBatches(orm: Drizzle, senseModel: string | null) {
  const statement = builtOnce(() => passagesByNumber(orm));
  const countingSet = countingSets(orm);
  const model = builtOnce(() => modelByName(orm));
  return function* read(expert: ExpertId, numbers: readonly number[]): Iterable<readonly Passage[]> {
    for (let from = 0; from < numbers.length; from += batchSize) {
      // No set and no model has the number 0, so an expert that is searched only by words has no vectors.
      const kinds = { set: countingSet(expert) ?? 0, model: model().get({ name: senseModel })?.no ?? 0 };
      const some = JSON.stringify(numbers.slice(from, from + batchSize));
      const rows = statement().all({ expert, numbers: some, ...kinds });
      if (rows.length > 0) yield rows.map(passageOf);
    }
  };
}

function countingSets(orm: Drizzle): (expert: ExpertId) => number | null {
  const statement = builtOnce(() =>
    orm
      .select({ no: experts.embeddingNo })
      .from(experts)
      .where(eq(experts.id, sql.placeholder("expert")))
      .prepare(),
  );
  return (expert) => statement().get({ expert })?.no ?? null;
}

function modelByName(orm: Drizzle) {
  const { no, name } = senseModels;
  return orm
    .select({ no })
    .from(senseModels)
    .where(eq(name, sql.placeholder("name")))
    .prepare();
}

/** In lists whose chunks are one page, because SQLite reads all chunks of the versions given to find a page of them. */
function* inPages(
  rows: readonly { readonly versionNo: number | null; readonly chunkCount: number }[],
): Iterable<readonly number[]> {
  let [page, size]: [number[], number] = [[], 0];
  for (const { versionNo, chunkCount } of rows) {
    if (versionNo === null) continue;
    if (size + chunkCount > numbersAtOnce && page.length > 0) {
      yield page;
      [page, size] = [[], 0];
    }
    page.push(versionNo);
    size += chunkCount;
  }
  if (page.length > 0) yield page;
}

function groupChanges(orm: Drizzle) {
  return orm.select().from(memoryChanges).where(sinceRevision(memoryChanges)).prepare();
}

function rangeChanges(orm: Drizzle) {
  return orm.select().from(senseChanges).where(sinceRevision(senseChanges)).prepare();
}

function sinceRevision({ expertId, revision }: typeof memoryChanges | typeof senseChanges) {
  return and(eq(expertId, sql.placeholder("expert")), gt(revision, sql.placeholder("after")));
}

/** The column `chunk_count` takes longer, because it comes after the text, and SQLite reads past that. */
const chunkCountByIndex = sql<number>`(SELECT count(*) FROM ${chunks} WHERE ${chunks.versionNo} = ${sources.currentVersionNo})`;

/**
 * Versions by page, then numbers of chunks from an index, then passages: SQLite would otherwise sort the rest each
 * time.
 */
function versionsOfExpert(orm: Drizzle) {
  return orm
    .select({ id: sources.id, versionNo: sources.currentVersionNo, chunkCount: chunkCountByIndex })
    .from(sources)
    .where(and(eq(sources.expertId, sql.placeholder("expert")), gt(sources.id, sql.placeholder("after"))))
    .orderBy(asc(sources.id))
    .limit(versionsAtOnce)
    .prepare();
}

function numbersInVersions(orm: Drizzle) {
  const wanted = sql`${sourceVersions.no} IN (SELECT value FROM json_each(${sql.placeholder("versions")}))`;
  return orm
    .select({ no: chunks.no })
    .from(sourceVersions)
    .innerJoin(sources, answersFor)
    .innerJoin(chunks, eq(chunks.versionNo, sourceVersions.no))
    .where(
      and(wanted, sql`+${sources.expertId} = ${sql.placeholder("expert")}`, gt(chunks.no, sql.placeholder("after"))),
    )
    .orderBy(asc(chunks.no))
    .limit(numbersAtOnce)
    .prepare();
}

function numbersIn(rows: readonly { readonly no: number }[]): number[] {
  return rows.map(({ no }) => no);
}

function numbersBetween(orm: Drizzle, first: number, last: number): number[] {
  const rows = orm
    .select({ no: chunks.no })
    .from(chunks)
    .where(between(chunks.no, first, last))
    .orderBy(asc(chunks.no));
  return rows.all().map(({ no }) => no);
}

/** `numbers` is a JSON list. Versions that no longer answer, and those of other experts, give no rows. */
function passagesByNumber(orm: Drizzle) {
  const value = sql.placeholder;
  const [vectors, senses] = [aliasedTable(derived, "vectors"), aliasedTable(derived, "senses")];
  const isMade = (rows: typeof derived, kind: keyof Derived, maker: string) =>
    and(eq(rows.chunkNo, chunks.no), eq(rows.kind, kind), eq(rows.makerNo, value(maker)));
  return orm
    .select({
      no: chunks.no,
      group: chunks.versionNo,
      title: sourceVersions.title,
      section: chunks.section,
      outline: chunks.outline,
      language: foundLanguage,
      text: chunks.text,
      vector: vectors.bytes,
      sense: senses.bytes,
    })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFor)
    .leftJoin(vectors, isMade(vectors, "vector", "set"))
    .leftJoin(senses, isMade(senses, "sense", "model"))
    .where(chunksByNumber)
    .orderBy(asc(chunks.no))
    .prepare();
}

type Row = ReturnType<ReturnType<typeof passagesByNumber>["all"]>[number];

function passageOf({ outline, ...row }: Row): Passage {
  return {
    ...row,
    section: sectionWithLead(row.section, outline),
    vector: row.vector === null ? null : vectorFrom(row.vector),
    sense: row.sense === null ? null : senseFrom(row.sense),
  };
}

function expertRevision(orm: Drizzle): (expert: ExpertId) => number | null {
  const statement = builtOnce(() =>
    orm
      .select({ revision: experts.revision })
      .from(experts)
      .where(eq(experts.id, sql.placeholder("expert")))
      .prepare(),
  );
  return (expert) => statement().get({ expert })?.revision ?? null;
}
