import { autoLanguage } from "../language/followed-language.ts";
import type { IndexProfile } from "./index-ports.ts";
import type { IndexedExpert } from "./row-ports.ts";
import type { SenseModel } from "./sense/sense.ts";

export type SenseTraits = Pick<SenseModel, "name" | "speaks">;

export function mayHaveSense(model: Pick<SenseTraits, "speaks">, language: string): boolean {
  return language === autoLanguage || model.speaks(language);
}

export function profileOf({ language, embedding }: Omit<IndexedExpert, "id">, model: SenseTraits | null): IndexProfile {
  return {
    language,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: model !== null && mayHaveSense(model, language) ? model.name : null,
  };
}
