import type { OutlineCell } from "../../language/structure/outline.ts";
import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { DocumentBuilder, textTooLong } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { cleanText, collapseLines, normalizeText } from "../normal-text.ts";
import type { SaidRow } from "../table-row.ts";

type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Lines `path: value`. Objects of a list are records, each a passage. */
export function extractJson({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const value = parse(text);
  for (const record of recordsOf(value)) addRecord(builder, record);
  return builder.finish(titleOf(value));
}

/** @throws ExtractionError naming a broken line */
export function extractJsonLines({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() !== "") addRecord(builder, { path: "", value: parse(line, i + 1) });
  }
  return builder.finish(null);
}

function parse(text: string, line?: number): JsonValue {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as JsonValue;
  } catch (error) {
    const where = line === undefined ? "The file" : `Line ${line}`;
    throw new ExtractionError("corrupt_file", `${where} is not valid JSON.`, error);
  }
}

interface JsonNode {
  readonly path: string;
  readonly value: JsonValue;
}

const isObject = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isRecordList = (value: JsonValue): value is readonly JsonValue[] =>
  isList(value) && value.length > 0 && value.every(isObject);

/** Of a list of objects, at the top or one level down; else one record. */
function recordsOf(value: JsonValue): JsonNode[] {
  if (isRecordList(value)) return value.map((record) => ({ path: "", value: record }));
  if (!isObject(value)) return [{ path: "", value }];
  const fields = Object.entries(value);
  const rest = Object.fromEntries(fields.filter(([, field]) => !isRecordList(field)));
  const lists = fields.flatMap(([name, field]) =>
    isRecordList(field) ? field.map((record) => ({ path: name, value: record })) : [],
  );
  return [{ path: "", value: rest }, ...lists];
}

function addRecord(builder: DocumentBuilder, record: JsonNode): void {
  const lines = flatten(record, builder.room);
  builder.addRow((_, at = 0) => recordRow(lines, at), []);
}

function recordRow(lines: readonly RecordLine[], at: number): SaidRow {
  const cells: OutlineCell[] = [];
  let text = "";
  for (const { path, value } of lines) {
    if (text !== "") text += "\n";
    const start = at + text.length;
    text += path === "" ? value : `${path}: ${value}`;
    const end = at + text.length;
    const name = path === "" ? null : { start, end: start + path.length };
    cells.push({ name, value: { start: end - value.length, end }, column: cells.length, columns: 1 });
  }
  return { text, cells };
}

interface RecordLine {
  readonly path: string;
  readonly value: string;
}

/** A line for each leaf. Its own stack allows any depth. */
function flatten(root: JsonNode, room: number): RecordLine[] {
  const lines: RecordLine[] = [];
  const open: JsonNode[] = [root];
  let length = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const below = branches(place);
    if (below === null) length += pushLine(lines, place);
    if (length > room) throw textTooLong(room);
    if (below === null) continue;
    for (let i = below.length - 1; i >= 0; i--) open.push(below[i]!);
  }
  return lines;
}

function branches({ path, value }: JsonNode): JsonNode[] | null {
  if (isObject(value))
    return Object.entries(value).map(([name, field]) => ({ path: joinPath(path, name), value: field }));
  if (!isList(value) || value.every(isLeaf)) return null;
  return value.map((item, i) => ({ path: `${path}[${i}]`, value: item }));
}

type Leaf = null | boolean | number | string;

const isLeaf = (value: JsonValue): value is Leaf => typeof value !== "object" || value === null;

/** UTF-16 units; longer ones are cut in the middle, or deep documents would take quadratic space. */
const longestPath = 200;

function joinPath(path: string, name: string): string {
  const joined = path === "" ? name : `${path}.${name}`;
  return joined.length <= longestPath
    ? joined
    : `${joined.slice(0, longestPath / 2)}…${joined.slice(-longestPath / 2 + 1)}`;
}

/** @returns the length of the added line */
function pushLine(lines: RecordLine[], { path: written, value }: JsonNode): number {
  const leaves = isList(value) ? value.filter(isLeaf) : isLeaf(value) ? [value] : [];
  const text = leafText(
    leaves.length === 1 ? String(leaves[0] ?? "") : leaves.filter((leaf) => leaf !== null).join(", "),
  );
  if (text === "") return 0;
  const path = cleanText(written);
  lines.push({ path, value: text });
  return path.length + text.length + 3;
}

const leafText = (text: string) => (text.includes("\n") ? collapseLines(normalizeText(text)) : cleanText(text));

function titleOf(value: JsonValue): string | null {
  if (!isObject(value)) return null;
  const title = value.title ?? value.name;
  return typeof title === "string" ? title : null;
}
