import { autoLanguage } from "../languages/finding/followed-language.ts";
import type { IndexProfile } from "./index-ports.ts";
import type { IndexedExpert } from "./row-ports.ts";
import type { SenseModel } from "./sense/sense.ts";

/** The facts of the built-in model that an index depends on. */
export type SenseTraits = Pick<SenseModel, "name" | "speaks">;

/** Whether the model may speak a language that an expert's passages are in. */
export function mayHaveSense(model: Pick<SenseTraits, "speaks">, language: string): boolean {
  return language === autoLanguage || model.speaks(language);
}

/** What an expert's index is built for. The one place that says so: two that differ would rebuild it in turns. */
export function profileOf({ language, embedding }: Omit<IndexedExpert, "id">, model: SenseTraits | null): IndexProfile {
  return {
    language,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: model !== null && mayHaveSense(model, language) ? model.name : null,
  };
}
