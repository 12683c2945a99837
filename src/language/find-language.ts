import { readFileSync } from "node:fs";
import { primarySubtag } from "./data/language.ts";
import file from "./languages.pack" with { type: "file" };

const kanas = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const hans = /\p{Script=Han}/gu;
/** In order of precedence. */
const byScript: readonly (readonly [pattern: RegExp, language: string])[] = [
  [kanas, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [hans, "zh"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Bengali}/gu, "bn"],
  [/\p{Script=Gurmukhi}/gu, "pa"],
  [/\p{Script=Gujarati}/gu, "gu"],
  [/\p{Script=Oriya}/gu, "or"],
  [/\p{Script=Tamil}/gu, "ta"],
  [/\p{Script=Telugu}/gu, "te"],
  [/\p{Script=Kannada}/gu, "kn"],
  [/\p{Script=Malayalam}/gu, "ml"],
  [/\p{Script=Sinhala}/gu, "si"],
  [/\p{Script=Lao}/gu, "lo"],
  [/\p{Script=Khmer}/gu, "km"],
  [/\p{Script=Myanmar}/gu, "my"],
  [/\p{Script=Tibetan}/gu, "bo"],
  [/\p{Script=Ethiopic}/gu, "am"],
  [/\p{Script=Armenian}/gu, "hy"],
  [/\p{Script=Georgian}/gu, "ka"],
];

/** The share of letters in a script that decides. */
const enough = 1 / 3;
/** Letters that are enough for a language without analysis. */
const longText = 60;
/** The table lists languages with analysis first. */
const analysed = 17;
/** Log odds added to an expected language. */
const expectation = 3;
/** Fewer letters decide nothing, nor does one short word. */
const fewestLetters = 8;
const fewestOfWord = 12;

/** A primary subtag, or null. @param expected BCP 47; decides for short texts */
export function findLanguage(text: string, expected: readonly string[] = []): string | null {
  const own = lettersOf(text);
  const letters = lettersIn(own);
  if (letters === 0) return null;
  return languageByScript(own, letters) ?? languageByGrams(own, letters, expected.map(primarySubtag));
}

const lettersIn = (text: string) => text.replaceAll(" ", "").length;

function languageByScript(text: string, letters: number): string | null {
  if (!beyondAlphabets.test(text)) return null;
  const shareOf = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / letters;
  const [kana, han] = [shareOf(kanas), shareOf(hans)];
  // Japanese mixes Kana and Han.
  if (kana + han > enough && kana > han / 10) return "ja";
  return byScript.find(([pattern]) => shareOf(pattern) > enough)?.[1] ?? null;
}

/** Beyond Latin, Cyrillic and Arabic. */
const beyondAlphabets = /[\u0370-\u03ff\u0530-\u05ff\u0900-\u1fff\u2d00-\ud7ff\uf900-\ufaff\uff66-\uff9f]/u;

function languageByGrams(text: string, letters: number, expected: readonly string[]): string | null {
  const { languages, scoresOf } = languageTable();
  const scores = scoresOf(letterGrams(text));
  const isExpected = (tag: string) => expected.includes(tag) || (tag === "no" && expected.some(isNorwegian));
  let best = 0;
  for (let i = 0; i < languages.length; i++) {
    const isWanted = expected.length > 0 && isExpected(languages[i]!);
    if (isWanted) scores[i]! += expectation;
    const isAllowed = isWanted || i < analysed || letters >= longText;
    if (isAllowed && scores[i]! > scores[best]!) best = i;
  }
  const found = languages[best]!;
  const fewest = text.trim().includes(" ") ? fewestLetters : fewestOfWord;
  return letters < fewest && !isExpected(found) ? null : found;
}

const isNorwegian = (language: string) => language === "nb" || language === "nn";

/** Log odds that make a part one of another language. */
const surely = 7;
const longPart = 40;

/** Null for parts in the document's language. */
export function findLanguages(
  parts: readonly string[],
  expected: readonly string[] = [],
): { readonly document: string | null; readonly parts: readonly (string | null)[] } {
  const found = parts.map((part) => findLanguage(part, expected));
  const shares = new Map<string, number>();
  for (const [i, language] of found.entries()) {
    // A part counts as long as what was examined of it: a list of names may seem to be in any language.
    if (language !== null) shares.set(language, (shares.get(language) ?? 0) + Math.min(examined, parts[i]!.length));
  }
  const [first] = [...shares].toSorted((a, b) => b[1] - a[1]);
  const document = first?.[0] ?? null;
  return {
    document,
    parts: found.map((own, i) => (own !== null && own !== document && isOther(parts[i]!, own, document) ? own : null)),
  };
}

const mostParts = 32;

