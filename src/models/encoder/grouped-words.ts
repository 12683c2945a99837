/** 4 bits a number, with a scale for 32 columns; byte j has columns j and j + 16. */
import type { EmbedPiece } from "./encoder.ts";
import { groupColumns } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import type { PackFile } from "./pack-file.ts";

type GroupedWords = ReturnType<typeof groupedWords>;

/** @throws Error unless there is one embedding for each piece */
export function groupedWords(pack: Pick<PackFile, "section">, { vocabulary, width }: EncoderShape) {
  const scales = new Float16Array(aligned(pack.section("words.scale", "f16"), 2));
  const weights = pack.section("words.weight", "u4");
  const groups = (vocabulary * width) / groupColumns;
  if (scales.length !== groups || weights.length !== (groups * groupColumns) / 2) {
    throw new Error("The model pack does not have one embedding for each piece.");
  }
  return { scales, weights };
}

export function embedFromGroups({ scales, weights }: GroupedWords, width: number): EmbedPiece {
  const groups = width / groupColumns;
  const half = groupColumns / 2;
  return (id, out) => {
    for (let group = 0; group < groups; group++) {
      const scale = scales[id * groups + group]!;
      const from = (id * groups + group) * half;
      for (let at = 0; at < half; at++) {
        const both = weights[from + at]!;
        out[group * groupColumns + at] = ((both & 15) - 8) * scale;
        out[group * groupColumns + half + at] = ((both >> 4) - 8) * scale;
      }
    }
  };
}

/** A view of wider elements needs an aligned address. */
export function aligned(bytes: Uint8Array, size = 4): ArrayBuffer {
  return new Uint8Array(bytes.subarray(0, bytes.byteLength - (bytes.byteLength % size))).buffer;
}
