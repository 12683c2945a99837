import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { columnNames, isHeader } from "../table-header.ts";
import { plainCells, rowsUnder } from "../table-row.ts";

export function extractCsv(source: ExtractionSource): Document {
  return extractDelimited(source, likelyDelimiter(source.text));
}

export function extractTsv(source: ExtractionSource): Document {
  return extractDelimited(source, "\t");
}

/** Rows after which the deadline begins again. */
const rowsApart = 50_000;

function extractDelimited({ text, limits, cameFurther }: ExtractionSource, delimiter: string): Document {
  const builder = new DocumentBuilder(limits.characters);
  const rows = readDelimited(text, delimiter);
  const first = rows.next().value;
  const second = rows.next().value;
  if (first === undefined) return builder.finish(null);
  const header = isHeader(first, second) ? first : [];
  const { names, shortened } = columnNames(header);
  const say = rowsUnder(names);
  const addHead = (form: { readonly header?: true }) => builder.addRow(rowsUnder([]), plainCells(first), form);
  const add = (row: readonly string[]) => builder.addRow(say, plainCells(row));
  if (shortened) addHead({ header: true });
  if (header.length === 0) addHead({});
  if (second !== undefined) add(second);
  let count = 0;
  for (const row of rows) {
    add(row);
    if (++count % rowsApart === 0) cameFurther();
  }
  if (builder.isEmpty) addHead({ header: true });
  return builder.finish(null);
}

/** RFC 4180, but a quote within an unquoted field is a character, and an open one ends with the text. */
export function* readDelimited(text: string, delimiter: string): Generator<string[], undefined> {
  const divides = delimiter.charCodeAt(0);
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = text.charCodeAt(at) === quote ? quotedField(text, at + 1) : { value: "", next: at };
    at = fieldEnd(text, quoted.next, divides);
    row.push(quoted.value + text.slice(quoted.next, at));
    if (text.charCodeAt(at) === divides) {
      at++;
      continue;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (row.some((cell) => cell.trim() !== "")) yield row;
    row = [];
  }
  if (row.length > 0) yield row;
  return undefined;
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

function fieldEnd(text: string, from: number, divides: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === divides || code === lineFeed || code === carriageReturn) break;
  }
  return at;
}

function quotedField(text: string, from: number): { readonly value: string; readonly next: number } {
  let end = text.indexOf('"', from);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  const value = text.slice(from, end === -1 ? undefined : end).replaceAll('""', '"');
  return { value, next: end === -1 ? text.length : end + 1 };
}

/** The one that cuts the first lines into equally many fields, and most of them. */
export function likelyDelimiter(text: string): string {
  const head = text.slice(0, 65_536);
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of [",", ";", "\t", "|"]) {
    const widths = [...take(readDelimited(head, delimiter), 20)].map((row) => row.length);
    const width = widths[0] ?? 0;
    const alike = widths.filter((other) => other === width).length / Math.max(1, widths.length);
    const score = width < 2 ? 0 : alike * 10 + Math.min(width, 10) / 10;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}
