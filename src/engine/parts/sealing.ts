import type { GrowingPart } from "./growing-part.ts";
import { PartWriter, type Postings } from "./part-writer.ts";
import type { SealedPart } from "./sealed-part.ts";
import { compareBytes, type TermBytes } from "./term-key.ts";

const step = 8192;
const passageStep = 1024;

/** A byte for the gap, one for the weight, and some for wide gaps and block heads. */
const postingBytes = 2.25;

export function* sealPart(part: GrowingPart): Generator<undefined, SealedPart> {
  const { slots, terms } = part;
  const signatures = part.signatures.length;
  const writer = new PartWriter({
    slots,
    terms,
    signatures,
    postings: Math.ceil(part.postings * postingBytes) + terms * 4,
  });
  for (let slot = 0; slot < slots; slot++) {
    writer.addPassage({
      no: part.noAt(slot),
      group: part.groupAt(slot),
      length: part.lengthAt(slot),
      signatures: part.signaturesAt(slot),
      sensed: part.isSensed(slot),
    });
    if (slot % passageStep === passageStep - 1) yield;
  }
  writer.endPassages();
  yield;
  const order = yield* termsInOrder(part);
  const postings = new PostingBuffer(slots);
  let done = 0;
  for (const term of order) {
    const count = part.readPostings(term, postings.packed);
    postings.unpack(count);
    const rest = writer.addTerm(part.termHash.column[term]!, bytesOf(part, term), postings);
    if (rest !== null) yield* rest;
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

const sortGroups = 32;

/** Sorts hash · 2²⁰ + id as doubles, without a comparison function. */
function* termsInOrder(part: GrowingPart): Generator<undefined, number[]> {
  const idRange = 2 ** 20;
  const hashes = part.termHash.view();
  const groups = Array.from({ length: sortGroups }, (): number[] => []);
  const hashesAGroup = 2 ** 32 / sortGroups;
  for (let id = 0; id < hashes.length; id++) {
    const hash = hashes[id]!;
    groups[Math.floor(hash / hashesAGroup)]!.push(hash * idRange + id);
  }
  yield;
  const order: number[] = [];
  for (const group of groups) {
    const from = order.length;
    for (const key of Float64Array.from(group).sort()) order.push(key % idRange);
    for (let i = from + 1; i < order.length; i++) {
      if (hashes[order[i]!] === hashes[order[i - 1]!]) sortEqualHashes(part, order, i);
    }
    yield;
  }
  return order;
}

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

function bytesOf(part: GrowingPart, term: number): TermBytes {
  const end = term + 1 < part.terms ? part.termAt.column[term + 1]! : part.termBytes.length;
  return { all: part.termBytes.whole, start: part.termAt.column[term]!, end };
}
