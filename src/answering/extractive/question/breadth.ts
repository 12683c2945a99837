/** How much a question asks for: one fact, the sides of a comparison, or an overview of a subject. */
import { languageOf } from "../../../languages/known-languages.ts";

export type AskingBreadth = "fact" | "sides" | "overview";

/** @param language BCP 47; a language that lists no phrases asks for facts. */
export function breadthOf(question: string, language: string): AskingBreadth {
  const { breadth } = languageOf(language);
  if (breadth === null) return "fact";
  if (new RegExp(breadth.overview, "iu").test(question)) return "overview";
  return new RegExp(breadth.sides, "iu").test(question) ? "sides" : "fact";
}
