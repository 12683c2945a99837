/** Matches `wordStretch`, mostly without the pattern. */
import { longestForm, mixHash, type Word } from "./word-forms.ts";
import { wordStretch } from "./word-reader.ts";

/** For ASCII: 0 a gap, 1 a letter or digit, 2 a connector. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return 1;
  return /[_.:'@/,-]/.test(character) ? 2 : 0;
});

/** Never reads beyond the end, because NaN would take three times as long. */
export class WordCursor implements Word {
  start = 0;
  end = 0;
  hash = 0;
  /** ASCII without connectors, with its characters in `letters`. */
  isPlain = false;
  readonly #text: string;
  readonly #letters: Uint8Array;

  constructor(text: string, letters: Uint8Array) {
    this.#text = text;
    this.#letters = letters;
  }

  next(): boolean {
    const text = this.#text;
    const length = text.length;
    for (let at = this.end; at < length; at++) {
      if (isAsciiGap(text.charCodeAt(at))) continue;
      this.start = at;
      if (this.#readPlain(at) || this.#readStretch(at)) return true;
    }
    return false;
  }

  #readPlain(start: number): boolean {
    const text = this.#text;
    const letters = this.#letters;
    const length = text.length;
    let hash = 0;
    let at = start;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (!isAsciiWord(code)) break;
      hash = mixHash(hash, code);
      letters[at - start] = code;
      at += 1;
    }
    this.end = at;
    this.hash = hash;
    this.isPlain = at > start && at - start <= longestForm && isPlainEnd(text, at);
    return this.isPlain;
  }

  #readStretch(start: number): boolean {
    stickyStretch.lastIndex = start;
    const stretch = stickyStretch.exec(this.#text)?.[0];
    if (stretch === undefined) return false;
    this.end = start + stretch.length;
    return true;
  }
}

const stickyStretch = new RegExp(wordStretch.source, "uy");

const isAsciiWord = (code: number) => code < 128 && kinds[code] === 1;
const isAsciiGap = (code: number) => code < 128 && kinds[code] !== 1;

function isPlainEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code >= 128) return false;
  if (kinds[code] === 0 || at + 1 >= text.length) return true;
  const next = text.charCodeAt(at + 1);
  return next < 128 && kinds[next] === 0;
}
