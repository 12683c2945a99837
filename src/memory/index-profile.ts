import type { Embedding } from "../experts/expert.ts";
import type { IndexProfile } from "./ports.ts";

/** What an expert's index is built for. The one place that says so: two that differ would rebuild it in turns. */
export function profileOf(expert: { readonly language: string; readonly embedding: Embedding | null }): IndexProfile {
  const { language, embedding } = expert;
  return {
    language,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: null,
  };
}
