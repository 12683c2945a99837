import { type SQL, sql } from "drizzle-orm";
import type { Derived, MadePassage } from "../../memory/row-ports.ts";
import type { Tables } from "../tables.ts";
import { all, done, type Orm, rowsOf, type Work } from "../work.ts";
import { derivedKinds, type KindName, kindsOf, type Makers } from "./derived-kinds.ts";

const atOnce = 500;

export interface NewRows<K extends KindName> {
  readonly kind: K;
  readonly maker: number;
  readonly passages: readonly MadePassage<K>[];
  readonly renews?: boolean;
}

function* insertions<K extends KindName>(
  { derived }: Tables,
  orm: Orm,
  { kind, maker, passages, renews = false }: NewRows<K>,
) {
  const { chunkNo, kind: ofKind, makerNo } = derived;
  const replacing = { target: [chunkNo, ofKind, makerNo], set: { bytes: sql`excluded.bytes` } };
  const { bytesOf } = derivedKinds[kind];
  for (let from = 0; from < passages.length; from += atOnce) {
    const some = passages.slice(from, from + atOnce);
    const made = (one: Pick<Derived, K>) => bytesOf(one[kind]);
    const rows = some.map((one) => ({ chunkNo: one.no, kind, makerNo: maker, bytes: made(one) }));
    const insertion = orm.insert(derived).values(rows);
    yield renews ? insertion.onConflictDoUpdate(replacing) : insertion.onConflictDoNothing();
  }
}

export function* putDerived<K extends KindName>(tables: Tables, orm: Orm, rows: NewRows<K>): Work<void> {
  for (const insertion of insertions(tables, orm, rows)) yield* done(insertion);
}

/** Returns the passages whose rows were written, ascending. */
export function* countDerived<K extends KindName>(tables: Tables, orm: Orm, rows: NewRows<K>): Work<number[]> {
  const written: { readonly no: number }[] = [];
  for (const insertion of insertions(tables, orm, rows))
    written.push(...(yield* all(insertion.returning({ no: tables.derived.chunkNo }))));
  return written.map(({ no }) => no).sort((a, b) => a - b);
}

/** Deletes rows of unneeded makers, then those makers. Returns the number of rows. */
export function* sweepDerived(table: Makers, which: SQL, limit: number): Work<number> {
  const [makers, kinds] = [sql.raw(table), kindsOf(table)];
  const deleted = yield* rowsOf(
    sql`DELETE FROM derived WHERE (chunk_no, kind, maker_no) IN (
        SELECT chunk_no, kind, maker_no FROM derived
        WHERE kind IN (${kinds}) AND maker_no IN (SELECT no FROM ${makers} WHERE ${which}) LIMIT ${limit})
      RETURNING chunk_no`,
  );
  if (deleted.length === 0)
    yield* done(sql`DELETE FROM ${makers} WHERE ${which}
      AND NOT EXISTS (SELECT 1 FROM derived WHERE kind IN (${kinds}) AND maker_no = ${makers}.no)`);
  return deleted.length;
}
