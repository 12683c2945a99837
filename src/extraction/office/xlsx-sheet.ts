import { readXml } from "./office-package.ts";
import type { CellFormats } from "./xlsx-formats.ts";

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: CellFormats;
}

/** Excel has 16,384 columns; a reference beyond is not one. */
const mostColumns = 16_384;

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

/** The texts of a row by column, from 0. Sparse: a cell in the last column makes no row of 16,384. */
export type SheetRow = ReadonlyMap<number, string>;

/** The rows of a sheet that hold something (ECMA-376 part 1, 18.3.1), each cell at its column, as Excel shows it. */
export function readSheet(source: string, context: SheetContext): SheetRow[] {
  const rows: SheetRow[] = [];
  let row = new Map<number, string>();
  let next = 0;
  let cell: Cell | null = null;
  let inValue = false;
  readXml(source, {
    open: (name, attribute) => {
      if (name === "row") {
        row = new Map();
        next = 0;
      } else if (name === "c") {
        const column = columnOf(attribute("r")) ?? next;
        next = column + 1;
        cell = { column, type: attribute("t") ?? "n", style: Number(attribute("s") ?? 0), value: "" };
      } else if (name === "v" || name === "t") inValue = true;
    },
    text: (text) => {
      if (inValue && cell !== null) cell.value += text;
    },
    close: (name) => {
      inValue = false;
      if (name === "c" && cell !== null) {
        const text = shown(cell, context);
        if (text !== "") row.set(cell.column, text);
        cell = null;
      } else if (name === "row" && row.size > 0) rows.push(row);
    },
  });
  return rows;
}

/** `BC12` → 54. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? "")?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column <= mostColumns ? column - 1 : null;
}

function shown(cell: Cell, { strings, formats }: SheetContext): string {
  const { type, value } = cell;
  if (type === "s") return (strings[Number(value)] ?? "").trim();
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "n") return value.trim() === "" ? "" : formats.show(Number(value), cell.style);
  return type === "e" ? "" : value.trim();
}
