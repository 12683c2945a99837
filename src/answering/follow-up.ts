/**
 * Resolves a follow-up question: "and in winter?" after "How often do I change the filter?". It needs no model: a follow-up
 * is asked together with the question that it depends on, so that search and sentence choice see the omitted words.
 */

import { byLanguage } from "../language/data/by-language.ts";
import { readAsking } from "./question/question-kind.ts";

/** A turn of the conversation, oldest first. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** Of an earlier message the beginning is asked with, UTF-16: it may be a whole document. */
const longestEarlier = 2000;

export interface StandaloneQuestion {
  /** With the questions that it depends on before it: what is searched for. */
  readonly text: string;
  /** Null: it depends on no other. */
  readonly followUp: FollowUp | null;
}

export interface FollowUp {
  readonly own: string;
  /** The question alone, where it says by itself what it wants; otherwise together with those before it. */
  readonly asked: string;
  /** Whether it only names something else (`and maternity?`), so that the same sentence hardly answers it. */
  readonly isOther: boolean;
  readonly answered: string;
}

/**
 * The standalone form of a question. A question that does not depend on the conversation is returned unchanged.
 * @param language BCP 47; an unknown language is treated like English.
 */
export function standaloneQuestion(question: string, history: readonly Turn[], language: string): StandaloneQuestion {
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text.trim().slice(0, longestEarlier));
  const trail: string[] = [];
  for (let current = question, at = earlier.length - 1; at >= 0 && trail.length < 2 && leans(current, language); at--) {
    current = earlier[at] ?? "";
    if (current !== "") trail.unshift(current);
  }
  if (trail.length === 0) return { text: question, followUp: null };
  const text = [...trail, question].join(" ");
  const answered = history.findLast(({ role }) => role === "assistant")?.text.slice(0, longestEarlier) ?? "";
  const asked = saysWhatItWants(question, language) ? question : text;
  return { text, followUp: { own: question, asked, isOther: namesOther(question, language), answered } };
}

/** `And in winter?` does; `and how long?` may be asked of the same sentence. */
const namesOther = (question: string, language: string) =>
  openersIn(language).test(question.trim()) && readAsking(question, language).words === "";

/** Whether a question can be understood only with the previous turns. */
function leans(question: string, language: string): boolean {
  const text = question.trim();
  const opens = openersIn(language).test(text) && text.length < 120;
  return isFragment(text, language) || opens || pointersIn(language).test(text);
}

const wordEnd = "(?![\\p{L}\\p{N}])";

const pointersIn = byLanguage(({ followUps: { pointers }, spacing }) => {
  const [before, after] = spacing === "none" ? ["", ""] : ["(?<![\\p{L}\\p{N}])", wordEnd];
  return new RegExp(`${before}(?:${pointers})${after}`, "iu");
});

const openersIn = byLanguage(
  ({ followUps, spacing }) =>
    new RegExp(`^[\\s¿¡"'“«]*(?:${followUps.openers})${spacing === "none" ? "" : wordEnd}`, "iu"),
);

/** "In winter?", "The other pump?", "and for a coworking space?": a few words without a question word. */
function isFragment(text: string, language: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 3 && readAsking(text, language).words.trim() === "";
}

/** "When will they arrive?" does; "Why?" and "And for the big one?" do not. */
function saysWhatItWants(question: string, language: string): boolean {
  const asking = readAsking(question, language).words.match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  return asking.length > 0 && words.length - asking.length >= 2;
}
