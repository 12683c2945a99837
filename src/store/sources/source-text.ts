/** Read in pieces, so that a download of many MB holds no text in memory. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { Fault } from "../../kernel/fault.ts";
import type { SourceText } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import { first, type Store, type Work } from "../work.ts";

/** @param version null: the answering one, else the newest with a text */
export function sourceText(store: Store, source: Source, version: number | null) {
  const { sourceVersions } = store.tables;
  const wanted = version ?? source.answeringVersion;
  const { no, content, readyAt } = sourceVersions;
  return store.read(function* (orm): Work<SourceText | null> {
    const found = orm
      .select({ no, version: sourceVersions.version, readyAt, bytes: sql`octet_length(${content})`.mapWith(Number) })
      .from(sourceVersions)
      .where(
        and(
          eq(sourceVersions.sourceNo, source.no),
          isNotNull(content),
          wanted === null ? undefined : eq(sourceVersions.version, wanted),
        ),
      )
      .orderBy(desc(sourceVersions.version))
      .limit(1);
    const row = yield* first(found);
    return row === undefined
      ? null
      : { version: row.version, bytes: row.bytes, pieces: () => piecesOf(store, source, row) };
  });
}

interface TextRow {
  readonly no: number;
  readonly readyAt: number | null;
  readonly bytes: number;
}

async function* piecesOf(store: Store, source: Source, text: TextRow): AsyncGenerator<Uint8Array> {
  const { least, most } = store.dialect.textPieces;
  const length = Math.max(least, Math.ceil(text.bytes / most));
  for (let from = 0; from < text.bytes; from += length) {
    const piece = await store.read((orm) => {
      const { sourceVersions } = store.tables;
      const { no, readyAt, content } = sourceVersions;
      const isTheSame = sql`${no} = ${text.no} AND ${readyAt} IS NOT DISTINCT FROM CAST(${text.readyAt} AS bigint)
        AND octet_length(${content}) = ${text.bytes}`;
      const bytes = store.dialect.bytesOf(content, { from, length });
      return first(orm.select({ bytes }).from(sourceVersions).where(isTheSame));
    });
    if (piece === undefined) {
      const message = `The source ${source.id} was deleted or read again while its text was sent.`;
      throw new Fault("source_not_found", message);
    }
    yield new Uint8Array(piece.bytes);
  }
}
