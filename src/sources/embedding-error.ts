import type { Embedding } from "../experts/expert.ts";
import { describe, type EmbedderTraits } from "../memory/embedding/embedding-fit.ts";

/** Why a version cannot be embedded until its owner has done something. The message says what. */
export class EmbeddingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EmbeddingError";
  }
}

/** The memory has vectors that the configured model's would not compare with. */
export function otherModel(expertId: string, memory: Embedding, configured: EmbedderTraits | null): EmbeddingError {
  const now =
    configured === null ? "no embedding model is configured" : `the configured model is ${describe(configured)}`;
  return new EmbeddingError(
    `This expert's memory is embedded with ${describe(memory)}, but ${now}. Configure that model again, or run ` +
      `\`docent reindex ${expertId}\` to bring the whole memory over; then retry this source.`,
  );
}
