import { modelError, objectIn, wholeNumber } from "./upstream.ts";

export interface Expected {
  readonly count: number;
  readonly dimensions: number | null;
}

interface Body {
  readonly data?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly total_tokens?: unknown } | null;
}

interface EmbeddingItem {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/**
 * The vectors in the order of the texts: unit vectors, or zeros.
 * @throws Fault `upstream_model_error` if the number, dimensions or values are wrong
 */
export function readEmbeddings(text: string, expected: Expected) {
  const body: Body = objectIn(text, "a list of embeddings");
  const items = inOrder(body.data, expected.count);
  const vectors = items.map(({ embedding }) => unit(vectorFrom(embedding)));
  const dimensions = expected.dimensions ?? vectors[0]?.length ?? 0;
  const odd = vectors.find(({ length }) => length !== dimensions);
  if (odd !== undefined) throw modelError(`gave vectors of ${odd.length} numbers where ${dimensions} were expected`);
  return { vectors, tokens: wholeNumber(body.usage?.prompt_tokens) ?? wholeNumber(body.usage?.total_tokens) };
}

/** Some servers give positions and any order, others no positions. */
function inOrder(data: unknown, count: number): EmbeddingItem[] {
  if (!Array.isArray(data)) throw modelError("sent something that is not a list of embeddings");
  if (data.length !== count) throw modelError(`gave ${data.length} vectors for ${count} texts`);
  const ordered = new Map<unknown, EmbeddingItem>();
  for (const [position, entry] of data.entries()) {
    if (typeof entry !== "object" || entry === null) throw modelError("sent something that is not an embedding");
    const item: EmbeddingItem = entry;
    ordered.set(item.index ?? position, item);
  }
  return Array.from({ length: count }, (_, position) => {
    const item = ordered.get(position);
    if (item === undefined) throw modelError(`gave no vector for text ${position}`);
    return item;
  });
}

function vectorFrom(embedding: unknown): Float32Array {
  if (typeof embedding === "string") {
    const bytes = Buffer.from(embedding, "base64");
    if (bytes.length === 0 || bytes.length % 4 !== 0) throw modelError("sent a vector that is not base64 of float32");
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
  }
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw modelError("sent an embedding that is not a list of numbers");
  if (!embedding.every((value) => typeof value === "number"))
    throw modelError("sent a vector that holds something other than numbers");
  return Float32Array.from(embedding);
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) throw modelError("sent a vector with a number that is not finite");
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((value) => value / length);
}
