/** Japanese counts as one script. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}/gu,
  /\p{Script=Thai}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
];

/** A smaller share is a quotation or a name. */
const leastShare = 0.05;

/** The share of letters in scripts that `other` does not use; 0 without letters. */
export function foreignShare(text: string, other: string): number {
  const own = new LetterCounts(text);
  const here = scripts.map((script) => own.of(script));
  const all = here.reduce((sum, letters) => sum + letters, 0);
  if (all === 0) return 0;
  const there = new LetterCounts(other);
  const letters = there.of(anyLetter);
  const foreign = scripts.reduce((sum, script, i) => {
    const uses = here[i] === 0 || there.of(script) >= leastShare * letters;
    return uses ? sum : sum + here[i]!;
  }, 0);
  return foreign / all;
}

const anyLetter = /\p{L}/gu;
const [latin] = scripts;

/** ASCII is counted without a pattern, in a tenth of the time. */
class LetterCounts {
  readonly #ascii: number;
  readonly #beyond: string;

  constructor(text: string) {
    this.#ascii = asciiLetters(text);
    this.#beyond = isAscii.test(text) ? "" : text.replace(/[\0-\x7f]+/g, "");
  }

  of(pattern: RegExp): number {
    const ascii = pattern === latin || pattern === anyLetter ? this.#ascii : 0;
    return this.#beyond === "" ? ascii : ascii + (this.#beyond.match(pattern)?.length ?? 0);
  }
}

const isAscii = /^[\0-\x7f]*$/;

function asciiLetters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    // Capitals differ by this bit.
    const code = text.charCodeAt(i) | 32;
    if (code >= 97 && code <= 122) count++;
  }
  return count;
}

const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]`;
const [endsSpaceless, beginsSpaceless] = [new RegExp(`${spaceless}$`, "u"), new RegExp(`^${spaceless}`, "u")];

const spacedOrOne = new RegExp(`${spaceless}|(?:(?!${spaceless})\\S)+`, "gu");

/** Each character counts as a word in scripts without spaces. */
export const wordsIn = (text: string): readonly string[] => text.match(spacedOrOne) ?? [];

export function isSpaceless(before: string, after: string): boolean {
  return endsSpaceless.test(before) && beginsSpaceless.test(after);
}

/** The zeros of other scripts: Arabic, Persian, Devanagari, Bengali, Thai and full width. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50, 0xff_10];

export function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!;
    const zero = zeros.find((first) => codePoint >= first && codePoint < first + 10);
    return zero === undefined ? digit : String(codePoint - zero);
  });
}
