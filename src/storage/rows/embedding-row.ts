import { eq } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { Drizzle } from "../database.ts";
import { embeddings } from "../schema.ts";

/** The embedding of a set of vectors, by its number; null for none. */
export function embeddingOf(orm: Drizzle, no: number | null): Embedding | null {
  if (no === null) return null;
  const { model, dimensions, recipe } = embeddings;
  return orm.select({ model, dimensions, recipe }).from(embeddings).where(eq(embeddings.no, no)).get() ?? null;
}
