/**
 * Little-endian: "DOCENTMX", u32 version, u32 header length, u64 xxHash64 of the header, the header (JSON with type,
 * offset, length and xxHash64 of each section), then sections at multiples of 8 bytes. Mapped, and checked before use.
 */
import { stat } from "node:fs/promises";
import { nextTurn } from "../kernel/pause.ts";
import type { Unfit } from "../memory/index-ports.ts";
import type { InspectedSnapshot } from "../upkeep/facts.ts";
import { DeadSlots } from "./parts/dead-slots.ts";
import type { PartFacts, PartTotals } from "./parts/sealed-part.ts";

const magic = "DOCENTMX";
/** Raise it with every change of sections or their meaning. */
export const formatVersion = 1;
const preambleBytes = 24;

export type SnapshotColumn = Float64Array | Uint32Array | Uint16Array | Uint8Array;

export interface Fingerprint {
  readonly analysis: string;
  /** `model/dimensions`; null without an embedder. */
  readonly embedding: string | null;
  /** Null without sense; missing in old files. */
  readonly sense?: string | null;
}

export interface SnapshotFacts {
  readonly fingerprint: Fingerprint;
  readonly revision: number;
  readonly passages: number;
  readonly parts: readonly SavedPartFacts[];
}

export interface SavedPartFacts extends Pick<PartFacts, "peakAverage"> {
  readonly totals?: PartTotals;
}

export interface Snapshot {
  readonly facts: SnapshotFacts;
  readonly sections: ReadonlyMap<string, SnapshotColumn>;
}

interface SectionEntry {
  readonly type: "f64" | "u32" | "u16" | "u8";
  readonly offset: number;
  readonly length: number;
  readonly checksum: string;
}

interface SnapshotHeader {
  readonly facts: SnapshotFacts;
  readonly sections: Readonly<Record<string, SectionEntry>>;
  readonly fileBytes: number;
}

const elementTypes = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const;

const hashStep = 4 << 20;

const sectionStep = 1 << 20;

export async function encodeSnapshot({ facts, sections }: Snapshot): Promise<Uint8Array[]> {
  const entries: Record<string, SectionEntry> = {};
  const pieces: Uint8Array[] = [];
  let offset = 0;
  let pausedAt = 0;
  for (const [name, column] of sections) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    if (offset + bytes.length - pausedAt > sectionStep) {
      await nextTurn();
      pausedAt = offset;
    }
    entries[name] = { type: typeOf(column), offset, length: column.length, checksum: await hashInSlices(bytes) };
    const padding = -bytes.length & 7;
    pieces.push(bytes, new Uint8Array(padding));
    offset += bytes.length + padding;
  }
  const header = encodeHeader({ facts, sections: entries }, offset);
  return [header, ...pieces];
}

function encodeHeader(header: Omit<SnapshotHeader, "fileBytes">, sectionBytes: number): Uint8Array {
  const roomFor = (fileBytes: number) => {
    const length = new TextEncoder().encode(JSON.stringify({ ...header, fileBytes })).length;
    return length + (-(preambleBytes + length) & 7);
  };
  // The header contains the file's length, which depends on the header's. Two rounds suffice.
  const guess = preambleBytes + roomFor(sectionBytes + 1_000_000) + sectionBytes;
  const length = roomFor(guess);
  const json = JSON.stringify({ ...header, fileBytes: preambleBytes + length + sectionBytes }).padEnd(length, " ");
  const bytes = new Uint8Array(preambleBytes + length);
  bytes.set(new TextEncoder().encode(magic + "\0".repeat(preambleBytes - magic.length) + json));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, formatVersion, true);
  view.setUint32(12, length, true);
  view.setBigUint64(16, Bun.hash.xxHash64(bytes.subarray(preambleBytes)), true);
  return bytes;
}

export type Decoded = { readonly snapshot: Snapshot } | { readonly snapshot: null; readonly unfit: Unfit };

