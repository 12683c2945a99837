/** TAT-QA: pages of a table with text. Only questions whose answer is said to come from the table alone are asked. */
import { DocumentBuilder } from "../../src/extraction/document-builder.ts";
import { TableGrid } from "../../src/extraction/table-grid.ts";
import { type CellIndex, cellIndex } from "../../src/tables/cell-index.ts";
import { cellValue } from "../../src/tables/cell-value.ts";
import { meaningsOf } from "../../src/tables/grammar.ts";
import type { Table } from "../../src/tables/table.ts";
import { TableBuilder } from "../../src/tables/table-building.ts";
import { buildingWords } from "../../src/tables/table-question.ts";
import { readTable } from "../../src/tables/table-reading.ts";
import { folded } from "./table-sets.ts";
import { answerOf, reader, stem } from "./wiki-cases.ts";
import { report } from "./wiki-runs.ts";

interface Page {
  readonly table: { readonly table: readonly (readonly string[])[] };
  readonly questions: readonly {
    readonly question: string;
    readonly answer: number | string | readonly string[];
    readonly answer_from: string;
    readonly answer_type: string;
    readonly scale: string;
  }[];
}

interface AskedPage {
  readonly question: string;
  readonly tables: readonly { readonly table: Table; readonly index: CellIndex }[];
  readonly judge: (answer: readonly string[]) => boolean;
  readonly expected: string;
}

export async function* tatqaQuestions(path: string): AsyncGenerator<AskedPage> {
  for (const line of (await Bun.file(path).text()).split("\n")) {
    if (line === "") continue;
    const page: Page = JSON.parse(line);
    const tables = tablesOf(page);
    for (const { question, answer, answer_from } of page.questions) {
      if (answer_from !== "table") continue;
      yield { question, tables, judge: (given) => isSame(given, answer), expected: String(answer) };
    }
  }
}

export async function measureTatqa(path: string): Promise<void> {
  const results: { readonly chance: number; readonly isRight: boolean }[] = [];
  for await (const { question, tables, judge, expected } of tatqaQuestions(path)) {
    const [best] = tables
      .flatMap(({ table, index }) => meaningsOf(readTable(table, index, reader.read(question, stem), stem)).slice(0, 1))
      .toSorted((one, other) => other.confidence - one.confidence);
    const isRight = best !== undefined && judge(answerOf(best.outcome));
    if (process.argv.includes("--show") && !isRight) {
      console.log(
        question,
        "=>",
        expected,
        "|",
        best && answerOf(best.outcome).join("|").slice(0, 100),
        best && JSON.stringify(best.candidate.query).slice(0, 200),
      );
    }
    results.push({ chance: best?.confidence ?? 0, isRight });
  }
  report(results);
}

function tablesOf({ table: { table: rows } }: Page) {
  const grid = new TableGrid();
  for (const row of rows) {
    grid.openRow(false);
    for (const cell of row) grid.addCell(cell);
  }
  const builder = new DocumentBuilder(1_000_000);
  builder.addTable(grid);
  const document = builder.finish(null);
  const tables = new TableBuilder(buildingWords("en"));
  for (const block of document.blocks) tables.add(block, { text: document.text, at: 0 });
  return tables.finish(document.text).map((table) => ({ table, index: cellIndex(table, stem) }));
}

/** Numbers are compared by their value, rounded as the set rounds; the scale (thousands) is not. */
function isSame(given: readonly string[], expected: number | string | readonly string[]): boolean {
  const wanted = Array.isArray(expected) ? expected : [String(expected)];
  if (given.length !== wanted.length) return false;
  const left = [...given];
  return wanted.every((one) => {
    const at = left.findIndex((other) => isEqual(other, String(one)));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isEqual(one: string, other: string): boolean {
  if (/^(?:19|20)\d\d$/.test(other) && /[a-z]/i.test(one)) return one.includes(other);
  const [a, b] = [numberIn(one), numberIn(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return folded(one) === folded(other);
  return Math.abs(a - b) <= 0.005 + 1e-9 || Math.abs(a - b) <= 0.00005 * Math.abs(b);
}

const numberIn = (text: string) => cellValue(text, buildingWords("en"), "point").value;
