/**
 * An encoder of the BERT family (Devlin et al., arXiv 1810.04805): from word pieces to a state for each, in WebAssembly.
 * Weights are rounded to 8 bits, a scale a row; what they are multiplied with to 16 bits, a scale a token.
 */
import { columnStep } from "./encoder-kernel.ts";
import type { Address, Linear, ModelMemory, Norm } from "./model-memory.ts";
import { type Projection, wholeBlocks } from "./projection.ts";
import type { EncoderShape } from "./sense-pack.ts";

export interface Encoder {
  /** The states of 1 to `positions` word pieces, [tokens × width] floats, until the next call. */
  states(ids: ArrayLike<number>): Address;
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

export function createEncoder(memory: ModelMemory, shape: EncoderShape, projection: Projection): Encoder {
  const { kernel } = memory;
  const { round, multiply, normalise } = projection;
  const { depth, width, feedForward, positions } = shape;
  const layers = Array.from({ length: depth }, (_, layer) => readLayer(memory, shape, layer));
  const embed = createEmbedding(memory, shape, projection);
  const attend = createAttention(memory, shape);
  const most = wholeBlocks(positions);
  const states = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  const inner = memory.reserve(4 * most * Math.max(feedForward, 3 * width));

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
function createEmbedding(memory: ModelMemory, { width, positions }: EncoderShape, projection: Projection) {
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
    projection.normalise(norm, out, ids.length);
  };
}

/** Scaled dot-product attention (Vaswani et al., arXiv 1706.03762), a head after the other, in floats. */
function createAttention(memory: ModelMemory, { width, heads, positions }: EncoderShape) {
  const { kernel } = memory;
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  const wholeColumns = (tokens: number) => Math.ceil(tokens / columnStep) * columnStep;
  const keys = memory.reserve(4 * size * wholeColumns(positions));
  const shares = memory.reserve(4 * positions * wholeColumns(positions));
  /** `asked` is [tokens × queries, keys, values], each of them [heads × size]; the outcome is [tokens × heads × size]. */
  return (asked: Address, tokens: number, out: Address) => {
    const stride = 12 * width;
    const across = wholeColumns(tokens);
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
