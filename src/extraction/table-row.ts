import { collapseSpace } from "./normal-text.ts";

/** Names stand in every row: longer ones are cut, or one of a megabyte would be repeated a million times. */
const longestName = 120;

/**
 * A row as a sentence that keeps its column names: `Column: value; Column: value`. Cells without a value are left out,
 * cells without a column name stand alone, and a value under an equal name is not named twice.
 */
export function tableRowText(columns: readonly string[], cells: readonly string[]): string {
  const parts: string[] = [];
  for (const [i, cell] of cells.entries()) {
    const value = collapseSpace(cell);
    const name = collapseSpace(columns[i] ?? "")
      .slice(0, longestName)
      .toWellFormed();
    if (value === "") continue;
    parts.push(name === "" || name === value ? value : `${name.replace(/:$/, "")}: ${value}`);
  }
  return parts.join("; ");
}
