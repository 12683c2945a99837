/** Turns a growing part, which takes no more passages, into a sealed one of the same slots. */
import type { GrowingPart } from "./growing-part.ts";
import { PartWriter, type Postings } from "./part-writer.ts";
import type { SealedPart } from "./sealed-part.ts";
import { compareBytes } from "./term-key.ts";

/** Passages or postings handled between two yields: some hundred microseconds. */
const step = 8192;

/** Yields often; deletions may go on meanwhile, the dead slots are shared by both forms. */
export function* sealPart(part: GrowingPart): Generator<undefined, SealedPart> {
  const { slots, terms } = part;
  const postingCount = part.termFrequency.view().reduce((sum, count) => sum + count, 0);
  const signatures = part.signatures.length;
  const writer = new PartWriter({ slots, terms, signatures, postings: postingCount * 2 + terms * 4 });
  for (let slot = 0; slot < slots; slot++) {
    const no = part.noAt(slot);
    const signatures = part.signaturesAt(slot);
    const sensed = part.isSensed(slot);
    writer.addPassage({ no, group: part.groupAt(slot), length: part.lengthAt(slot), signatures, sensed });
    if (slot % step === step - 1) yield;
  }
  writer.endPassages();
  yield;
  const order = termsInOrder(part);
  yield;
  const postings = new PostingBuffer(slots);
  let done = 0;
  for (const term of order) {
    const count = part.readPostings(term, postings.packed);
    postings.unpack(count);
    writer.addTerm({ hash: part.termHash.column[term]!, bytes: bytesOf(part, term) }, postings);
    done += count + 8;
    if (done >= step) {
      done = 0;
      yield;
    }
  }
  return writer.finish(part.dead);
}

class PostingBuffer implements Postings {
  readonly packed: Int32Array;
  readonly slots: Int32Array;
  readonly frequencies: Uint8Array;
  count = 0;

  constructor(capacity: number) {
    this.packed = new Int32Array(capacity);
    this.slots = new Int32Array(capacity);
    this.frequencies = new Uint8Array(capacity);
  }

  unpack(count: number): void {
    for (let i = 0; i < count; i++) {
      this.slots[i] = this.packed[i]! >>> 8;
      this.frequencies[i] = this.packed[i]! & 255;
    }
    this.count = count;
  }
}

/** Term ids by hash, then bytes. Sorted as hash · 2²⁰ + id in doubles, which needs no comparison function. */
function termsInOrder(part: GrowingPart): number[] {
  const idRange = 2 ** 20;
  const keys = Float64Array.from(part.termHash.view(), (hash, id) => hash * idRange + id).sort();
  const order = Array.from(keys, (key) => key % idRange);
  const hashes = part.termHash.column;
  for (let i = 1; i < order.length; i++) {
    const swap = hashes[order[i]!] === hashes[order[i - 1]!];
    if (swap) sortEqualHashes(part, order, i);
  }
  return order;
}

/** Moves the term at `at` before those of the same hash whose bytes come after its own. */
function sortEqualHashes(part: GrowingPart, order: number[], at: number): void {
  const hash = part.termHash.column[order[at]!];
  const term = order[at]!;
  let to = at;
  while (to > 0 && part.termHash.column[order[to - 1]!] === hash) {
    if (compareBytes(bytesOf(part, order[to - 1]!), bytesOf(part, term)) < 0) break;
    order[to] = order[to - 1]!;
    to -= 1;
  }
  order[to] = term;
}

function bytesOf(part: GrowingPart, term: number): Uint8Array {
  const end = term + 1 < part.terms ? part.termAt.column[term + 1]! : part.termBytes.length;
  return part.termBytes.view(part.termAt.column[term]!, end);
}
