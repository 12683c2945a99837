/**
 * The text of a version, read from its row in pieces, so that a download of many MB holds no text in memory while its
 * client is slow.
 */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { Fault } from "../kernel/fault.ts";
import type { SourceText } from "../sources/ports/store-ports.ts";
import type { Source } from "../sources/source.ts";
import type { Drizzle } from "./database.ts";
import { sourceVersions } from "./schema.ts";

/**
 * The least size of a piece in bytes, and the greatest number of pieces: SQLite reads a row from its beginning for each
 * piece (8 ms for 44 MB).
 */
const leastPiece = 262_144;
const mostPieces = 64;

const contentBytes = sql<number>`octet_length(${sourceVersions.content})`;

/** @param version null: the version that answers, else the newest one with a text */
export function sourceText(orm: Drizzle, source: Source, version: number | null): SourceText | null {
  const wanted = version ?? source.answeringVersion;
  const row = orm
    .select({
      no: sourceVersions.no,
      version: sourceVersions.version,
      readyAt: sourceVersions.readyAt,
      bytes: contentBytes,
    })
    .from(sourceVersions)
    .where(
      and(
        eq(sourceVersions.sourceNo, source.no),
        isNotNull(sourceVersions.content),
        wanted === null ? undefined : eq(sourceVersions.version, wanted),
      ),
    )
    .orderBy(desc(sourceVersions.version))
    .limit(1)
    .get();
  if (row === undefined) return null;
  return { version: row.version, bytes: row.bytes, pieces: () => piecesOf(orm, source, row) };
}

interface TextRow {
  readonly no: number;
  readonly readyAt: number | null;
  readonly bytes: number;
}

function* piecesOf(orm: Drizzle, source: Source, text: TextRow): Generator<Uint8Array> {
  const length = Math.max(leastPiece, Math.ceil(text.bytes / mostPieces));
  for (let from = 0; from < text.bytes; from += length) {
    const piece = pieceOf(orm, text, { from, length });
    if (piece === null) {
      const message = `The source ${source.id} was deleted or read again while its text was sent.`;
      throw new Fault("source_not_found", message);
    }
    yield piece;
  }
}

interface Stretch {
  readonly from: number;
  readonly length: number;
}

/** Null if the row is gone or has another text now. */
function pieceOf(orm: Drizzle, { no, readyAt, bytes }: TextRow, { from, length }: Stretch): Uint8Array | null {
  const isTheSame = sql`${sourceVersions.no} = ${no} AND ${sourceVersions.readyAt} IS ${readyAt} AND ${contentBytes} = ${bytes}`;
  const row = orm
    .select({ piece: sql<Uint8Array>`substr(CAST(${sourceVersions.content} AS BLOB), ${from + 1}, ${length})` })
    .from(sourceVersions)
    .where(isTheSame)
    .get();
  return row?.piece ?? null;
}
