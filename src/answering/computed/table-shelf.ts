/** The tables of sources, built from their passages when they are first asked for, and kept in memory within a bound. */
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import { turnEnds } from "../../kernel/pause.ts";
import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { primarySubtag } from "../../language/data/language.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import type { Analyzers } from "../../language/words/analysis.ts";
import { type CellIndex, cellIndex } from "../../tables/cell-index.ts";
import { rememberedStems, type Stemmer } from "../../tables/folded-words.ts";
import type { Table } from "../../tables/table.ts";
import { type BuildingWords, joinedTables, TableBuilder } from "../../tables/table-building.ts";
import { buildingWords } from "../../tables/table-question.ts";
import type { PassageReader } from "../ports.ts";

export interface ShelvedSource {
  readonly source: SourceId;
  readonly version: number;
  /** In which numbers and dates were read. */
  readonly language: string;
  readonly tables: readonly ShelvedTable[];
  /** The passage that holds a place of the tables' text, and the place in it. */
  place(at: number): PassagePlace;
}

export interface ShelvedTable {
  readonly table: Table;
  readonly index: CellIndex;
}

export interface PassagePlace {
  /** The row number of the passage. */
  readonly no: number;
  /** UTF-16 units of its text. */
  readonly at: number;
  /** Code points of the content of the version. */
  readonly point: number;
}

export interface TableShelf {
  /** The tables of the version that answers; null if the source is gone or its tables are too large. */
  open(expert: ExpertId, source: SourceId, language: string): Promise<ShelvedSource | null>;
  /** The words of a question and of cells are compared by their stems in this language. */
  stem(language: string): Stemmer;
}
const pageSize = 2000;
const mostTooLarge = 1000;

/** @param room bytes that all shelved tables may take together, and so the most that those of one source may */
export function createTableShelf(
  rows: Pick<PassageReader, "versionPassages">,
  analyzers: Analyzers,
  room: number,
): TableShelf {
  const shelf = recentlyUsed<ShelvedSource & { readonly bytes: number }>(room, ({ bytes }) => bytes);
  const tooLarge = recentlyUsed<true>(mostTooLarge);
  const stems = new Map<string, Stemmer>();
  const stem = (language: string): Stemmer => {
    const analyzer = analyzers(language);
    const stemOf = (word: string) => analyzer.analyze(word)[0]?.term ?? word;
    return stems.getOrInsertComputed(language, () => rememberedStems(stemOf));
  };
  return {
    stem,
    open: async (expert, source, language) => {
      const [first] = await rows.versionPassages(expert, source, { after: 0, most: 1 });
      if (first === undefined) return null;
      const name = `${source} ${first.sourceVersion} ${first.no} ${language}`;
      const known = shelf.get(name);
      if (known !== undefined) return known;
      if (tooLarge.get(name)) return null;
      const made = await readTables(rows, { expert, source, language, stem: stem(language) }, room);
      if (made === null) tooLarge.set(name, true);
      else shelf.set(name, made);
      return made;
    },
  };
}

interface ShelfReading {
  readonly expert: ExpertId;
  readonly source: SourceId;
  readonly language: string;
  readonly stem: Stemmer;
}

function indexed(found: readonly Table[], words: BuildingWords, stem: Stemmer): readonly ShelvedTable[] {
  return [...found, ...joinedTables(found, words)].map((table) => ({ table, index: cellIndex(table, stem) }));
}

async function readTables(
  rows: Pick<PassageReader, "versionPassages">,
  { expert, source, language, stem }: ShelfReading,
  room: number,
): Promise<(ShelvedSource & { readonly bytes: number }) | null> {
  const pause = turnEnds();
  const spoken = primarySubtag(language);
  const builder = new TableBuilder(buildingWords(spoken));
  /** Where each passage begins in the text of all. */
  const pieces: PassagePlace[] = [];
  const texts: string[] = [];
  let length = 0;
  let version = 0;
  for (let after = 0; ; ) {
    const page = await rows.versionPassages(expert, source, { after, most: pageSize });
    for (const { no, text, start, outline, sourceVersion } of page) {
      const piece = { text, at: length };
      for (const block of outline) builder.add(block, piece);
      pieces.push({ no, at: length, point: start });
      texts.push(text);
      length += text.length + 1;
      version = sourceVersion;
      await pause();
    }
    if (length > room / 2) return null;
    if (page.length < pageSize) break;
    after = page.at(-1)!.no;
  }
  const text = texts.join("\n");
  const tables = indexed(builder.finish(text), buildingWords(spoken), stem);
  const bytes = tables.reduce((sum, { table }) => sum + bytesOf(table), text.length * bytesOfLetter(text));
  if (bytes > room) return null;
  return { source, version, language: spoken, tables, bytes, place: (at) => placeIn(text, pieces, at) };
}

/** Each row and cell has two positions of four bytes, a cell of text a sum of four, and any other a value of eight. */
const bytesOf = ({ rowCount, columns }: Table) =>
  columns.reduce((sum, { kind }) => sum + rowCount * (kind === "text" ? 12 : 16), rowCount * 8);

const bytesOfLetter = (text: string) => (/[^\u0000-\u00ff]/.test(text) ? 2 : 1);

function placeIn(text: string, pieces: readonly PassagePlace[], at: number): PassagePlace {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low]!;
  return { no: piece.no, at: at - piece.at, point: piece.point + codePointLength(text, piece.at, at) };
}
