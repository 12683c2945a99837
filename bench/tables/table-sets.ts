/** Reads questions over tables: WikiTableQuestions (a folder with CSV files and a TSV of questions) and TAT-QA (JSON lines). */
import { dirname, join } from "node:path";
import { DocumentBuilder } from "../../src/extraction/document-builder.ts";
import { columnNames } from "../../src/extraction/table-header.ts";
import { plainCells, rowsUnder } from "../../src/extraction/table-row.ts";
import type { Document } from "../../src/sources/document.ts";

export interface AskedTable {
  readonly id: string;
  readonly question: string;
  readonly expected: readonly string[];
  /** The table's name, the same for its questions. */
  readonly name: string;
}

export async function wikiQuestions(path: string): Promise<AskedTable[]> {
  const [, ...lines] = (await Bun.file(path).text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [id = "", question = "", name = "", target = ""] = line.split("\t").map(unescaped);
    return { id, question, name, expected: target.split("|") };
  });
}

const unescaped = (text: string) => text.replaceAll("\\n", "\n").replaceAll("\\p", "|").replaceAll("\\\\", "\\");

export async function wikiTable(tsv: string, name: string): Promise<Document> {
  const [head = [], ...rows] = readCsv(await Bun.file(join(dirname(tsv), name)).text());
  return documentOf(head, rows);
}

/** A document of one table, as the reader of CSV files makes it. */
export function documentOf(head: readonly string[], rows: readonly (readonly string[])[]): Document {
  const builder = new DocumentBuilder(100_000_000);
  const { names, shortened } = columnNames(head);
  if (shortened) builder.addRow(rowsUnder([]), plainCells(head), { header: true });
  const say = rowsUnder(names);
  for (const row of rows) builder.addRow(say, plainCells(row.map((cell) => cell.replaceAll(/\s+/g, " ").trim())));
  return builder.finish(null);
}

/** Quotes inside cells are escaped with a backslash. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"\\]|\\[\s\S])*)"(,|\r?\n|$)/g;
  for (const [, value = "", end] of text.matchAll(cell)) {
    row.push(value.replaceAll(/\\(.)/g, "$1"));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Whether two answers are the same, as the set's evaluator compares them: by number, else by folded text. */
export function isRight(given: readonly string[], expected: readonly string[]): boolean {
  if (given.length !== expected.length) return false;
  const left = [...expected];
  for (const one of given) {
    const at = left.findIndex((other) => isSame(one, other));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return true;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [asNumber(one), asNumber(other)];
  if (a !== null && b !== null) return Math.abs(a - b) < 1e-6;
  return folded(one) === folded(other);
}

export function asNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^[$£€]/, "")
    .replaceAll(/(?<=\d),(?=\d{3})/g, "");
  return /^[-−–]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain.replace(/^[−–]/, "-")) : null;
}

export function folded(text: string): string {
  let kept = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[‘’´`]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, "-");
  for (let before = ""; before !== kept; ) {
    before = kept;
    kept = kept.replace(/((?<!^)\[[^\]]*\]|\[\d+\]|[•♦†‡*#+])*$/u, "").trim();
    kept = kept.replace(/(?<!^)(\([^)]*\))*$/, "").trim();
    kept = kept.replace(/^"([^"]*)"$/, "$1").trim();
  }
  return kept.replace(/\.$/, "").replaceAll(/\s+/g, " ").toLowerCase().trim();
}
