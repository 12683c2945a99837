/**
 * The table that languages are told apart by, made by .ci/convert-language-table.ts from the n-grams of the package `eld`. All
 * numbers are little-endian:
 *
 *     0    8 bytes    "DOCLANG1"
 *     8    u32        n, the number of n-grams
 *     12   u32        p, the number of scores
 *     16   256 bytes  the languages, separated by spaces
 *     272  n u32      the n-grams' hashes, ascending
 *          n u8       how many scores each has
 *          p u8       the language of each score
 *          p u8       the scores
 */
import { readFileSync } from "node:fs";
import file from "./languages.pack" with { type: "file" };

export interface LanguageTable {
  readonly languages: readonly string[];
  /** The score of each language, in their order, for each n-gram on average. */
  scoresOf(grams: ReadonlySet<number>): Float64Array;
}

const headerBytes = 272;
/** What the package leaves out of every score. */
const leastScore = 53;

export const languageTable: () => LanguageTable = readOnce();

function readOnce(): () => LanguageTable {
  let table: LanguageTable | null = null;
  return () => {
    table ??= readTable(new Uint8Array(readFileSync(file)));
    return table;
  };
}

function readTable(bytes: Uint8Array): LanguageTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [rows, pairs] = [view.getUint32(8, true), view.getUint32(12, true)];
  const languages = new TextDecoder().decode(bytes.subarray(16, headerBytes)).trim().split(" ");
  const keys = new Uint32Array(bytes.slice(headerBytes, headerBytes + 4 * rows).buffer);
  const counts = bytes.subarray(headerBytes + 4 * rows, headerBytes + 5 * rows);
  const places = bytes.subarray(headerBytes + 5 * rows, headerBytes + 5 * rows + pairs);
  const scores = bytes.subarray(headerBytes + 5 * rows + pairs);
  const starts = new Uint32Array(rows + 1);
  for (let i = 0; i < rows; i++) starts[i + 1] = starts[i]! + counts[i]!;
  return {
    languages,
    scoresOf(grams) {
      const sums = new Float64Array(languages.length);
      for (const gram of grams) {
        const row = rowOf(keys, gram);
        if (row < 0) continue;
        for (let at = starts[row]!; at < starts[row + 1]!; at++) sums[places[at]!]! += scores[at]! + leastScore;
      }
      return sums.map((sum) => sum / Math.max(1, grams.size));
    },
  };
}

/** By bisection; -1 if it is not there. */
function rowOf(keys: Uint32Array, key: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle]!;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
