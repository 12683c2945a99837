/**
 * How much a question asks for: one fact, a fact about something that another sentence names, the sides of a comparison, or
 * what is said about a subject. `several` is a fact by its words, whose answer is what one section says.
 */
import { byLanguage } from "../../../languages/by-language.ts";
import type { Language, QuestionKind } from "../../../languages/language.ts";

export type AskingBreadth = "fact" | "linked" | "sides" | "several" | "overview";

/** A breadth that the words of a question can tell. */
export type AskedBreadth = Exclude<AskingBreadth, "several">;

/** UTF-16. The breadth of a question is told by its beginning; the phrases may take the square of the length. */
const longestAsked = 1000;
/** What the question itself begins with (`in which city`) names nothing yet. In UTF-16 units. */
const opening = 12;

const patternsOf = byLanguage(({ breadth }: Language) =>
  breadth === null
    ? null
    : {
        overview: new RegExp(breadth.overview, "iu"),
        sides: patternOf(breadth.sides),
        linked: patternOf(breadth.linked),
        several: patternOf(breadth.several ?? null),
      },
);

function patternOf(phrases: string | null): RegExp | null {
  return phrases === null ? null : new RegExp(phrases, "iu");
}

/**
 * @param language BCP 47; a language that lists no phrases asks for facts.
 * @param hasSections whether the passages have sections. Without them, a comparison takes a sentence for each side.
 */
export function breadthOf(question: string, language: string, hasSections: boolean): AskedBreadth {
  const asked = question.slice(0, longestAsked);
  const patterns = patternsOf(language);
  if (patterns === null) return "fact";
  const compares = patterns.sides?.test(asked) === true;
  if (patterns.overview.test(asked) && (hasSections || !compares)) return "overview";
  if (compares) return "sides";
  return patterns.linked?.test(asked.slice(opening)) === true ? "linked" : "fact";
}

/** The kinds whose answer may be several statements. */
const topicKinds: ReadonlySet<QuestionKind> = new Set(["other", "list", "definition", "how_to"]);

/** Whether a kind of question may ask what is said about a topic. */
export const asksForTopic = (kind: QuestionKind) => topicKinds.has(kind);

/** Whether a question may want several statements by its words: `How does …`, `Which files are …`. */
export const mayWantSeveral = (question: string, language: string) =>
  patternsOf(language)?.several?.test(question.slice(0, longestAsked)) === true;

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
