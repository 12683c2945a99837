/**
 * MaxScore (Turtle and Flood 1995; Ding and Suel, SIGIR 2011) in WebAssembly: skips windows that cannot reach the worst
 * of the best hits, and only looks up terms that together cannot. Postings are copied and kept within bounds.
 */
import { readFileSync } from "node:fs";
import { LinearMemory } from "../linear-memory.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import { KeptCursors } from "./kept-cursors.ts";
import { mayReturn, type Scan, type ScanTerm, windowsOf } from "./keyword-scan.ts";
import assembled from "./scan-kernel.wasm" with { type: "file" };
import { mostLengths, type ShareTable } from "./share-table.ts";

interface ScanKernel {
  readonly memory: WebAssembly.Memory;
  scoresAt(): number;
  candidatesAt(): number;
  orderAt(): number;
  freeAt(): number;
  beginPart(cursors: number, lengths: number, norms: number): void;
  scanWindow(start: number, end: number, threshold: number, most: number): number;
}

/** Grows as needed, because the runtime counts kernel memory twice, which delays garbage collection. */
const firstLengthBytes = 16_384;

export interface KernelRooms {
  readonly mostLengthBytes: number;
  readonly mostPostings: number;
}

const usualRooms: KernelRooms = { mostLengthBytes: 16 << 20, mostPostings: 512 << 10 };

export class KernelScan {
  readonly #kernel = createScanKernel();
  readonly #memory = new LinearMemory(this.#kernel.memory);
  readonly #normsAt = this.#kernel.freeAt();
  readonly #lengthsAt = this.#normsAt + mostLengths * 8;
  readonly #mostLengthBytes: number;
  #lengthBytes: number;
  readonly #candidatesAt = this.#kernel.candidatesAt() >> 2;
  readonly #scoresAt = this.#kernel.scoresAt() >> 2;
  readonly #orderAt = this.#kernel.orderAt() >> 2;
  readonly #kept: KeptCursors;
  #tabled: readonly ScanTerm[] = [];
  #tablesAt: readonly number[] = [];
  #shares: ShareTable | null = null;
  readonly #copied = new WeakMap<Uint16Array, { readonly round: number; readonly at: number }>();
  #round = 0;
  #lengthsUsed = 0;

  constructor({ mostLengthBytes, mostPostings }: KernelRooms = usualRooms) {
    this.#mostLengthBytes = mostLengthBytes;
    this.#lengthBytes = Math.min(firstLengthBytes, mostLengthBytes);
    this.#kept = new KeptCursors(this.#memory, mostPostings);
    this.#forgetCursors();
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Parts of millions, and longer passages than the chunker makes, are left to TypeScript. */
  takes({ facts, slots }: SealedPart): boolean {
    return facts.totals.longest < mostLengths && slots * 2 <= this.#mostLengthBytes;
  }

  scanSealed(part: SealedPart, place: number, scan: Scan, shares: ShareTable): void {
    this.#useShares(shares);
    const lengths = this.#lengthsOf(part);
    if (this.#kept.isFull) this.#forgetCursors();
    this.#useTables(scan.terms);
    const cursors = this.#openCursors(part, scan);
    if (cursors === 0) return;
    this.#kernel.beginPart(cursors, lengths, this.#normsAt);
    const most = mostCandidates(part, scan);
    for (const { start, end } of windowsOf(part, scan)) {
      const candidates = this.#kernel.scanWindow(start, end, scan.best.threshold, most);
      if (candidates > 0) this.#offer(part, place, start, candidates, scan);
    }
  }

  #offer(part: SealedPart, place: number, start: number, count: number, scan: Scan): void {
    const { words } = this.#memory.views;
    const { best } = scan;
    let least = best.threshold;
    for (let i = 0; i < count; i++) {
      const candidate = words[this.#candidatesAt + i]!;
      const score = words[this.#scoresAt + candidate]!;
      if (score < least) continue;
      const slot = start + candidate;
      if (!mayReturn(part, slot, scan)) continue;
      best.offer({ score, no: part.noAt(slot), part: place, slot });
      least = best.threshold;
    }
  }

  #useShares(shares: ShareTable): void {
    if (this.#shares === shares) return;
    this.#shares = shares;
    this.#memory.reserve(this.#lengthsAt);
    this.#memory.views.doubles.set(shares.norms, this.#normsAt >> 3);
  }

  #useTables(terms: readonly ScanTerm[]): void {
    if (this.#tabled === terms) return;
    this.#tablesAt = terms.map((term) => this.#kept.copyTable(term));
    this.#tabled = terms;
  }

  #forgetCursors(): void {
    this.#kept.restart(this.#lengthsAt + this.#lengthBytes);
    this.#tabled = [];
  }

  #openCursors(part: SealedPart, { terms, averageLength }: Scan): number {
    const drift = Math.max(1, averageLength / part.facts.peakAverage);
    let count = 0;
    for (let i = 0; i < terms.length; i++) {
      const cursor = this.#kept.open(part, terms[i]!, { table: this.#tablesAt[i]!, drift });
      if (cursor !== null) this.#memory.views.words[this.#orderAt + count++] = cursor;
    }
    return count;
  }

  #lengthsOf({ columns: { length } }: SealedPart): number {
    const known = this.#copied.get(length);
    if (known?.round === this.#round) return known.at;
    this.#makeRoom(this.#lengthsUsed + length.byteLength);
    if (this.#lengthsUsed + length.byteLength > this.#lengthBytes) {
      this.#round += 1;
      this.#lengthsUsed = 0;
    }
    const at = this.#lengthsAt + this.#lengthsUsed;
    this.#memory.reserve(this.#lengthsAt + this.#lengthBytes);
    this.#memory.views.halves.set(length, at >> 1);
    this.#lengthsUsed += (length.byteLength + 7) & ~7;
    this.#copied.set(length, { round: this.#round, at });
    return at;
  }

  #makeRoom(lengthBytes: number): void {
    if (lengthBytes <= this.#lengthBytes || this.#lengthBytes === this.#mostLengthBytes) return;
    this.#lengthBytes = Math.min(this.#mostLengthBytes, Math.max(lengthBytes + 7, this.#lengthBytes * 2) & ~7);
    this.#forgetCursors();
  }
}

/** Enough of a window's best candidates to contain all best hits. */
function mostCandidates({ dead, slots }: SealedPart, { best, permission, sensed }: Scan): number {
  return permission === null && sensed === null ? best.capacity + dead.count : slots;
}

function createScanKernel(): ScanKernel {
  const module = new WebAssembly.Module(readFileSync(assembled));
  return new WebAssembly.Instance(module).exports as unknown as ScanKernel;
}
