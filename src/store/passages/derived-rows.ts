/** The rows of what models make of passages: written and deleted, whatever the kind. */
import { type SQL, sql } from "drizzle-orm";
import type { Derived, MadePassage } from "../../memory/row-ports.ts";
import { all, done, type Orm, rowsOf, type Store, type Work } from "../work.ts";
import { derivedKinds, type Kind } from "./derived-kinds.ts";

/** Rows of a statement. */
const atOnce = 500;

export interface NewRows<K extends Kind> {
  readonly kind: K;
  readonly maker: number;
  readonly passages: readonly MadePassage<K>[];
  /** Whether rows that are there are replaced. */
  readonly renews?: boolean;
}

/** Returns the numbers of the passages whose rows were written. */
export function* putDerived<K extends Kind>(
  { tables: { derived } }: Pick<Store, "tables">,
  orm: Orm,
  { kind, maker, passages, renews = false }: NewRows<K>,
): Work<number[]> {
  const { chunkNo, kind: ofKind, makerNo } = derived;
  const replacing = { target: [chunkNo, ofKind, makerNo], set: { bytes: sql`excluded.bytes` } };
  const { bytesOf } = derivedKinds[kind];
  const written: number[] = [];
  for (let from = 0; from < passages.length; from += atOnce) {
    const some = passages.slice(from, from + atOnce);
    const rows = some.map((one) => ({
      chunkNo: one.no,
      kind,
      makerNo: maker,
      bytes: bytesOf((one as Pick<Derived, K>)[kind]),
    }));
    const insertion = orm.insert(derived).values(rows);
    const changed = renews ? insertion.onConflictDoUpdate(replacing) : insertion.onConflictDoNothing();
    written.push(...(yield* all(changed.returning({ no: chunkNo }))).map(({ no }) => no));
  }
  return written;
}

interface Sweeping {
  readonly kind: Kind;
  /** On the kind's makers. */
  readonly which: SQL;
  readonly limit: number;
}

/** Deletes rows of makers that are not needed any more, then those makers. Returns the number of rows. */
export function* sweepDerived({ kind, which, limit }: Sweeping): Work<number> {
  const makers = sql.raw(derivedKinds[kind].makers);
  const deleted = yield* rowsOf(
    sql`DELETE FROM derived WHERE (chunk_no, kind, maker_no) IN (
        SELECT chunk_no, kind, maker_no FROM derived
        WHERE kind = ${kind} AND maker_no IN (SELECT no FROM ${makers} WHERE ${which}) LIMIT ${limit})
      RETURNING chunk_no`,
  );
  if (deleted.length === 0)
    yield* done(sql`DELETE FROM ${makers} WHERE ${which}
      AND NOT EXISTS (SELECT 1 FROM derived WHERE kind = ${kind} AND maker_no = ${makers}.no)`);
  return deleted.length;
}
