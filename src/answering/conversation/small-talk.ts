/** Greetings and thanks, and which sentences of conversations an answer may quote. */
import { byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import type { Language, TalkPhrases } from "../../language/data/language.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { PassageTurn, RetrievedPassage } from "../answer.ts";
import { questionBefore } from "../evidence/evidence.ts";

export type TalkKind = keyof TalkPhrases;

export interface Talk {
  readonly kind: TalkKind;
  /** The language of the message: the expert's or English. */
  readonly language: Language;
}

/** The first that matches is answered. */
const mostTelling = ["ability", "hello", "thanks", "goodbye"] as const satisfies readonly TalkKind[];

/** UTF-16 units. */
const longestTalk = 120;

/** Null unless the whole message is small talk. @param name the expert's, which may be in it @param tag BCP 47 */
export function readTalk(message: string, { name, tag }: { name: string; tag: string }): Talk | null {
  if (message.length > longestTalk) return null;
  const parts = partsOf(message, name);
  if (parts.length === 0) return null;
  for (const language of [languageOf(tag), english]) {
    const phrases = phrasesOf(language.tag);
    const kinds = parts.map((part) => phrases.get(part));
    const kind = mostTelling.find((one) => kinds.includes(one));
    if (kind !== undefined && !kinds.includes(undefined)) return { kind, language };
  }
  return null;
}

const phrasesOf = byLanguage(({ talk }) => {
  const kinds = new Map<string, TalkKind>();
  for (const kind of mostTelling) {
    for (const phrase of talk[kind].split("|")) if (!kinds.has(phrase)) kinds.set(phrase, kind);
  }
  return kinds;
});

/** Text between punctuation marks, in lower case, without the expert's name. */
function partsOf(message: string, name: string): readonly string[] {
  const plain = plainOf(message);
  const called = plainOf(name).join(" ");
  return plain
    .map((part) => (part.endsWith(` ${called}`) ? part.slice(0, -called.length - 1) : part))
    .filter((part) => part !== "" && part !== called);
}

function plainOf(text: string): string[] {
  const parts = text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{M}\p{N}\s'-]+/u);
  return parts.map((part) => part.trim().replace(/\s+/g, " ")).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

interface FilterContext {
  readonly question: string;
  readonly passages: readonly RetrievedPassage[];
  /** BCP 47. */
  readonly language: string;
}

/**
 * Excludes greetings and thanks, and sentences about others than the named speaker: "my daughter" in another's turn,
 * "your daughter" in the speaker's own, another's reply to "Which floor do you live on?".
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

const speakerLabel = /^[^:?？؟]+: /u;

export function withoutSpeaker(text: string, { speaker }: PassageTurn): string {
  const label = `${speaker}: `;
  return text.startsWith(label) ? text.slice(label.length) : text;
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

/** Whether to keep a turn: a sentence of it is no question and, where pronouns are listed, about the speaker. */
export function isStatement(text: string, language: string): boolean {
  const ofSpeaker = personsOf(language)?.first ?? null;
  return splitSentences(text, language)
    .map(({ start, end }) => text.slice(start, end))
    .some((sentence) => !/[?？؟]\s*["'”’)]*$/u.test(sentence) && (ofSpeaker === null || ofSpeaker.test(sentence)));
}
