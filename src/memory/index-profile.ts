import type { IndexProfile } from "./index-ports.ts";
import type { IndexedExpert } from "./row-ports.ts";
import type { SenseModel } from "./sense/sense.ts";

/** The facts of the built-in model that an index depends on. */
export type SenseTraits = Pick<SenseModel, "name" | "speaks">;

/** What an expert's index is built for. The one place that says so: two that differ would rebuild it in turns. */
export function profileOf({ language, embedding }: Omit<IndexedExpert, "id">, model: SenseTraits | null): IndexProfile {
  return {
    language,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: model?.speaks(language) === true ? model.name : null,
  };
}
