import { TableGrid } from "../table-grid.ts";
import type { SaidRow } from "../table-row.ts";
import { inlineText } from "./markdown-inline.ts";

const delimiterRow = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

export const isDelimiterRow = (line: string) => delimiterRow.test(line.trim());

export class MarkdownTable {
  readonly #grid = new TableGrid();

  constructor(header: string) {
    this.#add(header, true);
  }

  add(line: string): void {
    this.#add(line, false);
  }

  rows(): Iterable<SaidRow> {
    return this.#grid.guessSecondHead().rows();
  }

  #add(line: string, isHead: boolean): void {
    this.#grid.openRow(isHead);
    for (const cell of cellsOf(line)) this.#grid.addCell(cell);
  }
}

function cellsOf(line: string): string[] {
  const body = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = body.match(/(?:\\.|`[^`]*`|[^|])+(?:\||$)|\|/g) ?? [];
  return cells.slice(0, 1_000).map((cell) => inlineText(cell.replace(/\|$/, "").replaceAll("\\|", "|").trim()));
}
