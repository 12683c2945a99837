import type { Embedding } from "../experts/expert.ts";
import type { Embedder } from "./embedder-ports.ts";
import type { VectorStanding } from "./row-ports.ts";

export type EmbedderTraits = Pick<Embedder, "model" | "recipe" | "dimensions">;

/** True while the embedder's dimensions are unknown. */
export function fits(embedding: Embedding, embedder: EmbedderTraits): boolean {
  const { model, recipe, dimensions } = embedder;
  const sameLength = dimensions === null || dimensions === embedding.dimensions;
  return model === embedding.model && recipe === embedding.recipe && sameLength;
}

/** How a new passage joins the index. `later`: its vector follows. */
export type Joining = "words" | "vectors" | "later" | "refused";

export function joining(
  { embedding, isEmpty, mayLack }: VectorStanding,
  embedder: (EmbedderTraits & Pick<Embedder, "inBackground">) | null,
): Joining {
  const isFree = isEmpty || embedding === null || mayLack;
  if (embedder?.inBackground === true) return isFree ? "later" : "refused";
  if (isEmpty) return embedder === null ? "words" : "vectors";
  if (embedding === null || mayLack) return "words";
  return embedder !== null && fits(embedding, embedder) ? "vectors" : "refused";
}

export function describe({
  model,
  dimensions,
}: Pick<Embedding, "model"> & { readonly dimensions: number | null }): string {
  return dimensions === null ? model : `${model} (${dimensions} dimensions)`;
}
