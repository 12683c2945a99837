/** Copies derived rows of unchanged turns from the previous version of a conversation. */
import { aliasedTable, eq, type SQL, sql } from "drizzle-orm";
import { done, first, type Orm, type PassagePair, rowsOf, type Store, type Work } from "../work.ts";
import { kindsOf } from "./derived-kinds.ts";

type Parts = Pick<Store, "tables" | "dialect">;

interface VersionPair {
  readonly before: number;
  readonly after: number;
}

/** Call in the transaction that replaces `before`, while both have passages and progress. */
export function* inheritSense({ tables, dialect }: Parts, orm: Orm, { before, after }: VersionPair): Work<void> {
  const same = yield* sameBeginning({ tables, dialect }, orm, { before, after, title: null });
  if (same.length === 0) return;
  const pairs = dialect.pairs(same);
  yield* copyDerived(
    pairs,
    sql`NOT (d.kind IN (${kindsOf("embeddings")}) AND d.maker_no IN (SELECT no FROM embeddings WHERE retired))`,
  );
  const reached = sql`FROM ${pairs} WHERE pair.old <= previous.reached`;
  yield* done(sql`
    UPDATE version_senses SET
      done = (SELECT count(*) ${reached}), reached = (SELECT coalesce(max(pair.now), 0) ${reached})
    FROM version_senses AS previous
    WHERE version_senses.version_no = ${after} AND previous.version_no = ${before}
      AND previous.model_no = version_senses.model_no`);
}

interface Inheritance {
  readonly set: number;
  readonly versionNo: number;
  readonly title: string | null;
}

export function* inheritVectors(parts: Parts, orm: Orm, { set, versionNo: after, title }: Inheritance): Work<void> {
  const { sources, sourceVersions } = parts.tables;
  const row = yield* first(
    orm
      .select({ before: sources.currentVersionNo, type: sourceVersions.type })
      .from(sourceVersions)
      .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
      .where(eq(sourceVersions.no, after)),
  );
  if (row?.type !== "conversation" || row.before === null) return;
  const same = yield* sameBeginning(parts, orm, { before: row.before, after, title });
  if (same.length === 0) return;
  yield* copyDerived(parts.dialect.pairs(same), sql`d.kind IN (${kindsOf("embeddings")}) AND d.maker_no = ${set}`);
}

function copyDerived(pairs: SQL, which: SQL): Work<void> {
  return done(sql`
    INSERT INTO derived (chunk_no, kind, maker_no, bytes)
    SELECT pair.now, d.kind, d.maker_no, d.bytes FROM ${pairs} JOIN derived d ON d.chunk_no = pair.old
    WHERE ${which} ON CONFLICT DO NOTHING`);
}

interface TitledPair extends VersionPair {
  readonly title: string | null;
}

/** Up to the first difference. None if titles differ, because models read the title with each passage. */
function* sameBeginning({ tables }: Parts, orm: Orm, { before, after, title }: TitledPair): Work<PassagePair[]> {
  const { sourceVersions } = tables;
  const later = aliasedTable(sourceVersions, "later");
  const titleOf = (version: typeof sourceVersions, ofDocument: string | null) =>
    sql<string>`coalesce(${version.givenTitle}, CAST(${ofDocument} AS text), ${version.title})`;
  const titles = yield* first(
    orm
      .select({ old: titleOf(sourceVersions, null), now: titleOf(later, title) })
      .from(sourceVersions)
      .innerJoin(later, eq(later.no, after))
      .where(eq(sourceVersions.no, before)),
  );
  if (titles === undefined || titles.old !== titles.now) return [];
  const numbered = (version: number) =>
    sql`SELECT no, section, text, row_number() OVER (ORDER BY no) AS place FROM chunks WHERE version_no = ${version}`;
  return yield* rowsOf<PassagePair>(sql`
    WITH earlier AS (${numbered(before)}), later AS (${numbered(after)}),
    different AS (
      SELECT min(later.place) AS place FROM later LEFT JOIN earlier ON earlier.place = later.place
      WHERE earlier.no IS NULL OR earlier.section <> later.section OR earlier.text <> later.text)
    SELECT CAST(earlier.no AS double precision) AS old, CAST(later.no AS double precision) AS now
    FROM later JOIN earlier ON earlier.place = later.place CROSS JOIN different
    WHERE different.place IS NULL OR later.place < different.place ORDER BY later.place`);
}
