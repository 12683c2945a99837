import { DeadSlots } from "./dead-slots.ts";
import { PartWriter, type Postings } from "./part-writer.ts";
import type { DecodedBlock } from "./posting-blocks.ts";
import { PostingReader } from "./posting-reader.ts";
import type { SealedPart } from "./sealed-part.ts";
import { compareBytes, type TermBytes } from "./term-key.ts";

const step = 8192;
const passageStep = 1024;

/** Gaps between parts may be wide; without this space a column would be copied, 30 ms for 38 MB. */
const roomForWiderGaps = 1.125;

export function* mergeParts(parts: readonly SealedPart[]): Generator<undefined, SealedPart> {
  const inputs = yield* numberLiveSlots(parts);
  const total = (size: (part: SealedPart) => number) => parts.reduce((sum, part) => sum + size(part), 0);
  const writer = new PartWriter({
    slots: inputs.live,
    terms: total((part) => part.terms),
    signatures: total((part) => part.columns.signatures.length),
    postings: Math.ceil(total((part) => part.columns.postings.length) * roomForWiderGaps),
  });
  yield* copyPassages(inputs.merging, writer);
  writer.endPassages();
  yield* mergeTerms(inputs.merging, writer, inputs.live);
  return writer.finish(carryOverDead(inputs.merging, inputs.live));
}

interface PartMerge {
  readonly part: SealedPart;
  readonly newSlot: Int32Array;
  readonly deadBefore: number;
  term: number;
}

function* numberLiveSlots(
  parts: readonly SealedPart[],
): Generator<undefined, { readonly merging: PartMerge[]; readonly live: number }> {
  const merging: PartMerge[] = [];
  let live = 0;
  for (const part of parts) {
    const newSlot = new Int32Array(part.slots);
    for (let slot = 0; slot < part.slots; slot++) newSlot[slot] = part.dead.has(slot) ? -1 : live++;
    merging.push({ part, newSlot, deadBefore: part.dead.count, term: 0 });
    yield;
  }
  return { merging, live };
}

function* copyPassages(inputs: readonly PartMerge[], writer: PartWriter): Generator<undefined, void> {
  for (const { part, newSlot } of inputs) {
    for (let slot = 0; slot < part.slots; slot++) {
      if (slot % passageStep === passageStep - 1) yield;
      if (newSlot[slot]! < 0) continue;
      writer.addPassage({
        no: part.noAt(slot),
        group: part.groupAt(slot),
        length: part.lengthAt(slot),
        signatures: part.signaturesAt(slot),
        sensed: part.isSensed(slot),
      });
    }
  }
}

function* mergeTerms(inputs: readonly PartMerge[], writer: PartWriter, live: number): Generator<undefined, void> {
  const postings = new MergedPostings(live);
  for (let first = firstInOrder(inputs); first !== null; first = firstInOrder(inputs)) {
    const hash = first.part.columns.termHash[first.term]!;
    const bytes = first.part.termBytes(first.term);
    postings.count = 0;
    for (let i = 0; i < inputs.length; i++) {
      if (standsAt(inputs[i]!, hash, bytes)) postings.take(inputs[i]!);
      if (postings.isStepDone()) yield;
    }
    yield* writer.addTerm(hash, bytes, postings) ?? [];
    if (postings.isStepDone()) yield;
  }
}

function firstInOrder(inputs: readonly PartMerge[]): PartMerge | null {
  let first: PartMerge | null = null;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i]!;
    if (input.term === input.part.terms) continue;
    if (first === null || comesBefore(input, first)) first = input;
  }
  return first;
}

function comesBefore(one: PartMerge, other: PartMerge): boolean {
  const difference = one.part.columns.termHash[one.term]! - other.part.columns.termHash[other.term]!;
  if (difference !== 0) return difference < 0;
  return compareBytes(one.part.termBytes(one.term), other.part.termBytes(other.term)) < 0;
}

function standsAt(input: PartMerge, hash: number, bytes: TermBytes): boolean {
  if (input.term === input.part.terms || input.part.columns.termHash[input.term] !== hash) return false;
  return compareBytes(input.part.termBytes(input.term), bytes) === 0;
}

class MergedPostings implements Postings {
  readonly slots: Int32Array;
  readonly frequencies: Uint8Array;
  count = 0;
  #work = 0;
  #newSlot: Int32Array = new Int32Array(0);
  readonly #reader = new PostingReader();

  constructor(capacity: number) {
    this.slots = new Int32Array(capacity);
    this.frequencies = new Uint8Array(capacity);
  }

  take(input: PartMerge): void {
    const { part, term } = input;
    this.#newSlot = input.newSlot;
    this.#reader.eachBlock(part, term, this.#appendBlock);
    this.#work += 32 + part.columns.termFrequency[term]!;
    input.term += 1;
  }

  readonly #appendBlock = (block: DecodedBlock): void => {
    const { slots, frequencies } = this;
    const newSlot = this.#newSlot;
    let at = this.count;
    for (let i = 0; i < block.count; i++) {
      const slot = newSlot[block.slots[i]!]!;
      if (slot < 0) continue;
      slots[at] = slot;
      frequencies[at++] = block.frequencies[i]!;
    }
    this.count = at;
  };

  isStepDone(): boolean {
    if (this.#work < step) return false;
    this.#work = 0;
    return true;
  }
}

function carryOverDead(inputs: readonly PartMerge[], live: number): DeadSlots {
  const dead = new DeadSlots(live);
  for (const { part, newSlot, deadBefore } of inputs) {
    for (const slot of part.dead.log.slice(deadBefore)) dead.add(newSlot[slot]!);
  }
  return dead;
}
