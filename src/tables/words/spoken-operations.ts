/** How results are told, a language each. `{n}` cells or rows, `{column}`, `{conditions}`. */
import type { Operation } from "../computation.ts";

export interface SpokenOperations {
  readonly operations: Readonly<Record<Operation, string>>;
  /** Behind the operation, where cells of the column were no values. */
  readonly unread: string;
  /** Between the marks of the first and the last cell. */
  readonly days: string;
  readonly allRows: string;
  readonly unclear: string;
  readonly percent: string;
}

export const spokenOperations: Readonly<Record<string, SpokenOperations>> = {
  en: {
    operations: {
      value: "column {column}",
      highest: "highest of {n} rows, column {column}",
      lowest: "lowest of {n} rows, column {column}",
      count: "count of rows",
      distinct: "different values in {n} cells, column {column}",
      sum: "sum of {n} cells, column {column}",
      mean: "mean of {n} cells, column {column}",
      max: "highest of {n} cells, column {column}",
      min: "lowest of {n} cells, column {column}",
      range: "highest minus lowest of {n} cells, column {column}",
      difference: "difference of two cells, column {column}",
      fewer: "difference of two counts of rows",
      ratio: "first divided by second, column {column}",
      change: "change from the second to the first",
      share: "share of {n} rows",
      rank: "place among {n} rows, column {column}",
      group: "of {n} rows grouped by {column}",
      each: "{n} rows grouped by {column}",
      column: "of {n} columns",
    },
    unread: "cells that could not be read and are left out: {n}",
    days: "days",
    allRows: "All rows",
    unclear: "The question fits two columns: {one} and {other}. Name the one that you mean.",
    percent: "%",
  },
  de: {
    operations: {
      value: "Spalte {column}",
      highest: "höchster Wert von {n} Zeilen, Spalte {column}",
      lowest: "niedrigster Wert von {n} Zeilen, Spalte {column}",
      count: "Anzahl der Zeilen",
      distinct: "verschiedene Werte in {n} Zellen, Spalte {column}",
      sum: "Summe von {n} Zellen, Spalte {column}",
      mean: "Mittelwert von {n} Zellen, Spalte {column}",
      max: "höchster Wert von {n} Zellen, Spalte {column}",
      min: "niedrigster Wert von {n} Zellen, Spalte {column}",
      range: "höchster minus niedrigster Wert von {n} Zellen, Spalte {column}",
      difference: "Unterschied zweier Zellen, Spalte {column}",
      fewer: "Unterschied zweier Anzahlen von Zeilen",
      ratio: "erste Zelle geteilt durch die zweite, Spalte {column}",
      change: "Änderung von der zweiten zur ersten Zelle",
      share: "Anteil an {n} Zeilen",
      rank: "Platz unter {n} Zeilen, Spalte {column}",
      group: "von {n} Zeilen, nach {column} zusammengefasst",
      each: "{n} Zeilen, nach {column} zusammengefasst",
      column: "von {n} Spalten",
    },
    unread: "Zellen, die nicht gelesen werden konnten und fehlen: {n}",
    days: "Tage",
    allRows: "Alle Zeilen",
    unclear: "Die Frage passt zu zwei Spalten: {one} und {other}. Nennen Sie die, die Sie meinen.",
    percent: " %",
  },
};
