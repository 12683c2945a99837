import { rowsAtOnce } from "./encoder-kernel.ts";
import { isRecord } from "./pack-file.ts";

/** The BERT family (Devlin et al., arXiv 1810.04805). */
export type EncoderShape = ReturnType<typeof readShape>;

/** Far above every such model, yet safe for memory. */
const greatest = {
  depth: 64,
  width: 4096,
  heads: 64,
  feedForward: 16_384,
  positions: 2048,
  vocabulary: 2_000_000,
} as const;

/** @throws Error for a shape that the kernel does not support */
export function readShape(encoder: unknown) {
  const found = isRecord(encoder) ? encoder : {};
  const number = (name: keyof typeof greatest) => {
    const value = Number(found[name]);
    if (!Number.isInteger(value) || value < 1 || value > greatest[name]) {
      throw new Error(`The model pack's ${name} is not a whole number from 1 to ${greatest[name]}.`);
    }
    return value;
  };
  const normEpsilon = Number(found.normEpsilon);
  if (!(normEpsilon > 0 && normEpsilon < 1)) throw new Error("The model pack's normEpsilon is not between 0 and 1.");
  const shape = {
    depth: number("depth"),
    width: number("width"),
    heads: number("heads"),
    feedForward: number("feedForward"),
    /** Special tokens included. */
    positions: number("positions"),
    vocabulary: number("vocabulary"),
    normEpsilon,
  };
  const { width, heads, feedForward } = shape;
  const steps = [width / 16, feedForward / 16, width / heads / 16, (3 * width) / rowsAtOnce];
  if (!steps.every(Number.isInteger)) throw new Error("The model pack's widths are not multiples of 16.");
  return shape;
}
