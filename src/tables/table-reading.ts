/** What a question says about a table: the cells and columns that its words name. */
import type { CellIndex, CellLink } from "./cell-index.ts";
import type { Table } from "./table.ts";
import {
  type AskedWord,
  foldedWord,
  foldedWords,
  type Stemmer,
  type TableQuestion,
  type WordRange,
} from "./table-question.ts";

export interface HeaderLink {
  /** Positions of words, ascending. */
  readonly words: readonly number[];
  /** Of the name's words, how many there are: 0–1. */
  readonly share: number;
  readonly stems: readonly string[];
}

/** A column that is named for a period: a year, a quarter, a month. */
export interface DatePeriod {
  readonly column: number;
  /** Later ones are greater. */
  readonly order: number;
  readonly isNamed: boolean;
  /** Its words in the question, as bits. */
  readonly mask: number;
}

export interface TableReading {
  readonly table: Table;
  readonly question: TableQuestion;
  readonly links: readonly CellLink[];
  readonly headers: readonly HeaderLink[];
  readonly periods: readonly DatePeriod[];
  /** The words that the title or the caption of the table says, as bits. */
  readonly known: number;
  /** The word that "which" asks for (`country`), as a position in the words; -1 without one. */
  readonly noun: number;
  /** The first column of texts, whose cells name the rows. */
  readonly subject: number;
}

/** Runs of words that are tried as conditions. */
const mostLinks = 14;

/** @param context stems of the title and the caption: words that are true of all rows */
export function readTable(
  table: Table,
  index: CellIndex,
  question: TableQuestion,
  stem: Stemmer,
  context: ReadonlySet<string> = new Set(),
): TableReading {
  const { words } = question;
  const isKnown = ({ from, to }: WordRange) =>
    words.slice(from, to).every((word) => word.isStop || context.has(word.stem));
  const links = index
    .links(words)
    .filter((link) => link.rows.length > 0 && (link.isWhole || !isKnown(link)))
    .toSorted((one, other) => weightOf(other, words) - weightOf(one, words))
    .slice(0, mostLinks);
  const headers = table.columns.map(({ name }) => headerLink(name, words, stem));
  const subject = table.columns.findIndex(({ kind }) => kind === "text");
  const periods = periodsOf(table, headers, question);
  const known = bits(words.flatMap((word, i) => (context.has(word.stem) ? [i] : [])));
  return { table, question, links, headers, periods, known, noun: nounOf(question), subject: Math.max(0, subject) };
}

const year = /(?:^|\D)((?:19|20)\d\d)(?!\d)/;
const quarter = /^(?:q|h)([1-4])\b|\b([1-4])\. ?quartal/i;

function periodsOf(
  table: Table,
  headers: readonly HeaderLink[],
  { words, months, askedMonths }: TableQuestion,
): DatePeriod[] {
  return table.columns.flatMap(({ name }, column): DatePeriod[] => {
    const month = months.get(foldedWord(name.split(/[ .]/)[0]!)) ?? 0;
    const [, first, second] = quarter.exec(name) ?? [];
    const order =
      Number(year.exec(name)?.[1] ?? 0) * 100 + Number(first ?? second ?? 0) + (name.length <= 14 ? month : 0);
    if (order === 0) return [];
    const own = headers[column]!.words.filter((at) => /\d/.test(words[at]!.text) || months.has(words[at]!.text));
    return [{ column, order, isNamed: own.length > 0 || askedMonths.has(month), mask: bits(own) }];
  });
}

/** Longer runs, whole cells and rarer ones first. */
const weightOf = ({ from, to, isWhole, rows }: CellLink, words: readonly AskedWord[]) =>
  words.slice(from, to).filter(({ isStop }) => !isStop).length * 4 + (isWhole ? 3 : 0) - Math.log10(rows.length);

function headerLink(name: string, words: readonly AskedWord[], stem: Stemmer): HeaderLink {
  const stems = foldedWords(name, stem).map((one) => one.stem);
  if (stems.length === 0) return { words: [], share: 0, stems };
  const own = new Set(stems);
  const found = words.flatMap((word, i) => (own.has(word.stem) && !(word.isStop && own.size > 1) ? [i] : []));
  if (found.length === 0 && own.size === 1) return joinedName(name.toLowerCase(), words, stems);
  const share = new Set(found.map((i) => words[i]!.stem)).size / own.size;
  return { words: found, share, stems };
}

/** A name in one word that the question writes as two: `winpercent` as "win percentage". */
function joinedName(name: string, words: readonly AskedWord[], stems: readonly string[]): HeaderLink {
  const at = words.findIndex((word, i) => {
    const both = word.text + (words[i + 1]?.text ?? "");
    return (
      !word.isStop &&
      name.length >= 6 &&
      name.startsWith(word.text) &&
      both.startsWith(name) &&
      both.length <= name.length + 4
    );
  });
  return at === -1 ? { words: [], share: 0, stems } : { words: [at, at + 1], share: 1, stems };
}

/** The first word behind the question word that is no stop word. */
function nounOf({ words, asks }: TableQuestion): number {
  const asking = asks.find(({ kind }) => kind === "which" || kind === "howMany" || kind === "name");
  if (asking === undefined) return -1;
  const at = words.findIndex(({ isStop }, i) => i >= asking.to && !isStop);
  return at >= 0 && at - asking.to <= 3 ? at : -1;
}

/** The first 31 words as bits. */
export function bits(positions: readonly number[]): number {
  return positions.reduce((sum, at) => (at < 31 ? sum | (1 << at) : sum), 0);
}

export function rangeBits({ from, to }: { readonly from: number; readonly to: number }): number {
  let sum = 0;
  for (let at = from; at < Math.min(to, 31); at++) sum |= 1 << at;
  return sum;
}
