/**
 * Resolves a question that leans on the turns before it: "and in winter?" after "How often do I change the filter?".
 * Without a model: such a question is asked together with the one that it leans on, so that search and sentence choice
 * see the words it leaves out.
 */
import { languageOf } from "../languages/known-languages.ts";
import { readAsking } from "./extractive/question/question-kind.ts";

/** A turn of the conversation, oldest first. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/**
 * The question as it would be asked by itself. One that does not lean on the conversation is given back as it is.
 * @param language BCP 47; an unknown one leans as English does.
 */
export function standaloneQuestion(question: string, history: readonly Turn[], language: string): string {
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text.trim());
  const trail: string[] = [];
  for (let current = question, at = earlier.length - 1; at >= 0 && trail.length < 2 && leans(current, language); at--) {
    current = earlier[at] ?? "";
    if (current !== "") trail.unshift(current);
  }
  return [...trail, question].join(" ");
}

/** Whether a question cannot be understood without what was said before. */
function leans(question: string, language: string): boolean {
  const { followUps, spacing } = languageOf(language);
  const { openers, pointers } = followUps;
  const [before, after] = spacing === "none" ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const opens = new RegExp(`^[\\s¿¡"'“«]*(?:${openers})${after}`, "iu");
  const points = new RegExp(`${before}(?:${pointers})${after}`, "iu");
  const text = question.trim();
  return isFragment(text, language) || (opens.test(text) && text.length < 120) || points.test(text);
}

/** "In winter?", "The other pump?": a few words and no word that asks. */
function isFragment(text: string, language: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 3 && readAsking(text, language).words.trim() === "";
}