/** By parts of all of the text, which may begin with a name or a quotation. */
export function findMainLanguage(text: string, expected: readonly string[] = []): string | null {
  const step = Math.max(examined, Math.ceil(text.length / mostParts));
  const starts = Array.from({ length: Math.ceil(text.length / step) }, (_, i) => i * step);
  const parts = starts.map((start) => text.slice(start, start + examined));
  return findLanguages(parts, expected).document;
}

/** Code, tables and names have no language, so a part must clearly differ. */
function isOther(part: string, own: string, document: string | null): boolean {
  const text = lettersOf(part);
  const letters = lettersIn(text);
  if (document === null || languageByScript(text, letters) !== null) return true;
  if (letters < longPart) return false;
  const { languages, scoresOf } = languageTable();
  const scores = scoresOf(letterGrams(text));
  const ofDocument = scores[languages.indexOf(document)] ?? Number.NEGATIVE_INFINITY;
  return scores[languages.indexOf(own)]! > ofDocument + surely;
}

export const findable = (): readonly string[] => [
  ...languageTable().languages,
  ...new Set(byScript.map(([, language]) => language)),
];

export const autoLanguage = "auto";
export const undetermined = "und";

/** @param set BCP 47 or `auto`; counts if it is more exact than `found` (`pt-BR`), or where none is found */
export function followedLanguage(set: string, found: string | null): string {
  if (set === autoLanguage) return found ?? undetermined;
  if (found === null || found === undetermined) return set;
  const own = primarySubtag(set);
  const isNorwegian = found === "no" && (own === "nb" || own === "nn");
  if (own === found || isNorwegian || !isFindable(own)) return set;
  return found;
}

const isFindable = (subtag: string) => subtag === "nb" || subtag === "nn" || findable().includes(subtag);

/**
 * Made by .ci/train-language-table.ts, little-endian: "DOCLANG2", u32 w, u32 l, 256 bytes of language names, then
 * l × w f32 weights, l f32 biases, and 32768 × w i8 rows, one for each bucket of `letterGrams`.
 */
export interface LanguageTable {
  readonly languages: readonly string[];
  scoresOf(grams: Uint16Array): Float64Array;
}

const headerBytes = 272;

const languageTable: () => LanguageTable = readOnce();

function readOnce(): () => LanguageTable {
  let table: LanguageTable | null = null;
  return () => {
    table ??= readTable(new Uint8Array(readFileSync(file)));
    return table;
  };
}

function readTable(bytes: Uint8Array<ArrayBuffer>): LanguageTable {
  const view = new DataView(bytes.buffer);
  const [width, count] = [view.getUint32(8, true), view.getUint32(12, true)];
  const languages = new TextDecoder().decode(bytes.subarray(16, headerBytes)).trim().split(" ");
  const weights = new Float32Array(bytes.buffer, headerBytes, count * width);
  const added = new Float32Array(bytes.buffer, headerBytes + weights.byteLength, count);
  const rows = new Int8Array(bytes.buffer, headerBytes + weights.byteLength + added.byteLength);
  return {
    languages,
    scoresOf(grams) {
      const sums = sumsOf(grams, rows, width);
      const share = 1 / Math.sqrt(Math.max(1, grams.length));
      const scores = new Float64Array(count);
      for (let language = 0, at = 0; language < count; language++) {
        let score = 0;
        for (let i = 0; i < width; i++, at++) score += weights[at]! * sums[i]!;
        scores[language] = added[language]! + score * share;
      }
      return scores;
    },
  };
}

/** Four columns at a time take a third of the time. @param width divisible by four */
function sumsOf(grams: Uint16Array, rows: Int8Array, width: number): Int32Array {
  const sums = new Int32Array(width);
  for (let column = 0; column < width; column += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < grams.length; i++) {
      const at = grams[i]! * width + column;
      a += rows[at]!;
      b += rows[at + 1]!;
      c += rows[at + 2]!;
      d += rows[at + 3]!;
    }
    sums.set([a, b, c, d], column);
  }
  return sums;
}

const examined = 120;
const longestGram = 5;
export const buckets = 1 << 15;

export function lettersOf(text: string): string {
  const start = text.slice(0, examined).normalize("NFC").toLowerCase();
  return ` ${start.replaceAll(/[^\p{L}\p{M}]+/gu, " ").trim()} `;
}

/** Buckets of all runs of one to five characters. @param letters of `lettersOf` */
export function letterGrams(letters: string): Uint16Array {
  const grams = new Uint16Array(longestGram * letters.length);
  let count = 0;
  for (let start = 0; start < letters.length; start++) {
    const end = Math.min(letters.length, start + longestGram);
    // FNV-1a, its upper bits mixed.
    let hash = 0x81_1c_9d_c5;
    for (let at = start; at < end; at++) {
      hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01_00_01_93);
      grams[count++] = Math.imul(hash ^ (hash >>> 15), 0x9e_37_79_b1) >>> 17;
    }
  }
  return grams.subarray(0, count);
}
