/**
 * `originals.jsonl` has what is needed to add originals again. A line: CRC-32 of the JSON (hexadecimal), space, JSON.
 * The last line of a version or expert counts; lines are appended before their transaction commits.
 */
import { fstatSync, fsyncSync, openSync, readFileSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { unlessMissing } from "../../../kernel/error-code.ts";
import { heldFile } from "../../../kernel/regular-file.ts";
import { syncFolder, writeDurably, writeWhole } from "./durable-files.ts";

export const catalogueFileName = "originals.jsonl";
const newestVersion = 1;
const pieceLength = 1 << 20;

export interface OriginalRecord {
  readonly kind: "original";
  readonly no: number;
  readonly sha256: string;
  readonly expert: string;
  readonly source: string;
  readonly version: number;
  readonly type: string;
  readonly given_title: string | null;
  readonly title: string;
  readonly external_id: string | null;
  readonly url: string | null;
  readonly fetch_url: string | null;
  readonly filename: string | null;
  readonly declared_type: string | null;
  readonly metadata: unknown;
  readonly created_at: number;
}

export interface ExpertRecord {
  readonly kind: "expert";
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly instructions: string;
  readonly language: string;
  readonly aliases: readonly string[];
  readonly settings: unknown;
  readonly metadata: unknown;
  readonly created_at: number;
}

interface Removal {
  readonly kind: "removed";
  readonly originals: readonly number[];
  readonly experts: readonly string[];
}

export type CatalogueRecord = OriginalRecord | ExpertRecord | Removal;

export interface Catalogue {
  readonly originals: ReadonlyMap<number, OriginalRecord>;
  readonly experts: ReadonlyMap<string, ExpertRecord>;
  readonly outdated: number;
  readonly damaged: number;
}

export function cataloguePath(dataDir: string): string {
  return join(dataDir, catalogueFileName);
}

/** One write, so that lines of several processes do not mix. @param durably synced on return */
export function appendRecords(path: string, records: readonly CatalogueRecord[], durably: boolean): void {
  using file = heldFile(openSync(path, "a+", 0o600));
  const { descriptor } = file;
  const { size } = fstatSync(descriptor);
  const start = size === 0 ? header() : endsInside(descriptor, size) ? "\n" : "";
  writeWhole(descriptor, Buffer.from(start + records.map(lineOf).join("")));
  if (durably || size === 0) fsyncSync(descriptor);
  if (size === 0) syncFolder(dirname(path));
}

export function writeCatalogue(path: string, records: Iterable<CatalogueRecord>): void {
  writeDurably(path, piecesOf(records));
}

function* piecesOf(records: Iterable<CatalogueRecord>): Generator<string> {
  let text = header();
  for (const record of records) {
    text += lineOf(record);
    if (text.length < pieceLength) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Empty without a file. @throws Error if a newer Docent wrote it */
export function readCatalogue(path: string): Catalogue {
  const originals = new Map<number, OriginalRecord>();
  const experts = new Map<string, ExpertRecord>();
  const lines = linesOf(path);
  let [records, damaged] = [0, 0];
  for (const line of lines) {
    const record = decode(line);
    if (record === null) damaged += 1;
    else if (record.kind === "catalogue") refuseNewer(path, record.version);
    else {
      records += 1;
      apply(record, originals, experts);
    }
  }
  return { originals, experts, damaged, outdated: records - originals.size - experts.size };
}

function apply(
  record: CatalogueRecord,
  originals: Map<number, OriginalRecord>,
  experts: Map<string, ExpertRecord>,
): void {
  switch (record.kind) {
    case "original":
      originals.set(record.no, record);
      return;
    case "expert":
      experts.set(record.id, record);
      return;
    case "removed":
      for (const no of record.originals) originals.delete(no);
      for (const id of record.experts) experts.delete(id);
  }
}

interface CatalogueHeader {
  readonly kind: "catalogue";
  readonly version: number;
}

function header(): string {
  return lineOf({ kind: "catalogue", version: newestVersion });
}

function lineOf(record: CatalogueRecord | CatalogueHeader): string {
  const json = JSON.stringify(record);
  return `${checkOf(json)} ${json}\n`;
}

function checkOf(text: string): string {
  return Bun.hash.crc32(text).toString(16).padStart(8, "0");
}

/** Null for a line with any other byte than was written. */
function decode(line: string): CatalogueRecord | CatalogueHeader | null {
  const json = line.slice(9);
  if (line[8] !== " " || line.slice(0, 8) !== checkOf(json)) return null;
  try {
    const record: CatalogueRecord | CatalogueHeader = JSON.parse(json);
    return ["catalogue", "original", "expert", "removed"].includes(record.kind) ? record : null;
  } catch {
    return null;
  }
}

function linesOf(path: string): readonly string[] {
  const text = unlessMissing(() => readFileSync(path, "utf8"), "");
  return text.split("\n").filter((line) => line !== "");
}

function refuseNewer(path: string, version: number): void {
  if (version > newestVersion) throw new Error(`${path} was written by a newer Docent (version ${version}).`);
}

function endsInside(file: number, size: number): boolean {
  const last = new Uint8Array(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== 10;
}
