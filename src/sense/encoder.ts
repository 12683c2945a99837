/**
 * An encoder of the BERT family (Devlin et al., arXiv 1810.04805): from word pieces to a state for each, in WebAssembly.
 * Weights are rounded to 8 bits, a scale a row; what they are multiplied with to 16 bits, a scale a token.
 */
import { columnStep, tokensAtOnce } from "./encoder-kernel.ts";
import type { Address, Linear, ModelMemory, Norm, Rounded } from "./model-memory.ts";
import type { EncoderShape } from "./sense-pack.ts";

export interface Encoder {
  /** Into the kernel's memory, [tokens × width] floats, until the next call: the states of 1 to `positions` word pieces. */
  states(ids: ArrayLike<number>): Address;
  /** `from` [tokens × width] rounded as `multiply` takes it, until the next call. */
  round(from: Address, width: number, tokens: number): Rounded;
  /** What was rounded times the matrix plus its biases: [tokens × matrix.rows] at `out`, with room for whole blocks. */
  multiply(rounded: Rounded, matrix: Linear, tokens: number, out: Address): void;
  normalise(norm: Norm, at: Address, tokens: number): void;
}

interface Layer {
  /** Queries, keys and values in one matrix. */
  readonly attention: Linear;
  readonly mixed: Linear;
  readonly mixedNorm: Norm;
  readonly wide: Linear;
  readonly narrow: Linear;
  readonly narrowNorm: Norm;
}

/** Activations are rounded to ±this, or less where the sum of `width` products would not fit into 32 bits. */
export function activationLimit(width: number): number {
  return Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * width)));
}

/** Tokens that the kernel computes for so many: it takes them in blocks. */
export function wholeBlocks(tokens: number): number {
  return filledUp(tokens, tokensAtOnce);
}

function filledUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}

export function createEncoder(memory: ModelMemory, shape: EncoderShape): Encoder {
  const { kernel } = memory;
  const { depth, width, feedForward, positions } = shape;
  const layers = Array.from({ length: depth }, (_, layer) => readLayer(memory, shape, layer));
  const embed = createEmbedding(memory, shape);
  const most = wholeBlocks(positions);
  const rounded = {
    numbers: memory.reserve(2 * most * Math.max(width, feedForward)),
    scales: memory.reserve(4 * most),
  };
  const states = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  const inner = memory.reserve(4 * most * Math.max(feedForward, 3 * width));
  const attend = createAttention(memory, shape);

  const round = (from: Address, size: number, tokens: number) => {
    kernel.quantise(from, size, tokens, activationLimit(size), rounded.numbers, rounded.scales);
    return rounded;
  };
  const multiply = ({ numbers, scales }: Rounded, matrix: Linear, tokens: number, out: Address) => {
    const { weights, rows, biases } = matrix;
    kernel.project(numbers, scales, matrix.width, tokens, weights, matrix.scales, biases, rows, out, 4 * rows);
  };
  const normalise = (norm: Norm, at: Address, tokens: number) =>
    kernel.normalise(at, width, tokens, norm.gain, norm.shift, shape.normEpsilon);
  const addNormalised = (norm: Norm, tokens: number) => {
    kernel.add(states, change, 4 * tokens * width);
    normalise(norm, states, tokens);
  };
  const pass = (layer: Layer, tokens: number) => {
    multiply(round(states, width, tokens), layer.attention, tokens, inner);
    attend(inner, tokens, change);
    multiply(round(change, width, tokens), layer.mixed, tokens, change);
    addNormalised(layer.mixedNorm, tokens);
    multiply(round(states, width, tokens), layer.wide, tokens, inner);
    kernel.gelu(inner, 4 * tokens * feedForward);
    multiply(round(inner, feedForward, tokens), layer.narrow, tokens, change);
    addNormalised(layer.narrowNorm, tokens);
  };
  return {
    ...{ round, multiply, normalise },
    states(ids) {
      embed(ids, states);
      for (const layer of layers) pass(layer, ids.length);
      return states;
    },
  };
}

function readLayer(memory: ModelMemory, { width, feedForward }: EncoderShape, layer: number): Layer {
  const name = `layer${layer}`;
  return {
    attention: memory.linear(`${name}.attention`, 3 * width, width),
    mixed: memory.linear(`${name}.mixed`, width, width),
    mixedNorm: memory.norm(`${name}.mixed.norm`, width),
    wide: memory.linear(`${name}.wide`, feedForward, width),
    narrow: memory.linear(`${name}.narrow`, width, feedForward),
    narrowNorm: memory.norm(`${name}.narrow.norm`, width),
  };
}

/** The sum of a piece's and its position's embedding, normalised. */
function createEmbedding(memory: ModelMemory, { width, positions, normEpsilon }: EncoderShape) {
  const { kernel } = memory;
  const words = memory.words();
  const positionsAt = memory.floats("positions", positions * width);
  const norm = memory.norm("embedding.norm", width);
  return (ids: ArrayLike<number>, out: Address) => {
    const { buffer } = kernel.memory;
    const weights = new Int8Array(buffer, words.weights, words.rows * width);
    const scales = new Float32Array(buffer, words.scales, words.rows);
    const places = new Float32Array(buffer, positionsAt, positions * width);
    const states = new Float32Array(buffer, out, ids.length * width);
    for (let token = 0; token < ids.length; token++) {
      const id = ids[token]!;
      const scale = scales[id]!;
      // Rows lie in eights, and of those eight two columns together.
      const row = (id >> 3) * 8 * width + 2 * (id & 7);
      for (let column = 0, at = token * width; column < width; column++, at++) {
        const weight = weights[row + (column >> 1) * 16 + (column & 1)]!;
        states[at] = weight * scale + places[at]!;
      }
    }
    kernel.normalise(out, width, ids.length, norm.gain, norm.shift, normEpsilon);
  };
}

/** Scaled dot-product attention (Vaswani et al., arXiv 1706.03762), a head after the other, in floats. */
function createAttention(memory: ModelMemory, { width, heads, positions }: EncoderShape) {
  const { kernel } = memory;
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  const keys = memory.reserve(4 * size * filledUp(positions, columnStep));
  const shares = memory.reserve(4 * positions * filledUp(positions, columnStep));
  /** `asked` is [tokens × queries, keys, values], each of them [heads × size]; the outcome is [tokens × heads × size]. */
  return (asked: Address, tokens: number, out: Address) => {
    const stride = 12 * width;
    const across = filledUp(tokens, columnStep);
    for (let head = 0; head < heads; head++) {
      const query = asked + 4 * head * size;
      kernel.transpose(query + 4 * width, stride, tokens, size, keys, 4 * across);
      kernel.multiply(query, stride, tokens, size, keys, 4 * across, across, shares, 4 * across);
      kernel.softmax(shares, tokens, 4 * across, tokens, scale);
      kernel.multiply(
        shares,
        4 * across,
        tokens,
        tokens,
        query + 8 * width,
        stride,
        size,
        out + 4 * head * size,
        4 * width,
      );
    }
  };
}
