/** A font whose one glyph is empty, half as wide as the font is high, for text that is only found and copied (OpenType 1.9). */

/** Of the em, in thousandths. */
export const glyphWidth = 500;
export const [ascent, descent] = [800, -200] as const;

/** As a TrueType file without a name, which PDF asks of an embedded font of its kind. */
export function glyphlessFont(): Uint8Array {
  const tables: readonly (readonly [tag: string, words: readonly number[]])[] = [
    ["glyf", [0, 0]],
    ["head", [1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, ...zeros(8), 0, 0, 0, 0, 0, 8, 2, 0, 0]],
    ["hhea", [1, 0, ascent, descent & 0xffff, 0, glyphWidth, ...zeros(11), 1]],
    ["hmtx", [glyphWidth, 0]],
    ["loca", [0, 0]],
    ["maxp", [1, 0, 1, ...zeros(13)]],
  ];
  const starts: number[] = [];
  let length = 12 + 16 * tables.length;
  for (const [, words] of tables) {
    starts.push(length);
    length += Math.ceil(words.length / 2) * 4;
  }
  const view = new DataView(new ArrayBuffer(length));
  const search = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x0001_0000);
  view.setUint16(4, tables.length);
  view.setUint16(6, search * 16);
  view.setUint16(8, Math.log2(search));
  view.setUint16(10, (tables.length - search) * 16);
  for (const [i, [tag, words]] of tables.entries()) {
    const start = starts[i]!;
    for (const [at, word] of words.entries()) view.setUint16(start + 2 * at, word);
    const entry = 12 + 16 * i;
    for (let at = 0; at < 4; at++) view.setUint8(entry + at, tag.charCodeAt(at));
    view.setUint32(entry + 4, sumOf(view, start, start + Math.ceil(words.length / 2) * 4));
    view.setUint32(entry + 8, start);
    view.setUint32(entry + 12, words.length * 2);
  }
  return new Uint8Array(view.buffer);
}

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

function sumOf(view: DataView, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
