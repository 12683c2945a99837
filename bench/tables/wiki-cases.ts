/** The questions of WikiTableQuestions with their candidates. */
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { QueryCandidate } from "../../src/tables/candidate-features.ts";
import { type CellIndex, cellIndex } from "../../src/tables/cell-index.ts";
import { rememberedStems } from "../../src/tables/folded-words.ts";
import { queryCandidates } from "../../src/tables/grammar.ts";
import { outcomeOf } from "../../src/tables/query-outcome.ts";
import type { Table, TableOutcome } from "../../src/tables/table.ts";
import { TableBuilder } from "../../src/tables/table-building.ts";
import { buildingWords, questionReaderOf } from "../../src/tables/table-question.ts";
import { readTable } from "../../src/tables/table-reading.ts";
import { type AskedTable, isRight, wikiTable } from "./table-sets.ts";

export const analyzer = createAnalyzers()("en");
export const stem = rememberedStems((word) => analyzer.analyze(word)[0]?.term ?? word);
export const reader = questionReaderOf("en");

const tables = new Map<string, Promise<{ readonly table: Table; readonly index: CellIndex } | null>>();

export function tableOf(tsv: string, name: string) {
  const known = tables.get(name) ?? built(tsv, name);
  tables.set(name, known);
  return known;
}

async function built(tsv: string, name: string) {
  const document = await wikiTable(tsv, name);
  const builder = new TableBuilder(buildingWords("en"));
  for (const block of document.blocks) builder.add(block, { text: document.text, at: 0 });
  const all = builder.finish(document.text);
  const table = all.toSorted((one, other) => other.rowCount - one.rowCount)[0];
  return table === undefined ? null : { table, index: cellIndex(table, stem) };
}

export interface Case {
  readonly asked: AskedTable;
  readonly candidates: readonly (QueryCandidate & { readonly answer: readonly string[]; readonly isRight: boolean })[];
}

export async function caseOf(tsv: string, asked: AskedTable): Promise<Case> {
  const found = await tableOf(tsv, asked.name);
  const candidates =
    found === null ? [] : candidatesOf(found, asked.question, (answer) => isRight(answer, asked.expected));
  return { asked, candidates };
}

export function candidatesOf(
  { table, index }: { readonly table: Table; readonly index: CellIndex },
  question: string,
  judge: (answer: readonly string[]) => boolean,
): Case["candidates"] {
  const outcomes = new Map<string, TableOutcome | null>();
  return queryCandidates(readTable(table, index, reader.read(question, stem), stem)).flatMap((candidate) => {
    const key = JSON.stringify(candidate.query, (name, value) =>
      name === "rows" && Array.isArray(value) ? value.length : value,
    );
    const outcome = outcomes.has(key) ? outcomes.get(key)! : outcomeOf(table, candidate.query);
    outcomes.set(key, outcome);
    const answer = outcome === null ? [] : answerOf(outcome);
    return answer.length === 0 || answer.length > 30 ? [] : [{ ...candidate, answer, isRight: judge(answer) }];
  });
}

export const answerOf = ({ value, texts }: TableOutcome): readonly string[] =>
  texts.length > 0 ? texts : value === null ? [] : [String(value)];
