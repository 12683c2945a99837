import { deflateSync, inflateSync } from "node:zlib";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { RecognisedPages } from "../../sources/ports/document-ports.ts";
import {
  type KeptPage,
  type LineCorrection,
  pageFaults,
  type RecognisedPage,
  type RecognisedWord,
} from "../../sources/ports/recognised-page.ts";
import type { Tables } from "../tables.ts";
import { all, done, type Orm, type Store, type Work } from "../work.ts";

/** Raised with every change of the bytes. */
const format = 1;
/** Unpacked. A page full of 6-point letters takes 200 kB. */
const mostBytes = 16_000_000;

export function recognisedPageStore({ read, write, tables }: Store): RecognisedPages {
  const { recognisedPages } = tables;
  const { versionNo: of, page } = recognisedPages;
  return {
    of: (versionNo) =>
      read(function* (orm) {
        const rows = yield* all(orm.select().from(recognisedPages).where(eq(of, versionNo)).orderBy(asc(page)));
        return rows.flatMap(keptPage);
      }),
    one: (versionNo, number) =>
      read(function* (orm) {
        const mine = and(eq(of, versionNo), eq(page, number));
        const rows = yield* all(orm.select().from(recognisedPages).where(mine));
        return rows.flatMap(keptPage)[0] ?? null;
      }),
    discard: (versionNo, pages) => {
      const which = and(eq(of, versionNo), pages && inArray(page, [...pages]));
      return write("process", (orm) => done(orm.delete(recognisedPages).where(which)));
    },
  };
}

export function* putPages(
  { recognisedPages }: Tables,
  orm: Orm,
  versionNo: number,
  pages: readonly KeptPage[],
): Work<void> {
  const { versionNo: of, page } = recognisedPages;
  const set = { recogniser: sql`excluded.recogniser`, bytes: sql`excluded.bytes` };
  for (const { recogniser, ...one } of pages) {
    const row = { versionNo, page: one.page, recogniser, bytes: pageBytes(one) };
    yield* done(
      orm
        .insert(recognisedPages)
        .values(row)
        .onConflictDoUpdate({ target: [of, page], set }),
    );
  }
}

interface Successor {
  readonly sourceNo: number;
  readonly versionNo: number;
  readonly sha256: string;
}

/** Copies recognised pages from an older version with the same bytes. */
export function inheritPages({ sourceNo, versionNo, sha256 }: Successor): Work<void> {
  return done(sql`
    INSERT INTO recognised_pages (version_no, page, recogniser, bytes)
    SELECT ${versionNo}, page, recogniser, bytes FROM recognised_pages WHERE version_no = (
      SELECT max(v.no) FROM source_versions v JOIN recognised_pages p ON p.version_no = v.no
      WHERE v.source_no = ${sourceNo} AND v.no < ${versionNo} AND v.sha256 = ${sha256})`);
}

function keptPage({
  recogniser,
  bytes,
}: {
  readonly recogniser: string;
  readonly bytes: Uint8Array;
}): readonly KeptPage[] {
  const page = pageFrom(bytes);
  return page === null ? [] : [{ ...page, recogniser }];
}

type WordRow = readonly [text: string, line: number, isCorrected: 0 | 1, ...numbers: number[]];

const lengths = ["left", "top", "right", "bottom", "baseline", "size", "confidence"] as const;

/** Stores lengths in 1/100 point and confidence in 1/1000. */
function pageBytes({ words, width, height, ...page }: RecognisedPage): Uint8Array {
  const rows = words.map((word): WordRow => {
    const numbers = lengths.map((name) => Math.round(word[name] * (name === "confidence" ? 1000 : 100)));
    return [word.text, word.line, word.isCorrected === true ? 1 : 0, ...numbers];
  });
  return deflateSync(
    JSON.stringify({ format, ...page, width: Math.round(width * 100), height: Math.round(height * 100), words: rows }),
  );
}

/** Null: damaged or another format, so the page is read again. */
export function pageFrom(bytes: Uint8Array): RecognisedPage | null {
  try {
    const kept = JSON.parse(inflateSync(bytes, { maxOutputLength: mostBytes }).toString());
    return kept.format === format ? pageOf(kept) : null;
  } catch {
    return null;
  }
}

type StoredPage = Omit<RecognisedPage, "words"> & { readonly words: readonly WordRow[]; readonly format: number };

function pageOf({ format: _, words, ...page }: StoredPage): RecognisedPage | null {
  const { width, height, turned, corrections = [], fault } = page;
  const numbers = [page.page, width, height, page.skew, page.confidence];
  const isSound =
    numbers.every(Number.isFinite) &&
    [0, 90, 180, 270].includes(turned) &&
    (fault === undefined || pageFaults.includes(fault)) &&
    Array.isArray(words) &&
    words.every(isWord) &&
    Array.isArray(corrections) &&
    corrections.every(isCorrection);
  return isSound ? { ...page, width: width / 100, height: height / 100, words: words.map(wordOf) } : null;
}

function isWord(row: unknown): boolean {
  if (!Array.isArray(row) || row.length !== 3 + lengths.length) return false;
  const [text, ...numbers] = row;
  return typeof text === "string" && numbers.every(Number.isFinite);
}

function isCorrection({ line, read }: LineCorrection): boolean {
  return Number.isSafeInteger(line) && typeof read === "string";
}

function wordOf([text, line, isCorrected, ...numbers]: WordRow): RecognisedWord {
  const places = lengths.map((name, i) => [name, numbers[i]! / (name === "confidence" ? 1000 : 100)]);
  const place = Object.fromEntries(places) as Record<(typeof lengths)[number], number>;
  return { text, line, ...place, ...(isCorrected === 1 && { isCorrected: true }) };
}
