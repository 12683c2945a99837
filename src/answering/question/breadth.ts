/**
 * How much a question asks for: one fact, a fact about something that another sentence names, the sides of a comparison, or
 * what is said about a subject, a document or the whole memory.
 */
import { byLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";

export type AskingBreadth = "fact" | "linked" | "sides" | "overview";

/** UTF-16. The breadth of a question is told by its beginning; the phrases may take the square of the length. */
export const longestAsked = 1000;
/** What the question itself begins with (`in which city`) names nothing yet. In UTF-16 units. */
const opening = 12;

const patternsOf = byLanguage(({ breadth }: Language) =>
  breadth === null
    ? null
    : {
        overview: new RegExp(breadth.overview, "iu"),
        contents: new RegExp(breadth.contents, "iu"),
        sides: patternOf(breadth.sides),
        linked: patternOf(breadth.linked),
      },
);

function patternOf(phrases: string | null): RegExp | null {
  return phrases === null ? null : new RegExp(phrases, "iu");
}

/** @param language BCP 47; a language that lists no phrases asks for facts. */
export function breadthOf(question: string, language: string): AskingBreadth {
  const asked = question.slice(0, longestAsked);
  const patterns = patternsOf(language);
  if (patterns === null) return "fact";
  if (patterns.sides?.test(asked) === true) return "sides";
  if (patterns.overview.test(asked)) return "overview";
  return patterns.linked?.test(asked.slice(opening)) === true ? "linked" : "fact";
}

/** Whether a question asks what is in the whole memory. */
export const asksForContents = (question: string, language: string) =>
  question.length <= longestAsked && patternsOf(language)?.contents.test(question.trim()) === true;

const aboutOf = byLanguage(({ breadth, spacing }) => {
  const about = new Set(breadth?.about.split(" ") ?? []);
  // Where words are not separated, one may be found inside a run of letters.
  const isIn = (question: string) => [...about].filter((word) => question.includes(word));
  const isWord = (question: string) => (question.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => about.has(word));
  return spacing === "words" ? isWord : isIn;
});

/** The words of a question that say how it wants a topic treated, or who speaks about it; the others name the topic. */
export function framingWords(question: string, language: string): string {
  const source = patternsOf(language)?.overview.exec(question.slice(0, longestAsked))?.groups?.source ?? "";
  return [source, ...aboutOf(language)(question.toLowerCase())].join(" ");
}
