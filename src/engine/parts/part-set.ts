/** Sealed parts by age, at most one being sealed, and the growing one. A live passage is in exactly one. */
import { GrowingPart } from "./growing-part.ts";
import { chooseMerge, chooseMergeAtRest, type MergeChoice } from "./merge-policy.ts";
import { mergeParts } from "./merging.ts";
import { lowerBound } from "./number-places.ts";
import { PostingReader } from "./posting-reader.ts";
import type { SealedPart } from "./sealed-part.ts";
import { sealPart } from "./sealing.ts";
import { SlicedWork } from "./sliced-work.ts";
import type { TermKey } from "./term-key.ts";

export type IndexPart = SealedPart | GrowingPart;

export class PartSet {
  #sealed: SealedPart[];
  #frozen: GrowingPart | null = null;
  #growing = new GrowingPart();
  #passages = 0;
  #sensed = 0;
  #totalLength = 0;
  #merging = false;
  #isHastened = false;
  readonly #sealWork = new SlicedWork();
  readonly #mergeWork = new SlicedWork(this.#sealWork);
  readonly #reader = new PostingReader();
  readonly #postings = { packed: new Int32Array(0) };

  constructor(sealed: readonly SealedPart[] = []) {
    this.#sealed = [...sealed];
    for (const part of sealed) {
      this.#passages += part.slots - part.dead.count;
      this.#sensed += liveSensed(part);
      this.#totalLength += liveLength(part);
    }
  }

  get passages(): number {
    return this.#passages;
  }

  get sensed(): number {
    return this.#sensed;
  }

