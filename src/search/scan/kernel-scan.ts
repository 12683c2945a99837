/**
 * Scans sealed parts with the WebAssembly kernel, whose source is scan-kernel.assembly.ts. It gives what keyword-scan.ts
 * gives. The postings of a question's terms are copied to the kernel's memory for each scan: some 100 KB where 100,000
 * passages are searched, which takes a tenth of the time of adding them and leaves parts where they are, mapped or on the heap.
 */
import { readFileSync } from "node:fs";
import type { SealedPart } from "../parts/sealed-part.ts";
import { mayReturn, type Scan, windowsOf } from "./keyword-scan.ts";
import assembled from "./scan-kernel.wasm" with { type: "file" };
import type { ShareTable } from "./share-table.ts";
import type { ScanTerm } from "./term-scoring.ts";

/** What scan-kernel.assembly.ts exports. Addresses in bytes. */
interface ScanKernel {
  readonly memory: WebAssembly.Memory;
  scoresAt(): number;
  candidatesAt(): number;
  cursorsAt(): number;
  freeAt(): number;
  beginPart(cursors: number, lengths: number, norms: number): void;
  scanWindow(start: number, end: number, threshold: number): number;
}

/** The offsets of a cursor's fields, in words of 4 bytes, and its size, as scan-kernel.assembly.ts has them. */
const cursorWords = 24;
const field = { family: 0, count: 1, postings: 2, blocks: 3, last: 4, at: 5, peak: 6, table: 7, weight: 8, drift: 10 };

const longestTable = 1024;
/**
 * Bytes of the room for lengths at first. The room grows with what is scanned: the runtime counts a kernel's whole memory, twice
 * over, as live, and lets as much garbage gather before it collects any.
 */
const firstLengthBytes = 16_384;
/** Up to this number of elements, copying one by one is faster than creating a view. */
const shortCopy = 48;
const pageBytes = 65_536;

export class KernelScan {
  readonly #kernel = createScanKernel();
  readonly #normsAt = this.#kernel.freeAt();
  readonly #lengthsAt = this.#normsAt + longestTable * 8;
  readonly #mostLengthBytes: number;
  #lengthBytes: number;
  readonly #candidatesAt = this.#kernel.candidatesAt() >> 2;
  readonly #scoresAt = this.#kernel.scoresAt() >> 2;
  readonly #cursorsAt = this.#kernel.cursorsAt() >> 2;
  /** The terms whose tables are in the kernel's memory, with their positions, and the end of the tables. */
  #tabled: readonly ScanTerm[] = [];
  #tablesAt: readonly number[] = [];
  #tablesEnd = 0;
  /** Where the next copy goes. */
  #free = 0;
  #views = viewsOf(this.#kernel.memory);
  #shares: ShareTable | null = null;
  /** Where lengths have been copied to. Those of another round have been written over. */
  readonly #copied = new WeakMap<Uint16Array, { readonly round: number; readonly at: number }>();
  #round = 0;
  #lengthsUsed = 0;

  /** @param mostLengthBytes for the lengths of passages, which stay in the kernel's memory from question to question. */
  constructor(mostLengthBytes = 16 << 20) {
    this.#mostLengthBytes = mostLengthBytes;
    this.#lengthBytes = Math.min(firstLengthBytes, mostLengthBytes);
  }

