/** BERT (Devlin et al., arXiv 1810.04805). */
import { columnStep } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import {
  type Address,
  createNormalisation,
  type ModelMemory,
  type Norm,
  type Projection,
  wholeBlocks,
} from "./model-memory.ts";

export type EmbedPiece = (id: number, out: Float32Array) => void;

interface Layer<Matrix> {
  readonly attention: Matrix;
  readonly mixed: Matrix;
  readonly mixedNorm: Norm;
  readonly wide: Matrix;
  readonly narrow: Matrix;
  readonly narrowNorm: Norm;
}

export function createEncoder<Matrix>(
  memory: ModelMemory,
  shape: EncoderShape,
  projection: Projection<Matrix>,
  embedPiece: EmbedPiece,
) {
  const { kernel } = memory;
  const { apply } = projection;
  const normalise = createNormalisation(memory, shape);
  const { depth, width, feedForward, positions } = shape;
  const layers = Array.from({ length: depth }, (_, layer) => readLayer(memory, shape, projection, layer));
  const embed = createEmbedding(memory, shape, embedPiece);
  const attend = createAttention(memory, shape);
  const most = wholeBlocks(positions);
  const states = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  const inner = memory.reserve(4 * most * Math.max(feedForward, 3 * width));

  const addNormalised = (norm: Norm, tokens: number) => {
    kernel.add(states, change, 4 * tokens * width);
    normalise(norm, states, tokens);
  };
  const pass = (layer: Layer<Matrix>, tokens: number) => {
    apply(states, layer.attention, tokens, inner);
    attend(inner, tokens, change);
    apply(change, layer.mixed, tokens, change);
    addNormalised(layer.mixedNorm, tokens);
    apply(states, layer.wide, tokens, inner);
    kernel.gelu(inner, 4 * tokens * feedForward);
    apply(inner, layer.narrow, tokens, change);
    addNormalised(layer.narrowNorm, tokens);
  };
  return {
    states(ids: ArrayLike<number>): Address {
      embed(ids, states);
      for (const layer of layers) pass(layer, ids.length);
      return states;
    },
  };
}

function readLayer<Matrix>(
  memory: ModelMemory,
  { width, feedForward }: EncoderShape,
  { matrix }: Projection<Matrix>,
  layer: number,
): Layer<Matrix> {
  const name = `layer${layer}`;
  return {
    attention: matrix(`${name}.attention`, 3 * width, width),
    mixed: matrix(`${name}.mixed`, width, width),
    mixedNorm: memory.norm(`${name}.mixed.norm`, width),
    wide: matrix(`${name}.wide`, feedForward, width),
    narrow: matrix(`${name}.narrow`, width, feedForward),
    narrowNorm: memory.norm(`${name}.narrow.norm`, width),
  };
}

function createEmbedding(memory: ModelMemory, shape: EncoderShape, embedPiece: EmbedPiece) {
  const { kernel } = memory;
  const { width, positions } = shape;
  const normalise = createNormalisation(memory, shape);
  const positionsAt = memory.floats("positions", positions * width);
  const norm = memory.norm("embedding.norm", width);
  return (ids: ArrayLike<number>, out: Address) => {
    const { buffer } = kernel.memory;
    const places = new Float32Array(buffer, positionsAt, positions * width);
    const states = new Float32Array(buffer, out, ids.length * width);
    for (let token = 0; token < ids.length; token++) {
      embedPiece(ids[token]!, states.subarray(token * width, (token + 1) * width));
    }
    for (let at = 0; at < states.length; at++) states[at] = states[at]! + places[at]!;
    normalise(norm, out, ids.length);
  };
}

/** Head after head (Vaswani et al., arXiv 1706.03762). */
function createAttention(memory: ModelMemory, { width, heads, positions }: EncoderShape) {
  const { kernel } = memory;
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  const wholeColumns = (tokens: number) => Math.ceil(tokens / columnStep) * columnStep;
  const keys = memory.reserve(4 * size * wholeColumns(positions));
  const shares = memory.reserve(4 * positions * wholeColumns(positions));
  /** [tokens × queries, keys, values], each [heads × size], to [tokens × heads × size]. */
  return (projected: Address, tokens: number, out: Address) => {
    const stride = 12 * width;
    const across = wholeColumns(tokens);
    for (let head = 0; head < heads; head++) {
      const query = projected + 4 * head * size;
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
