/** Finds the rows of a table whose cells hold words of a question. Built once for a table. */

import { foldedWord, foldedWords, type Stemmer, type WordRange, withoutRemarks } from "./folded-words.ts";
import { type Column, cellText, type Table } from "./table.ts";
import type { AskedWord } from "./table-question.ts";

/** Cells of a column that hold a run of the question's words. */
export interface CellLink extends WordRange {
  readonly column: number;
  /** Whether the run is all that the cells say. */
  readonly isWhole: boolean;
  readonly rows: readonly number[];
}

export type CellIndex = ReturnType<typeof cellIndex>;

/** A column of more different cells is looked through by their sums alone, for whole cells. */
const mostEntries = 5_000;
const mostWords = 24;
/** Rows that one link lists; a condition on more of them is left to comparisons. */
const longestRun = 14;

export function cellIndex(table: Table, stem: Stemmer) {
  const columns = table.columns.map((column) => columnIndex(table, column, stem));
  const links = (words: readonly AskedWord[]) =>
    columns.flatMap((find, i) => find(words).map((link): CellLink => ({ ...link, column: i })));
  return { links };
}

type FindRuns = (words: readonly AskedWord[]) => Omit<CellLink, "column">[];

function columnIndex(table: Table, column: Column, stem: Stemmer): FindRuns {
  const ids = new Map<string, number>();
  const rowsOf: number[][] = [];
  for (let row = 0; row < table.rowCount; row++) {
    if (column.starts[row] === column.ends[row]) continue;
    const text = cellText(table, column, row);
    const id = ids.get(text) ?? rowsOf.length;
    if (id === rowsOf.length) {
      if (id === mostEntries) return sumIndex(table, column, stem);
      ids.set(text, id);
      rowsOf.push([]);
    }
    rowsOf[id]!.push(row);
  }
  return dictionary([...ids.keys()], rowsOf, stem);
}

interface WordRun extends WordRange {
  readonly id: number;
  readonly isWhole: boolean;
}

function dictionary(texts: readonly string[], rowsOf: readonly (readonly number[])[], stem: Stemmer): FindRuns {
  const stemsOf = (text: string) =>
    foldedWords(text.slice(0, 300), stem)
      .slice(0, mostWords)
      .map((one) => one.stem);
  const entries = texts.map(stemsOf);
  const plain = texts.map((text, id) =>
    text.endsWith(")") || text.endsWith("]") ? stemsOf(withoutRemarks(text, longestRemark)) : entries[id]!,
  );
  const postings = new Map<string, number[]>();
  for (const [id, stems] of entries.entries()) {
    for (const one of new Set(stems)) postings.getOrInsertComputed(one, () => []).push(id);
  }
  return (words) => {
    const runs: WordRun[] = [];
    for (let from = 0; from < words.length; from++) {
      for (const id of postings.get(words[from]!.stem) ?? []) {
        const run = runAt(words, from, entries[id]!, plain[id]!);
        if (!isOnlyStops(words, run)) runs.push({ ...run, id });
      }
    }
    return linksOf(runs, rowsOf);
  };
}

const longestRemark = 42;

function runAt(words: readonly AskedWord[], from: number, entry: readonly string[], plain: readonly string[]) {
  const longest = longestRunAt(words, from, entry);
  return longest.isWhole ? longest : (wholeRunAt(words, from, plain) ?? longest);
}

function wholeRunAt(words: readonly AskedWord[], from: number, entry: readonly string[]): Omit<WordRun, "id"> | null {
  const isWhole = entry.every((one, i) => words[from + i]?.stem === one);
  return isWhole ? { from, to: from + entry.length, isWhole } : null;
}

const isOnlyStops = (words: readonly AskedWord[], { from, to, isWhole }: Omit<WordRun, "id">) =>
  !isWhole && words.slice(from, to).every(({ isStop }) => isStop);

function longestRunAt(words: readonly AskedWord[], from: number, entry: readonly string[]): Omit<WordRun, "id"> {
  let longest = 0;
  for (let at = 0; at < entry.length; at++) {
    let length = 0;
    while (length < longestRun && words[from + length]?.stem === entry[at + length] && at + length < entry.length)
      length++;
    longest = Math.max(longest, length);
  }
  return { from, to: from + longest, isWhole: longest === entry.length };
}

/** Of the runs, whole cells, and the longest ones that are no part of a longer one. */
function linksOf(runs: readonly WordRun[], rowsOf: readonly (readonly number[])[]): Omit<CellLink, "column">[] {
  const ranges = new Map<string, Omit<WordRun, "id">>();
  for (const { from, to, isWhole } of runs) ranges.set(`${from} ${to} ${isWhole}`, { from, to, isWhole });
  const all = [...ranges.values()];
  const isLonger = (other: Omit<WordRun, "id">, { from, to, isWhole }: Omit<WordRun, "id">) =>
    other.from <= from && other.to >= to && other.to - other.from > to - from && (other.isWhole || !isWhole);
  const inLonger = (range: Omit<WordRun, "id">) => all.some((other) => isLonger(other, range));
  return all
    .filter((range) => !inLonger(range))
    .map(({ from, to, isWhole }) => {
      const ids = runs.filter((run) =>
        isWhole ? run.isWhole && run.from === from && run.to === to : run.from <= from && run.to >= to,
      );
      const rows = [...new Set(ids.map(({ id }) => id))].flatMap((id) => rowsOf[id]!);
      return { from, to, isWhole, rows: rows.sort((one, other) => one - other) };
    });
}

/** Of a large table each cell's letters and digits as one number: whole cells are found by it, and then compared. */
function sumIndex(table: Table, column: Column, stem: Stemmer): FindRuns {
  if (column.kind !== "text") return () => [];
  const sums = new Uint32Array(table.rowCount);
  for (let row = 0; row < table.rowCount; row++) sums[row] = sumOf(cellText(table, column, row).slice(0, longestCell));
  return (words) => {
    const wanted = rangesBySum(words);
    const rangeOf = (row: number) => wanted.get(sums[row]!)!;
    const isSame = (row: number) => {
      const { from, to } = rangeOf(row);
      return joined(foldedWords(cellText(table, column, row), stem)) === joined(words.slice(from, to));
    };
    const found = Map.groupBy(rowsWith(sums, wanted).filter(isSame), rangeOf);
    return [...found].map(([range, rows]) => ({ ...range, isWhole: true, rows }));
  };
}

/** The rows with a wanted sum. Asked for each row, the map would take twenty times as long. */
function rowsWith(sums: Uint32Array, wanted: ReadonlyMap<number, WordRange>): number[] {
  const may = new Uint8Array(65_536);
  for (const sum of wanted.keys()) may[sum & 0xffff] = 1;
  const rows: number[] = [];
  for (let row = 0; row < sums.length; row++) {
    if (may[sums[row]! & 0xffff] === 1 && wanted.has(sums[row]!)) rows.push(row);
  }
  return rows;
}

const longestCell = 80;

const joined = (words: readonly { readonly text: string }[]) => words.map(({ text }) => text).join("");

function rangesBySum(words: readonly AskedWord[]): Map<number, WordRange> {
  const wanted = new Map<number, WordRange>();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longestRun); to++) {
      if (words.slice(from, to).some(({ isStop }) => !isStop))
        wanted.set(sumOf(joined(words.slice(from, to))), { from, to });
    }
  }
  return wanted;
}
function sumOf(written: string): number {
  const text = /^[\u0000-\u007f]*$/.test(written) ? written.toLowerCase() : foldedWord(written);
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
    if (isWord) sum = Math.imul(sum ^ code, 0x01000193);
  }
  return sum >>> 0;
}