/** Verifies all of it. @param wanted null: any @throws if the file exists and is unreadable */
export async function openSnapshot(path: string, wanted: Fingerprint | null): Promise<Decoded> {
  const size = await fileSize(path);
  if (size === null) return unfit("missing");
  if (size < preambleBytes) return unfit("damaged");
  return decodeSnapshot(Bun.mmap(path), wanted);
}

async function fileSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

export async function decodeSnapshot(file: Uint8Array, wanted: Fingerprint | null): Promise<Decoded> {
  const header = readHeader(file);
  if (typeof header === "string") return unfit(header);
  if (wanted !== null && !fits(header.facts.fingerprint, wanted)) return unfit("other_profile");
  const firstSection = preambleBytes + new DataView(file.buffer, file.byteOffset).getUint32(12, true);
  const sections = new Map<string, SnapshotColumn>();
  for (const [name, entry] of Object.entries(header.sections)) {
    const Elements = elementTypes[entry.type];
    const column = new Elements(
      file.buffer as ArrayBuffer,
      file.byteOffset + firstSection + entry.offset,
      entry.length,
    );
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    if ((await hashInSlices(bytes)) !== entry.checksum) return unfit("damaged");
    sections.set(name, column);
  }
  return { snapshot: { facts: header.facts, sections } };
}

function fits(found: Fingerprint, wanted: Fingerprint): boolean {
  if ((found.sense ?? null) !== (wanted.sense ?? null)) return false;
  return found.analysis === wanted.analysis && found.embedding === wanted.embedding;
}

function readHeader(file: Uint8Array): SnapshotHeader | "damaged" | "newer_format" {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < preambleBytes || new TextDecoder("latin1").decode(file.subarray(0, 8)) !== magic) return "damaged";
  if (view.getUint32(8, true) > formatVersion) return "newer_format";
  const length = view.getUint32(12, true);
  if (view.getUint32(8, true) !== formatVersion || preambleBytes + length > file.length) return "damaged";
  const json = file.subarray(preambleBytes, preambleBytes + length);
  if (Bun.hash.xxHash64(json) !== view.getBigUint64(16, true)) return "damaged";
  const header = JSON.parse(new TextDecoder().decode(json)) as SnapshotHeader;
  return header.fileBytes === file.length ? header : "damaged";
}

async function hashInSlices(bytes: Uint8Array): Promise<string> {
  let hash = 0n;
  for (let start = 0; start === 0 || start < bytes.length; start += hashStep) {
    if (start > 0) await nextTurn();
    hash = Bun.hash.xxHash64(bytes.subarray(start, start + hashStep), hash);
  }
  return hash.toString(16);
}

function typeOf(column: SnapshotColumn): SectionEntry["type"] {
  if (column instanceof Float64Array) return "f64";
  if (column instanceof Uint32Array) return "u32";
  return column instanceof Uint16Array ? "u16" : "u8";
}

const unfit = (why: Unfit) => ({ snapshot: null, unfit: why }) as const;

export async function inspectSnapshot(path: string): Promise<InspectedSnapshot> {
  const found = await openSnapshot(path, null);
  if (found.snapshot === null) return { state: found.unfit === "newer_format" ? "newer_format" : "damaged" };
  const { revision } = found.snapshot.facts;
  return { state: "whole", revision, passages: livePassages(found.snapshot) };
}

function livePassages({ facts, sections }: Snapshot): ReadonlySet<number> {
  const live = new Set<number>();
  for (const i of facts.parts.keys()) {
    const numbers = sections.get(`part${i}.no`) ?? new Uint32Array(0);
    const bits = sections.get(`part${i}.dead`);
    const dead = new DeadSlots(numbers.length, bits instanceof Uint32Array ? bits : undefined);
    for (const [slot, no] of numbers.entries()) if (!dead.has(slot)) live.add(no);
  }
  return live;
}
