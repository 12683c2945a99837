/** Decides which sentences of conversations an answer may quote. */
import { byLanguage } from "../../language/data/by-language.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { PassageTurn, RetrievedPassage } from "../answer.ts";
import { readTalk } from "./talk-answer.ts";

interface FilterContext {
  readonly question: string;
  readonly passages: readonly RetrievedPassage[];
  /** BCP 47. */
  readonly language: string;
}

/**
 * Returns the test for a sentence of a passage. Greetings and thanks answer no question. If the question names a speaker,
 * "my daughter" in another speaker's turn is not the named speaker's daughter, and "your daughter" in the named speaker's own
 * turn is a listener's. What another speaker replies to "Which floor do you live on?" is about that speaker.
 */
export function turnFilter({
  question,
  passages,
  language,
}: FilterContext): (passage: number, text: string) => boolean {
  const speakers = new Set(passages.flatMap(({ turn }) => turn?.speaker ?? []));
  if (speakers.size === 0) return () => true;
  const named = new Set([...speakers].filter((speaker) => isNamed(question, speaker)));
  const persons = personsOf(language);
  const isAboutAnother = (from: RetrievedPassage, { speaker }: PassageTurn, text: string) => {
    if (named.size === 0 || persons === null) return false;
    const ofSpeaker = persons.first.test(text);
    if (named.has(speaker)) return !ofSpeaker && persons.second.test(text);
    const asked = questionBefore(from).replace(speakerLabel, "");
    return ofSpeaker || (persons.second.test(asked) && ![...named].some((name) => isNamed(asked, name)));
  };
  const isTalk = (text: string) => [...speakers].some((name) => readTalk(text, { name, tag: language }) !== null);
  return (passage, text) => {
    const from = passages[passage];
    if (from?.turn == null) return true;
    const said = withoutSpeaker(text, from.turn);
    return !isAboutAnother(from, from.turn, said) && !isTalk(said);
  };
}

/** What a turn begins with, whoever speaks. */
const speakerLabel = /^[^:?？؟]+: /u;

export function withoutSpeaker(text: string, { speaker }: PassageTurn): string {
  const label = `${speaker}: `;
  return text.startsWith(label) ? text.slice(label.length) : text;
}

/** The question that a turn replies to, from its section; empty if the previous turn is not a question. */
export function questionBefore({ turn, section }: Pick<RetrievedPassage, "turn" | "section">): string {
  if (turn == null) return "";
  const before = lastHeading(section);
  return /[?？؟]\s*$/u.test(before) ? before : "";
}

function isNamed(text: string, person: string): boolean {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
  const names = person.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  return names.some((name) => words.has(name));
}

const personsOf = byLanguage(({ speech }) => {
  if (speech === undefined) return null;
  const alone = (words: string) =>
    new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}'’])(?:${words})(?![\p{L}\p{M}\p{N}])`, "iu");
  return { first: alone(speech.first), second: alone(speech.second) };
});

/**
 * Whether a turn contains a statement to keep: a sentence that is not a question and, in languages with listed pronouns, is
 * about the speaker. "What does it weigh?" and "Summarise the manual" are not kept.
 */
export function isStatement(text: string, language: string): boolean {
  const ofSpeaker = ownWordsOf(language);
  return splitSentences(text, language)
    .map(({ start, end }) => text.slice(start, end))
    .some((sentence) => !/[?？؟]\s*["'”’)]*$/u.test(sentence) && (ofSpeaker === null || ofSpeaker.test(sentence)));
}

const ownWordsOf = byLanguage(({ speech }) =>
  speech === undefined
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}'’])(?:${speech.first})(?![\p{L}\p{M}\p{N}])`, "iu"),
);
