/**
 * The table that languages are told apart by, made by .ci/train-language-table.ts. All numbers are little-endian:
 *
 *     0    8 bytes      "DOCLANG2"
 *     8    u32          w, the numbers of a row
 *     12   u32          l, the number of languages
 *     16   256 bytes    the languages, separated by spaces
 *     272  l × w f32    a weight for each language and number
 *          l f32        what is added for each language
 *          32768 × w i8 a row for each bucket of `letterGrams`
 */
import { readFileSync } from "node:fs";
import file from "./languages.pack" with { type: "file" };

export interface LanguageTable {
  readonly languages: readonly string[];
  scoresOf(grams: Uint16Array): Float64Array;
}

const headerBytes = 272;

export const languageTable: () => LanguageTable = readOnce();

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

/** The beginning in lower case, with one space around words. */
export function lettersOf(text: string): string {
  const start = text.slice(0, examined).normalize("NFC").toLowerCase();
  return ` ${start.replaceAll(/[^\p{L}\p{M}]+/gu, " ").trim()} `;
}

/** A number below `buckets` for each run of one to five characters. @param letters of `lettersOf` */
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