  /** Bytes of the kernel's memory. */
  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  /** Where the lengths end, and what is copied for each question begins. */
  get #roomAt(): number {
    return this.#lengthsAt + this.#lengthBytes;
  }

  /** Whether it can scan the part: passages of more than 1,000 terms, and parts of millions, are left to keyword-scan.ts. */
  takes(part: SealedPart, shares: ShareTable): boolean {
    return shares.coversAll && part.slots * 2 <= this.#mostLengthBytes;
  }

  /** As `ScanSpace.scanSealed`. @param shares those that the scan's terms score by. */
  scanSealed(part: SealedPart, place: number, scan: Scan, shares: ShareTable): void {
    this.#useShares(shares);
    const lengths = this.#lengthsOf(part);
    this.#useTables(scan.terms);
    const cursors = this.#writeCursors(part, scan);
    if (cursors === 0) return;
    this.#kernel.beginPart(cursors, lengths, this.#normsAt);
    for (const { start, end } of windowsOf(part, scan)) {
      const candidates = this.#kernel.scanWindow(start, end, scan.best.threshold);
      if (candidates > 0) this.#offer(part, place, start, candidates, scan);
    }
  }

  #offer(part: SealedPart, place: number, start: number, count: number, scan: Scan): void {
    const { words } = this.#views;
    const { best } = scan;
    for (let i = 0; i < count; i++) {
      const candidate = words[this.#candidatesAt + i]!;
      const score = words[this.#scoresAt + candidate]!;
      if (score < best.threshold) continue;
      const slot = start + candidate;
      if (mayReturn(part, slot, scan)) best.offer({ score, no: part.noAt(slot), part: place, slot });
    }
  }

  #useShares(shares: ShareTable): void {
    if (this.#shares === shares) return;
    this.#shares = shares;
    this.#reserve(this.#roomAt);
    this.#views.doubles.set(shares.norms, this.#normsAt >> 3);
  }

  /** Copies the tables of a question's terms once for all parts. The data of the parts follows them. */
  #useTables(terms: readonly ScanTerm[]): void {
    if (this.#tabled !== terms) {
      this.#free = this.#roomAt;
      this.#tablesAt = terms.map(({ table }) => this.#copyWords(table, 0, table.length));
      this.#tablesEnd = this.#free;
      this.#tabled = terms;
    }
    this.#free = this.#tablesEnd;
  }

  /** Copies what the scan needs of each term that occurs in the part. Returns how many do. */
  #writeCursors(part: SealedPart, { terms, averageLength }: Scan): number {
    const drift = Math.max(1, averageLength / part.facts.peakAverage);
    let count = 0;
    for (const [i, term] of terms.entries()) {
      const place = part.termOf(term.key);
      if (place < 0) continue;
      this.#writeCursor(count, { part, place, term, table: this.#tablesAt[i]!, drift });
      count += 1;
    }
    return count;
  }

  #writeCursor(number: number, { part, place, term, table, drift }: OpenedTerm): void {
    const { columns } = part;
    const from = columns.postingsAt[place]!;
    const postings = this.#copyBytes(columns.postings, from, columns.postingsAt[place + 1]!);
    const { blocks, last, at, peak } = this.#copyBlocks(part, place);
    const { words, doubles } = this.#views;
    const cursor = this.#cursorsAt + number * cursorWords;
    words[cursor + field.family] = term.family === "word" ? 0 : 1;
    words[cursor + field.count] = columns.termFrequency[place]!;
    words[cursor + field.postings] = postings - from;
    words[cursor + field.blocks] = blocks;
    words[cursor + field.last] = last;
    words[cursor + field.at] = at;
    words[cursor + field.peak] = peak;
    words[cursor + field.table] = table;
    doubles[(cursor + field.weight) >> 1] = term.weight;
    doubles[(cursor + field.drift) >> 1] = drift;
  }

  /** Copies the columns of a term's blocks. A term with a single block has none; the kernel fills in its last slot. */
  #copyBlocks(part: SealedPart, place: number) {
    const { postingsAt, termPeak, blockLast, blockAt, blockPeak } = part.columns;
    const blocks = part.blocksOf(place);
    if (blocks === null) {
      const last = this.#take(4);
      const at = this.#copyWords(postingsAt, place, place + 1);
      return { blocks: 1, last, at, peak: this.#copyBytes(termPeak, place, place + 1) };
    }
    const { first, end } = blocks;
    const last = this.#copyWords(blockLast, first, end);
    const at = this.#copyWords(blockAt, first, end);
    return { blocks: end - first, last, at, peak: this.#copyBytes(blockPeak, first, end) };
  }

  /** Where the lengths of a part's passages are. */
  #lengthsOf({ columns: { length } }: SealedPart): number {
    const known = this.#copied.get(length);
    if (known?.round === this.#round) return known.at;
    this.#makeRoom(this.#lengthsUsed + length.byteLength);
    if (this.#lengthsUsed + length.byteLength > this.#lengthBytes) {
      this.#round += 1;
      this.#lengthsUsed = 0;
    }
    const at = this.#lengthsAt + this.#lengthsUsed;
    this.#views.halves.set(length, at >> 1);
    this.#lengthsUsed += (length.byteLength + 7) & ~7;
    this.#copied.set(length, { round: this.#round, at });
    return at;
  }

  /** Enlarges the room for lengths to hold so many bytes, or to its limit. What follows it is copied again. */
  #makeRoom(lengthBytes: number): void {
    if (lengthBytes <= this.#lengthBytes || this.#lengthBytes === this.#mostLengthBytes) return;
    this.#lengthBytes = Math.min(this.#mostLengthBytes, Math.max(lengthBytes + 7, this.#lengthBytes * 2) & ~7);
    this.#tabled = [];
    this.#reserve(this.#roomAt);
  }

  #copyBytes(source: Uint8Array, from: number, end: number): number {
    const at = this.#take(end - from);
    const { bytes } = this.#views;
    if (end - from > shortCopy) bytes.set(source.subarray(from, end), at);
    else for (let i = from; i < end; i++) bytes[at + i - from] = source[i]!;
    return at;
  }

  #copyWords(source: Uint32Array | Int32Array, from: number, end: number): number {
    const at = this.#take((end - from) * 4);
    const { words } = this.#views;
    if (end - from > shortCopy) words.set(source.subarray(from, end), at >> 2);
    else for (let i = from; i < end; i++) words[(at >> 2) + i - from] = source[i]!;
    return at;
  }

  /** Room for so many bytes, at a multiple of 8. */
  #take(bytes: number): number {
    const at = this.#free;
    this.#free = (at + bytes + 7) & ~7;
    this.#reserve(this.#free);
    return at;
  }

  #reserve(end: number): void {
    const missing = end - this.#views.bytes.length;
    if (missing <= 0) return;
    const { memory } = this.#kernel;
    memory.grow(Math.ceil(missing / pageBytes));
    this.#views = viewsOf(memory);
  }
}

interface OpenedTerm {
  readonly part: SealedPart;
  readonly place: number;
  readonly term: ScanTerm;
  /** The position of its copied table. */
  readonly table: number;
  readonly drift: number;
}

function createScanKernel(): ScanKernel {
  const module = new WebAssembly.Module(readFileSync(assembled));
  // The module's exports are what scan-kernel.assembly.ts declares.
  return new WebAssembly.Instance(module).exports as unknown as ScanKernel;
}

const viewsOf = ({ buffer }: WebAssembly.Memory) => ({
  bytes: new Uint8Array(buffer),
  halves: new Uint16Array(buffer),
  words: new Int32Array(buffer),
  doubles: new Float64Array(buffer),
});
