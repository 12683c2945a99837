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
const pageBytes = 65_536;

export class KernelScan {
  readonly #kernel = createScanKernel();
  readonly #normsAt = this.#kernel.freeAt();
  readonly #lengthsAt = this.#normsAt + longestTable * 8;
  readonly #roomAt: number;
  readonly #lengthBytes: number;
  /** Where the next copy goes. */
  #free = 0;
  #views = viewsOf(this.#kernel.memory);
  #shares: ShareTable | null = null;
  /** Where lengths have been copied to. Those of another round have been written over. */
  readonly #copied = new WeakMap<Uint16Array, { readonly round: number; readonly at: number }>();
  #round = 0;
  #lengthsUsed = 0;

  /** @param lengthBytes room for the lengths of passages, which stay in the kernel's memory from question to question. */
  constructor(lengthBytes = 16 << 20) {
    this.#lengthBytes = lengthBytes;
    this.#roomAt = this.#lengthsAt + lengthBytes;
  }

  /** Whether it can scan the part: passages of more than 1,000 terms, and parts of millions, are left to keyword-scan.ts. */
  takes(part: SealedPart, shares: ShareTable): boolean {
    return shares.coversAll && part.slots * 2 <= this.#lengthBytes;
  }

  /** As `ScanSpace.scanSealed`. @param shares those that the scan's terms score by. */
  scanSealed(part: SealedPart, place: number, scan: Scan, shares: ShareTable): void {
    this.#free = this.#roomAt;
    this.#useShares(shares);
    const cursors = this.#writeCursors(part, scan);
    if (cursors === 0) return;
    this.#kernel.beginPart(cursors, this.#lengthsOf(part), this.#normsAt);
    for (const { start, end } of windowsOf(part, scan)) {
      const candidates = this.#kernel.scanWindow(start, end, scan.best.threshold);
      if (candidates > 0) this.#offer(part, place, start, candidates, scan);
    }
  }

  #offer(part: SealedPart, place: number, start: number, count: number, scan: Scan): void {
    const { words } = this.#views;
    const candidates = this.#kernel.candidatesAt() >> 2;
    const scores = this.#kernel.scoresAt() >> 2;
    const { best } = scan;
    for (let i = 0; i < count; i++) {
      const candidate = words[candidates + i]!;
      const score = words[scores + candidate]!;
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

  /** Copies what the scan needs of each term that occurs in the part. Returns how many do. */
  #writeCursors(part: SealedPart, { terms, averageLength }: Scan): number {
    const drift = Math.max(1, averageLength / part.facts.peakAverage);
    let count = 0;
    for (const term of terms) {
      const place = part.termOf(term.key);
      if (place < 0) continue;
      this.#writeCursor(count, { part, place, term, drift });
      count += 1;
    }
    return count;
  }

  #writeCursor(number: number, { part, place, term, drift }: OpenedTerm): void {
    const { columns } = part;
    const from = columns.postingsAt[place]!;
    const postings = this.#copyBytes(columns.postings.subarray(from, columns.postingsAt[place + 1]!));
    const blocks = part.blocksOf(place);
    const last =
      blocks === null ? this.#take(4) : this.#copyWords(columns.blockLast.subarray(blocks.first, blocks.end));
    const at =
      blocks === null
        ? this.#copyWords(Uint32Array.of(from))
        : this.#copyWords(columns.blockAt.subarray(blocks.first, blocks.end));
    const peak = this.#copyBytes(
      blocks === null
        ? columns.termPeak.subarray(place, place + 1)
        : columns.blockPeak.subarray(blocks.first, blocks.end),
    );
    const table = this.#copyWords(term.table);
    const { words, doubles } = this.#views;
    const cursor = (this.#kernel.cursorsAt() >> 2) + number * cursorWords;
    words[cursor + field.family] = term.family === "word" ? 0 : 1;
    words[cursor + field.count] = columns.termFrequency[place]!;
    words[cursor + field.postings] = postings - from;
    words[cursor + field.blocks] = blocks === null ? 1 : blocks.end - blocks.first;
    words[cursor + field.last] = last;
    words[cursor + field.at] = at;
    words[cursor + field.peak] = peak;
    words[cursor + field.table] = table;
    doubles[(cursor + field.weight) >> 1] = term.weight;
    doubles[(cursor + field.drift) >> 1] = drift;
  }

  /** Where the lengths of a part's passages are. */
  #lengthsOf({ columns: { length } }: SealedPart): number {
    const known = this.#copied.get(length);
    if (known?.round === this.#round) return known.at;
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

  #copyBytes(bytes: Uint8Array): number {
    const at = this.#take(bytes.length);
    this.#views.bytes.set(bytes, at);
    return at;
  }

  #copyWords(words: Uint32Array | Int32Array): number {
    const at = this.#take(words.byteLength);
    this.#views.words.set(words, at >> 2);
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
    const { memory } = this.#kernel;
    const missing = end - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / pageBytes));
    this.#views = viewsOf(memory);
  }
}

interface OpenedTerm {
  readonly part: SealedPart;
  readonly place: number;
  readonly term: ScanTerm;
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
