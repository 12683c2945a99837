/** Reads the turns of a conversation: small talk, whom a sentence is about, and the dates of `yesterday` or `3 weeks ago`. */
import { byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import type { Language, TalkPhrases } from "../../language/data/language.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Citation, PassageTurn, RetrievedPassage, SpokenDate } from "../answer.ts";
import type { AnswerPiece, CitedText } from "../citations.ts";
import { type Evidence, questionBefore } from "../evidence/evidence.ts";
import { readAsking } from "../question/question-model.ts";

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

/**
 * Excludes greetings and thanks, and sentences about others than the named speaker: "my daughter" in another's turn,
 * "your daughter" in the speaker's own, another's reply to "Which floor do you live on?".
 */
export function turnFilter({
  question,
  passages,
  analyzer: { language },
}: Pick<Evidence, "question" | "passages" | "analyzer">): (passage: number, text: string) => boolean {
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

type Day = { readonly year: number; readonly month: number; readonly day: number };
type Resolve = (day: Day, match: RegExpExecArray) => string;
type Rule = readonly [pattern: RegExp, resolve: Resolve];

/** @param saidAt RFC 3339; its local date counts */
export function spokenDates(text: string, saidAt: string, language: string): readonly SpokenDate[] {
  const [year = 0, month = 0, day = 0] = saidAt.slice(0, 10).split("-").map(Number);
  const found: (SpokenDate & { readonly at: number })[] = [];
  for (const [pattern, resolve] of rulesOf(language)) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const isTaken = found.some(({ at, phrase }) => match.index < at + phrase.length && at < end);
      if (!isTaken) found.push({ at: match.index, phrase: match[0], date: resolve({ year, month, day }, match) });
    }
  }
  return found.toSorted((a, b) => a.at - b.at).map(({ phrase, date }) => ({ phrase, date }));
}

const units = ["day", "week", "month", "year"] as const;
type TimeUnit = (typeof units)[number];

/** Longest phrases first, so that "yesterday evening" is one phrase. */
const rulesOf = byLanguage((language): readonly Rule[] => [
  ...listedDays(language),
  ...weekdays(language),
  ...units.flatMap((unit) => [...namedSteps(language, unit), ...countedSteps(language, unit)]),
]);

function listedDays(language: Language): Rule[] {
  const { speech } = language;
  if (speech === undefined) return [];
  return [
    [patternOf(language, speech.yesterday), (day) => shifted(day, "day", -1)],
    [patternOf(language, speech.today), (day) => shifted(day, "day", 0)],
  ];
}

function weekdays(language: Language): Rule[] {
  const { speech } = language;
  if (speech === undefined) return [];
  const nameOf = new Intl.DateTimeFormat(language.tag, { weekday: "long", timeZone: "UTC" });
  // 4 January 2026 was a Sunday.
  const names = Array.from({ length: 7 }, (_, i) => nameOf.format(Date.UTC(2026, 0, 4 + i)).toLowerCase());
  return names.flatMap((name, weekday): Rule[] => [
    [patternOf(language, speech.lastDay.replaceAll("{day}", name)), (day) => nearest(day, weekday, -1)],
    [patternOf(language, speech.nextDay.replaceAll("{day}", name)), (day) => nearest(day, weekday, 1)],
  ]);
}

function nearest(day: Day, weekday: number, direction: 1 | -1): string {
  const ahead = (weekday - new Date(utc(day)).getUTCDay() + 7) % 7 || 7;
  return shifted(day, "day", direction === 1 ? ahead : ahead - (ahead === 7 ? 14 : 7));
}

/** `yesterday`, `last week`, `next year` (Unicode CLDR, relative fields). */
function namedSteps(language: Language, unit: TimeUnit): Rule[] {
  const format = new Intl.RelativeTimeFormat(language.tag, { numeric: "auto" });
  const steps = unit === "day" ? [-2, 2, -1, 1, 0] : [-1, 1, 0];
  const words = steps.map((step) => [format.format(step, unit), step] as const);
  return words
    .filter(([word]) => !/\d/.test(word))
    .map(([word, step]) => [patternOf(language, RegExp.escape(word.toLowerCase())), (day) => shifted(day, unit, step)]);
}

