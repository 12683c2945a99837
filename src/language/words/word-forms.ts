/** Caches readings of ASCII words, because a text has few distinct ones and each takes a microsecond. */

import { ownText } from "../../kernel/stores/recently-used.ts";
import type { WordToken } from "../structure/passage-tokens.ts";
import { contentTerms, type IndexTerm } from "./analysis.ts";

const formLimit = 131_072;
const slotCount = formLimit * 2;

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

export const longestForm = 256;

export class WordForms {
  /** Bytes compare twice as fast as text. */
  readonly letters = new Uint8Array(longestForm);
  readonly #read: (word: string) => readonly WordToken[];
  /** Hash and number in one look-up; -1: free. */
  #slots = emptySlots(1024);
  #hashes = new Int32Array(512);
  #starts = new Int32Array(513);
  #characters = new Uint8Array(4096);
  /** Without stop words; an array only for several terms. */
  #terms: (IndexTerm | readonly IndexTerm[])[] = [];
  /** Null until asked for; 40,000 words take 5 MB. */
  #tokens: (readonly WordToken[] | null)[] = [];

  /** @param read gives positions relative to the word */
  constructor(read: (word: string) => readonly WordToken[]) {
    this.#read = read;
  }

  give(text: string, word: Word, take: (term: IndexTerm) => void): void {
    const terms = this.#terms[this.#formOf(text, word)]!;
    if (!Array.isArray(terms)) take(terms as IndexTerm);
    else for (const term of terms as readonly IndexTerm[]) take(term);
  }

  tokens(text: string, word: Word): readonly WordToken[] {
    const form = this.#formOf(text, word);
    this.#tokens[form] ??= this.#read(ownText(text.slice(word.start, word.end)));
    return this.#tokens[form];
  }

  #formOf(text: string, { start, end, hash }: Word): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (spread(hash) << 1) & mask;
    let form = slots[slot + 1]!;
    while (form >= 0 && !(slots[slot] === hash && this.#isForm(form, end - start))) {
      slot = (slot + 2) & mask;
      form = slots[slot + 1]!;
    }
    return form < 0 ? this.#addForm(ownText(text.slice(start, end)), hash) : form;
  }

  #isForm(form: number, length: number): boolean {
    const { letters } = this;
    const characters = this.#characters;
    const from = this.#starts[form]!;
    if (this.#starts[form + 1]! - from !== length) return false;
    for (let i = 0; i < length; i++) if (characters[from + i] !== letters[i]) return false;
    return true;
  }

  #addForm(word: string, hash: number): number {
    if (this.#terms.length === formLimit) this.#forget();
    const form = this.#terms.length;
    const from = this.#starts[form]!;
    this.#makeRoom(form + 1, from + word.length);
    for (let i = 0; i < word.length; i++) this.#characters[from + i] = word.charCodeAt(i);
    this.#starts[form + 1] = from + word.length;
    this.#hashes[form] = hash;
    const terms = contentTerms(this.#read(word));
    this.#terms.push(terms.length === 1 ? terms[0]! : terms);
    this.#tokens.push(null);
    this.#place(form, hash);
    return form;
  }

  #makeRoom(forms: number, characters: number): void {
    if (characters > this.#characters.length) {
      const wider = new Uint8Array(Math.max(characters, this.#characters.length * 2));
      wider.set(this.#characters);
      this.#characters = wider;
    }
    if (forms <= this.#hashes.length) return;
    const hashes = new Int32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const starts = new Int32Array(this.#hashes.length + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#slots = emptySlots(Math.min(slotCount, this.#slots.length));
    for (let form = 0; form < this.#terms.length; form++) this.#place(form, this.#hashes[form]!);
  }

  #place(form: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = (spread(hash) << 1) & mask;
    while (this.#slots[slot + 1]! >= 0) slot = (slot + 2) & mask;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = form;
  }

  #forget(): void {
    this.#slots.fill(-1);
    this.#terms = [];
    this.#tokens = [];
  }
}

const emptySlots = (count: number) => new Int32Array(count * 2).fill(-1);

export function mixHash(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}

/** The finalizer of MurmurHash3. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
