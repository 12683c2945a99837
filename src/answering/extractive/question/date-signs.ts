/** Tells texts without a date apart quickly: most sentences have none, and a pattern takes long to find none. */
import { letterHash } from "../terms/letter-hash.ts";

/** A power of two. */
const slots = 4096;

export class DateSigns {
  readonly #signs: readonly string[];
  /** By the hash of a word's first three letters: 1 if a sign begins with them. */
  readonly #slots = new Uint8Array(slots);

  /** @param signs what the words of a date begin with, in lower case, three letters or more */
  constructor(signs: readonly string[]) {
    this.#signs = signs;
    for (const sign of signs) this.#slots[letterHash(sign, 0, sign.length) & (slots - 1)] = 1;
  }

  /** Whether a text may have a date or a number: a sign, a digit, or a character beyond ASCII. */
  mayBeIn(text: string): boolean {
    let isInWord = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 126 || isDigit(code)) return true;
      const isLetter = isSmallLetter(code | 32);
      if (isLetter && !isInWord && this.#mayBegin(text, at)) return this.#isIn(text.toLowerCase()) || hasOther(text);
      isInWord = isLetter;
    }
    return false;
  }

  /** Whether a sign may begin at a place: it has the same first three letters, or ones with the same hash. */
  #mayBegin(text: string, at: number): boolean {
    if (at + 3 > text.length) return false;
    const hash = (lower(text, at) * 31 + lower(text, at + 1)) * 31 + lower(text, at + 2);
    return this.#slots[hash & (slots - 1)] === 1;
  }

  #isIn(lowered: string): boolean {
    for (const sign of this.#signs) if (lowered.includes(sign)) return true;
    return false;
  }
}

/** Of an ASCII letter. */
const lower = (text: string, at: number) => text.charCodeAt(at) | 32;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isSmallLetter = (code: number) => code >= 97 && code <= 122;

/** A digit, or a character that is not ASCII. */
const hasOther = (text: string) => /[^\x20-\x2f\x3a-\x7e\s]/.test(text);
