/** Tables for tests, as the readers of files make them. */
import { DocumentBuilder } from "../../../src/extraction/document-builder.ts";
import { TableGrid } from "../../../src/extraction/table-grid.ts";
import { columnNames } from "../../../src/extraction/table-header.ts";
import { plainCells, rowsUnder } from "../../../src/extraction/table-row.ts";
import { createAnalyzers } from "../../../src/language/words/analyzer.ts";
import type { Document } from "../../../src/sources/document.ts";
import { rememberedStems } from "../../../src/tables/folded-words.ts";
import type { Table } from "../../../src/tables/table.ts";
import { joinedTables, TableBuilder } from "../../../src/tables/table-building.ts";
import { buildingWords } from "../../../src/tables/table-question.ts";

const analyzers = createAnalyzers();

export const stemIn = (language: string) => {
  const analyzer = analyzers(language);
  return rememberedStems((word) => analyzer.analyze(word)[0]?.term ?? word);
};

/** As a CSV file. */
export function listed(head: readonly string[], rows: readonly (readonly string[])[]): Document {
  const builder = new DocumentBuilder(100_000_000);
  const say = rowsUnder(columnNames(head).names);
  for (const row of rows) builder.addRow(say, plainCells(row));
  return builder.finish(null);
}

/** As sheets of a workbook, each under its name. */
export function sheets(head: readonly string[], rows: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const builder = new DocumentBuilder(100_000_000);
  for (const [name, own] of Object.entries(rows)) {
    builder.add("heading", name, { level: 1 });
    for (const row of own) builder.addRow(rowsUnder(head), plainCells(row));
  }
  return builder.finish(null);
}

/** As a table of a page: a cell that begins with `→` goes on with the one before it. */
export function drawn(heads: number, rows: readonly (readonly string[])[]): Document {
  const grid = new TableGrid();
  for (const [i, row] of rows.entries()) {
    grid.openRow(i < heads);
    for (let at = 0; at < row.length; ) {
      let columns = 1;
      while (row[at + columns] === "→") columns++;
      grid.addCell(row[at]!, { columns });
      at += columns;
    }
  }
  const builder = new DocumentBuilder(1_000_000);
  builder.addTable(grid);
  return builder.finish(null);
}

export function tablesIn({ text, blocks }: Document, language = "en"): readonly Table[] {
  const builder = new TableBuilder(buildingWords(language));
  for (const block of blocks) builder.add(block, { text, at: 0 });
  return builder.finish(text);
}

export const joinedIn = (document: Document, language = "en") =>
  joinedTables(tablesIn(document, language), buildingWords(language));
