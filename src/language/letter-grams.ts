/** UTF-16 units. */
const examined = 120;
const longestGram = 5;
/** A power of two. */
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
