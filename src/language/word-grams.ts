const longestText = 400;
/** In bytes. */
const longestWord = 70;
const pieceLength = 4;
const stride = 3;
const space = 0x20;

/** Each once, as its hash: `<sp>four`, `rbyt`, `ytes<sp>`. */
export function wordGrams(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const words =
    text
      .slice(0, longestText)
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+(?:['’`]\p{L}+)*/gu) ?? [];
  const bytes = new Uint8Array(3 * longestText + 2);
  for (const word of words) {
    bytes[0] = space;
    const length = Math.min(longestWord, encoder.encodeInto(word, bytes.subarray(1)).written);
    bytes[length + 1] = space;
    let at = 0;
    for (; at + pieceLength < length; at += stride) {
      found.add(gramHash(bytes, at === 0 ? 0 : at + 1, at + 1 + pieceLength));
    }
    const last = Math.max(0, length - pieceLength);
    found.add(gramHash(bytes, at === 0 ? 0 : last + 1, length + 2));
  }
  return found;
}

const encoder = new TextEncoder();

/** FNV-1a, 32 bits. */
export function gramHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01_00_01_93);
  return hash >>> 0;
}