/** `3 days ago`, `in 2 weeks`, for 1 to 99. */
function countedSteps(language: Language, unit: TimeUnit): Rule[] {
  const format = new Intl.RelativeTimeFormat(language.tag, { numeric: "always" });
  return ([-1, 1] as const).flatMap((direction) => {
    const forms = new Set([1, 2, 3, 5, 11, 21].map((n) => formOf(format.formatToParts(direction * n, unit))));
    return [...forms]
      .filter((form) => form.includes(counted))
      .map(
        (form): Rule => [
          patternOf(language, form),
          (day, match) => shifted(day, unit, direction * Number(match.groups?.count ?? 0)),
        ],
      );
  });
}

const counted = String.raw`(?<count>\d{1,2})`;

function formOf(parts: readonly Intl.RelativeTimeFormatPart[]): string {
  return parts.map(({ type, value }) => (type === "integer" ? counted : RegExp.escape(value.toLowerCase()))).join("");
}

/** Matches whole words in languages that separate words. */
function patternOf({ spacing }: Pick<Language, "spacing">, alternatives: string): RegExp {
  const [before, after] =
    spacing === "words" ? [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`] : ["", ""];
  return new RegExp(`${before}(?:${alternatives})${after}`, "giu");
}

const utc = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);
const dateText = (time: number) => new Date(time).toISOString().slice(0, 10);
const dayLength = 86_400_000;

function shifted(day: Day, unit: TimeUnit, steps: number): string {
  if (unit === "year") return String(day.year + steps).padStart(4, "0");
  if (unit === "month") return dateText(Date.UTC(day.year, day.month - 1 + steps, 1)).slice(0, 7);
  if (unit === "day") return dateText(utc(day) + steps * dayLength);
  const sinceMonday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  const monday = utc(day) + (7 * steps - sinceMonday) * dayLength;
  return `${dateText(monday)}/${dateText(monday + 6 * dayLength)}`;
}

/** Adds `(Maria, 2026-03-23; “yesterday” = 2026-03-22)` if the question asks when, or it or the quote mentions days. */
export function withDateRemarks(cited: CitedText, question: string, language: string): CitedText {
  if (cited.citations.every(({ passage }) => passage.turn?.saidAt == null)) return cited;
  const isAboutTime =
    readAsking(question, language).kind === "when" || spokenDates(question, anyDay, language).length > 0;
  const citations = cited.citations.map((one) => ({ ...one, dates: datesOf(one, language) }));
  const lines = citations.flatMap(({ passage: { turn }, dates }) => {
    if (turn?.saidAt == null || !(isAboutTime || dates.length > 0)) return [];
    return [remarkOf(turn.speaker, turn.saidAt, dates)];
  });
  if (lines.length === 0) return cited;
  const remark = [...new Set(lines)].join("\n");
  const text = `${cited.text}\n\n${remark}`;
  const start = codePointLength(cited.text) + 2;
  const dated = cited.pieces.map((piece) => (piece.type === "citation" ? withDates(piece, citations) : piece));
  const pieces = [...dated, { type: "text" as const, text: `\n\n${remark}` }];
  return { ...cited, citations, text, remarks: [...cited.remarks, { start, end: codePointLength(text) }], pieces };
}

function withDates(piece: Extract<AnswerPiece, { type: "citation" }>, citations: readonly Citation[]): AnswerPiece {
  const dated = citations.find(({ index }) => index === piece.citation.index);
  return { type: "citation", citation: dated ?? piece.citation };
}

/** Any day, to find phrases without their meaning. */
const anyDay = "2026-01-01";

function datesOf({ quote, passage: { turn } }: Citation, language: string): readonly SpokenDate[] {
  return turn?.saidAt == null ? [] : spokenDates(quote, turn.saidAt, language);
}

function remarkOf(speaker: string, saidAt: string, phrases: readonly SpokenDate[]): string {
  const dates = phrases.map(({ phrase, date }) => `“${phrase}” = ${date}`);
  return `(${[`${speaker}, ${saidAt.slice(0, 10)}`, ...dates].join("; ")})`;
}
