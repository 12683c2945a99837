/**
 * How much a question asks for: one fact, a fact about something that another sentence names, the sides of a comparison, or
 * what is said about a subject.
 */
import { byLanguage } from "../../../languages/by-language.ts";
import type { Language } from "../../../languages/language.ts";

export type AskingBreadth = "fact" | "linked" | "sides" | "overview";

/** What the question itself begins with (`in which city`) names nothing yet. In UTF-16 units. */
const opening = 12;

const patternsOf = byLanguage(({ breadth }: Language) =>
  breadth === null
    ? null
    : {
        overview: new RegExp(breadth.overview, "iu"),
        sides: new RegExp(breadth.sides, "iu"),
        linked: new RegExp(breadth.linked, "iu"),
      },
);

/** @param language BCP 47; a language that lists no phrases asks for facts. */
export function breadthOf(question: string, language: string): AskingBreadth {
  const patterns = patternsOf(language);
  if (patterns === null) return "fact";
  if (patterns.overview.test(question)) return "overview";
  if (patterns.sides.test(question)) return "sides";
  return patterns.linked.test(question.slice(opening)) ? "linked" : "fact";
}
