/** Which table a question asks, and what of it: the tables of the passages found, each read by the grammar. */
import { primarySubtag } from "../../language/data/language.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { foldedWords } from "../../tables/folded-words.ts";
import { type Meaning, meaningsOf } from "../../tables/grammar.ts";
import { readTable, type TableReading } from "../../tables/table-reading.ts";
import { questionReaderOf } from "../../tables/table-words.ts";
import { decisiveColumn } from "../../tables/told-result.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { ReplyInput } from "../choice/extractive-reply.ts";
import { isNamed, isPlain } from "./answer-gate.ts";
import type { ShelvedSource, ShelvedTable, TableShelf } from "./table-shelf.ts";

export interface TableMeaning {
  readonly source: ShelvedSource;
  readonly reading: TableReading;
  readonly meaning: Meaning;
  /** Another column that the question fits as well; null if there is none. */
  readonly rival: Meaning | null;
}

/** Sources and tables of the passages found that are looked at. */
const mostSources = 3;
const mostTables = 8;
/** A second reading so near to the first leaves the question open. */
const nearChance = 0.7;

/** What the question asks of a table; null: of none, or of several. */
export async function chooseTable(
  shelf: TableShelf,
  input: ReplyInput,
  language: string,
): Promise<TableMeaning | null> {
  const stem = shelf.stem(language);
  const asked = questionReaderOf(primarySubtag(language)).read(input.question, stem);
  const found = await tablesOf(shelf, input, language);
  const [best, second] = found
    .flatMap(({ source, tables, context }) =>
      tables.flatMap(({ table, index }) => {
        const known = new Set(foldedWords(`${context} ${table.caption}`, stem).map((word) => word.stem));
        const reading = readTable(table, index, asked, stem, known);
        return meaningIn(reading, source) ?? [];
      }),
    )
    .sort((one, other) => other.meaning.chance - one.meaning.chance);
  if (best === undefined) return null;
  const isContested = second !== undefined && second.meaning.chance > nearChance * best.meaning.chance;
  return isContested && !isSameAnswer(best.meaning, second.meaning) ? null : best;
}

function meaningIn(reading: TableReading, source: ShelvedSource): TableMeaning | null {
  const [meaning, ...others] = meaningsOf(reading, (candidate) => isNamed(reading, candidate));
  if (meaning === undefined) return null;
  const rival = rivalOf(reading, meaning, others);
  return isPlain(meaning, meaning.chance + (rival?.chance ?? 0)) ? { source, reading, meaning, rival } : null;
}

/** The reading that is the same but for its column, if the question names both columns by the same words, in part. */
function rivalOf({ headers }: TableReading, meaning: Meaning, others: readonly Meaning[]): Meaning | null {
  const { query, rows } = meaning.candidate;
  const column = decisiveColumn(query);
  const { share, words } = headers[column]!;
  const alike = others.find(({ candidate: { query: its, rows: theirs } }) => {
    const other = decisiveColumn(its);
    const isAlike = theirs.form === rows.form && its.take === query.take && other !== column;
    return isAlike && words.length > 0 && headers[other]!.words.join() === words.join();
  });
  return share < 1 ? (alike ?? null) : null;
}

const isSameAnswer = (one: Meaning, other: Meaning) =>
  one.outcome.value === other.outcome.value && one.outcome.texts.join() === other.outcome.texts.join();

interface FoundTables {
  readonly source: ShelvedSource;
  readonly tables: readonly ShelvedTable[];
  /** What is said of the tables beside their cells: title and sections. */
  readonly context: string;
}

async function tablesOf(shelf: TableShelf, { expert, found }: ReplyInput, language: string): Promise<FoundTables[]> {
  const bySource = new Map<string, RetrievedPassage[]>();
  for (const passage of found.passages) {
    if (passage.brought !== undefined || !passage.outline.some(({ kind }) => kind === "table_row")) continue;
    bySource.set(passage.sourceId, [...(bySource.get(passage.sourceId) ?? []), passage]);
  }
  const all: FoundTables[] = [];
  for (const passages of [...bySource.values()].slice(0, mostSources)) {
    const [{ sourceId, sourceVersion, title }] = passages as [RetrievedPassage];
    const source = await shelf.open(expert.id, sourceId, language);
    if (source === null || source.version !== sourceVersion) continue;
    const tables = source.tables
      .filter((one) => passages.some((passage) => holds(source, one, passage)))
      .slice(0, mostTables);
    all.push({ source, tables, context: [title, expert.name, ...passages.map(({ section }) => section)].join("\n") });
  }
  return all;
}

/** Whether a passage has rows of a table. */
function holds(
  { place }: ShelvedSource,
  { table: { rows, rowCount } }: ShelvedTable,
  { start, text }: RetrievedPassage,
): boolean {
  const first = place(rows.starts[0]!).point;
  const last = place(rows.ends[rowCount - 1]! - 1).point;
  return first < start + codePointLength(text) && last >= start;
}
