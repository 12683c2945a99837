/** The readings of passages, which lie beside their texts. */

import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import {
  type FoundLanguages,
  languagesFound,
  type ReadingRows,
  type UnoutlinedVersion,
} from "../../memory/readings/ports.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { foundLanguage } from "../rows/answering-chunks.ts";
import { memoryLog } from "../rows/memory-log.ts";
import { chunks, experts, sources, sourceVersions } from "../schema.ts";

/** Bytes of the stamp that a reading begins with. */
const stampLength = 4;

export function readingRows({ orm, write }: Database): Immediate<ReadingRows> {
  const lacking = builtOnce(() => selectLacking(orm));
  const keep = builtOnce(() => updateReading(orm));
  return {
    experts: () => {
      const { id, language, readings } = experts;
      return orm.select({ id, language, readings }).from(experts).orderBy(asc(id)).all();
    },
    reserve: () => true,
    versions: (expert) => {
      const mine = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
      const rows = orm.select({ no: sources.currentVersionNo }).from(sources).where(mine).all();
      return rows.flatMap(({ no }) => no ?? []).sort((a, b) => a - b);
    },
    unspoken: (version) => unspoken(orm, version),
    keepLanguages: (expert, version, found) => write("power", () => keepLanguages(orm, expert, { version, found })),
    languages: (version) => {
      const found = orm.selectDistinct({ language: foundLanguage }).from(chunks).innerJoin(sourceVersions, ofVersion);
      return found
        .where(eq(chunks.versionNo, version))
        .all()
        .map(({ language }) => language);
    },
    lacking: (version, after, { language, stamp, limit }) => lacking().all({ version, after, language, stamp, limit }),
    unoutlined: (version, made) => unoutlined(orm, version, made),
    keepOutlines: (outlines) =>
      write("process", () => {
        for (const { no, outline } of outlines) orm.update(chunks).set({ outline }).where(eq(chunks.no, no)).run();
      }),
    keep: (readings) =>
      write("process", () => {
        for (const one of readings) keep().run(one);
      }),
    settle: (expert, maker) =>
      write("power", () => {
        const own = eq(experts.id, expert);
        const before = orm.select({ readings: experts.readings }).from(experts).where(own).get();
        orm.update(experts).set({ readings: maker }).where(own).run();
        if (before?.readings === languagesFound) memoryLog(orm).cut(expert);
      }),
  };
}

const ofVersion = eq(sourceVersions.no, chunks.versionNo);

function unspoken(orm: Drizzle, version: number) {
  const { no, text } = chunks;
  const nobodyLooked = and(eq(chunks.versionNo, version), isNull(sourceVersions.language));
  return orm
    .select({ no, text })
    .from(chunks)
    .innerJoin(sourceVersions, ofVersion)
    .where(nobodyLooked)
    .orderBy(asc(no))
    .all();
}

interface Languages {
  readonly version: number;
  readonly found: FoundLanguages;
}

function keepLanguages(
  orm: Drizzle,
  expert: ExpertId,
  { version, found: { document, parts, isForeign } }: Languages,
): void {
  orm.update(sourceVersions).set({ language: document }).where(eq(sourceVersions.no, version)).run();
  for (const { no, language } of parts) orm.update(chunks).set({ language }).where(eq(chunks.no, no)).run();
  if (isForeign) orm.update(experts).set({ readings: languagesFound }).where(eq(experts.id, expert)).run();
}

function unoutlined(orm: Drizzle, version: number, made: number): UnoutlinedVersion | null {
  const { no, start, end, outline } = chunks;
  const first = Uint8Array.of(made);
  const isLacking = sql`coalesce(substr(${outline}, 1, 1) <> ${first}, 1)`;
  const lacks = orm
    .select({ no })
    .from(chunks)
    .where(and(eq(chunks.versionNo, version), isLacking))
    .limit(1)
    .get();
  if (lacks === undefined) return null;
  const { filename, declaredType, content } = sourceVersions;
  const found = orm
    .select({ filename, declaredType, content })
    .from(sourceVersions)
    .where(eq(sourceVersions.no, version))
    .get();
  if (found?.content == null) return null;
  const mine = orm.select({ no, start, end }).from(chunks).where(eq(chunks.versionNo, version)).orderBy(asc(no));
  return { ...found, no: version, content: found.content, passages: mine.all() };
}

function selectLacking(orm: Drizzle) {
  const { no, text, reading, versionNo } = chunks;
  const isLacking = sql`coalesce(substr(${reading}, 1, ${sql.raw(String(stampLength))}) <> ${sql.placeholder("stamp")}, 1)`;
  const isSpoken = sql`${foundLanguage} IS ${sql.placeholder("language")}`;
  return orm
    .select({ no, text })
    .from(chunks)
    .innerJoin(sourceVersions, ofVersion)
    .where(
      and(eq(versionNo, sql.placeholder("version")), sql`${no} > ${sql.placeholder("after")}`, isLacking, isSpoken),
    )
    .orderBy(asc(no))
    .limit(sql.placeholder("limit"))
    .prepare();
}

function updateReading(orm: Drizzle) {
  return orm
    .update(chunks)
    .set({ reading: sql`${sql.placeholder("reading")}` })
    .where(eq(chunks.no, sql.placeholder("no")))
    .prepare();
}