  get averageLength(): number {
    return Math.max(1, this.#totalLength) / Math.max(1, this.#passages);
  }

  get sealed(): readonly SealedPart[] {
    return this.#sealed;
  }

  get unsealed(): readonly GrowingPart[] {
    return this.#frozen === null ? [this.#growing] : [this.#frozen, this.#growing];
  }

  get growing(): GrowingPart {
    return this.#growing;
  }

  get byteLength(): number {
    return [...this.#sealed, ...this.unsealed].reduce((sum, part) => sum + part.byteLength, 0);
  }

  has(no: number): boolean {
    return this.#find(no) !== null;
  }

  groupOf(no: number): number | null {
    const found = this.#find(no);
    return found === null ? null : found.part.groupAt(found.slot);
  }

  isSensed(no: number): boolean {
    const found = this.#find(no);
    return found?.part.isSensed(found.slot) ?? false;
  }

  noteAdded(): void {
    const slot = this.#growing.slots - 1;
    this.#passages += 1;
    if (this.#growing.isSensed(slot)) this.#sensed += 1;
    this.#totalLength += this.#growing.lengthAt(slot);
    if (this.#growing.isFull) this.#freeze();
  }

  remove(no: number): boolean {
    const found = this.#find(no);
    if (found === null) return false;
    found.part.dead.add(found.slot);
    this.#passages -= 1;
    if (found.part.isSensed(found.slot)) this.#sensed -= 1;
    this.#totalLength -= found.part.lengthAt(found.slot);
    this.#considerMerging();
    return true;
  }

  passagesOf(group: number): number[] {
    const nos: number[] = [];
    for (const part of [...this.#sealed, ...this.unsealed]) {
      for (const slot of part.slotsOf(group)) if (!part.dead.has(slot)) nos.push(part.noAt(slot));
    }
    return nos;
  }

  documentFrequency(term: string, key: TermKey): number {
    let count = 0;
    for (const part of this.#sealed) {
      const place = part.termOf(key);
      if (place < 0) continue;
      const dead = part.deadIn(place, (slots) => this.#reader.countIn(part, place, slots));
      count += part.columns.termFrequency[place]! - dead;
    }
    for (const part of this.unsealed) count += this.#liveInGrowing(part, term);
    return count;
  }

  /** Terms that begin or end with another. Linear in the bytes of all terms. */
  termsAround(inner: TermKey): ReadonlySet<string> {
    const found = new Set<string>();
    for (const part of this.#sealed) addTermsAround(part.columns, inner.bytes, found);
    for (const part of this.unsealed)
      addTermsAround({ termBytes: part.termBytes.view(), termAt: part.termAt.view() }, inner.bytes, found);
    return found;
  }

  async seal(): Promise<void> {
    while (this.#frozen !== null) await this.#sealing;
    if (this.#growing.slots === 0) return;
    this.#freeze();
    await this.#sealing;
  }

  /** In slices. @returns whether the parts changed */
  async compact(): Promise<boolean> {
    const before = this.#sealed;
    await this.seal();
    await this.settled();
    const chosen = this.#merging || this.#isHastened ? null : chooseMergeAtRest(this.#sealed);
    if (chosen !== null) {
      this.#merge(chosen);
      await this.#mergeDone;
    }
    return this.#sealed !== before;
  }

  hasten(): void {
    this.#isHastened = true;
    this.#mergeWork.cancel();
    this.#merging = false;
  }

  async settled(): Promise<void> {
    while (this.#frozen !== null || this.#merging) await (this.#frozen === null ? this.#mergeDone : this.#sealing);
  }

  close(): void {
    this.#sealWork.cancel();
    this.#mergeWork.cancel();
    this.#sealed = [];
    this.#frozen = null;
    this.#growing = new GrowingPart();
  }

  #sealing: Promise<void> = Promise.resolve();
  #mergeDone: Promise<void> = Promise.resolve();

  /** If passages come too fast, the previous part is sealed at once. */
  #freeze(): void {
    if (this.#frozen !== null) this.#sealWork.finishNow();
    const full = this.#growing;
    this.#frozen = full;
    this.#growing = new GrowingPart();
    this.#sealing = this.#sealWork.add(sealPart(full), (part) => {
      this.#sealed = [...this.#sealed, part];
      this.#frozen = null;
      this.#considerMerging();
    });
  }

  #considerMerging(): void {
    if (this.#merging || this.#isHastened) return;
    const chosen = chooseMerge(this.#sealed);
    if (chosen !== null) this.#merge(chosen);
  }

  #merge({ first, end }: MergeChoice): void {
    this.#merging = true;
    const parts = this.#sealed.slice(first, end);
    this.#mergeDone = this.#mergeWork.add(mergeParts(parts), (merged) => {
      const first = this.#sealed.indexOf(parts[0]!);
      const kept = merged.slots === 0 ? [] : [merged];
      this.#sealed = this.#sealed.toSpliced(first, parts.length, ...kept);
      this.#merging = false;
      this.#considerMerging();
    });
  }

  #find(no: number): { readonly part: IndexPart; readonly slot: number } | null {
    for (const part of [this.#growing, this.#frozen, ...this.#sealed]) {
      const slot = part?.slotOf(no) ?? -1;
      if (part !== null && slot >= 0) return { part, slot };
    }
    return null;
  }

  #liveInGrowing(part: GrowingPart, term: string): number {
    const id = part.termOf(term);
    if (id < 0) return 0;
    const total = part.frequencyOf(id);
    if (part.dead.count === 0) return total;
    if (this.#postings.packed.length < total) this.#postings.packed = new Int32Array(part.slots);
    part.readPostings(id, this.#postings.packed);
    let live = 0;
    for (let i = 0; i < total; i++) if (!part.dead.has(this.#postings.packed[i]! >>> 8)) live += 1;
    return live;
  }
}

function liveLength({ columns, facts, dead }: SealedPart): number {
  return dead.log.reduce((live, slot) => live - columns.length[slot]!, facts.totals.length);
}

function liveSensed({ columns, facts, dead }: SealedPart): number {
  return dead.log.reduce((live, slot) => live - (columns.sensed[slot] ?? 0), facts.totals.sensed);
}

type TermColumns = Pick<SealedPart["columns"], "termBytes" | "termAt">;

function addTermsAround({ termBytes, termAt }: TermColumns, inner: Uint8Array, found: Set<string>): void {
  const all = Buffer.from(termBytes.buffer, termBytes.byteOffset, termBytes.length);
  for (let at = all.indexOf(inner); at >= 0; at = all.indexOf(inner, at + 1)) {
    const term = lowerBound(termAt, at + 1) - 1;
    const [start, end] = [termAt[term]!, termAt[term + 1] ?? all.length];
    const last = at + inner.length;
    if (last <= end && (at === start || last === end)) found.add(all.toString("utf8", start, end));
  }
}
