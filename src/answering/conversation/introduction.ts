/** What is in an expert's sources, and what can be asked: questions about them, each tried before it is offered. */

import type { Expert } from "../../experts/expert.ts";
import type { SourceId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { languageOf as dataOf } from "../../language/data/known-languages.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import { languageOf } from "../asked-question.ts";
import { firstStatement, ownDates } from "../choice/contents.ts";
import { unitsOf } from "../evidence/blocks.ts";
import type { TryQuestion } from "../finding.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";

export interface DescribedDocument {
  readonly sourceId: SourceId;
  readonly title: string;
  /** `2026-03-22` or `2026-03`, of its first turn or named by its title or its beginning; null if there is none. */
  readonly date: string | null;
  readonly headings: readonly string[];
  /** Its first statement; null if it has only headings, lists of links and the like. */
  readonly opening: string | null;
}

export interface Introduction {
  readonly documents: readonly DescribedDocument[];
  /** The expert answers each from the section that it asks about. */
  readonly questions: readonly string[];
}

export type Introduce = (expert: Expert, signal: AbortSignal) => Promise<Introduction>;

/** Sources whose passages are read, the sections of each, and the questions that are tried and offered. */
const most = { sources: 12, sections: 6, tried: 16, offered: 4 };

/** @throws the signal's reason when aborted */
export function createIntroductions(
  passages: Pick<PassageReader, "glimpse" | "standing">,
  tryQuestion: TryQuestion,
): Introduce {
  const known = recentlyUsed<Introduction>(64);
  return async (expert, signal) => {
    const { revision } = await passages.standing(expert);
    const name = `${expert.id} ${expert.language} ${revision}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const made = await introduction(expert, signal);
    known.set(name, made);
    return made;
  };

  async function introduction(expert: Expert, signal: AbortSignal): Promise<Introduction> {
    const shown = await showable(passages, expert);
    const aboutIn = (language: string) => dataOf(language).replies.about;
    const isAnswered = async (question: string, { sourceId, section }: StoredPassage) => {
      const { answered, citations } = await tryQuestion(expert, question, signal);
      return answered && citations.some(({ passage }) => passage.sourceId === sourceId && passage.section === section);
    };
    const documents = [...Map.groupBy(shown, ({ sourceId }) => sourceId).values()].map((of) => described(expert, of));
    return { documents, questions: await sampleQuestions(expert, shown, { aboutIn, isAnswered }) };
  }
}

/** The day in the head of a mail (RFC 5322, 3.3). */
function sentOn(text: string): string | null {
  const [, day = "", name = "", year] =
    /^Date: (?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) /m.exec(text) ?? [];
  const month = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(name) / 3 + 1;
  return year === undefined || !Number.isInteger(month)
    ? null
    : `${year}-${twoDigits(month)}-${twoDigits(Number(day))}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

function described(expert: Expert, passages: readonly StoredPassage[]): DescribedDocument {
  const [first] = passages as [StoredPassage];
  const language = languageOf(expert, first.text, null);
  const own = ownDates(first, language).find(({ year }) => year !== null);
  const parts = own && [own.year!, twoDigits(own.month), ...(own.day === null ? [] : [twoDigits(own.day)])];
  // Above a turn of a conversation stands the turn before.
  const headings = passages.flatMap(({ section, turn }) => (turn === null ? lastHeading(section) : []));
  return {
    sourceId: first.sourceId,
    title: first.title,
    date: first.turn?.saidAt?.slice(0, 10) ?? sentOn(first.text) ?? parts?.join("-") ?? null,
    headings: [...new Set(headings)].filter((heading) => heading !== "" && heading !== first.title),
    opening: firstStatement(passages, language),
  };
}

/** The first passages of the sources added last. Titles and headings are shown unchanged, so none has a dangerous link. */
export async function showable(
  passages: Pick<PassageReader, "glimpse">,
  expert: Expert,
): Promise<readonly StoredPassage[]> {
  const found = await passages.glimpse(expert.id, most);
  return found.filter(({ title, section }) => !hasUnsafeLink(title) && !hasUnsafeLink(section));
}

export function titlesOf(passages: readonly StoredPassage[]): readonly string[] {
  return [...new Set(passages.map(({ title }) => title).filter((title) => title !== ""))];
}

interface SampleRules {
  /** The question about `{subject}`. @param language BCP 47, of the passage that suggests it */
  readonly aboutIn: (language: string) => string;
  readonly isAnswered: (question: string, passage: StoredPassage) => Promise<boolean>;
}

export async function sampleQuestions(
  expert: Expert,
  passages: readonly StoredPassage[],
  { aboutIn, isAnswered }: SampleRules,
): Promise<readonly string[]> {
  const offered = new Set<string>();
  const found = passages.flatMap((passage) => subjectOf(passage, languageOf(expert, passage.text, null)) ?? []);
  for (const { passage, subject, language } of inTurn(found).slice(0, most.tried)) {
    if (offered.size === most.offered) break;
    const question = isQuestion(subject) ? subject : aboutIn(language).replace("{subject}", () => `“${subject}”`);
    if (!offered.has(question) && (await isAnswered(question, passage))) offered.add(question);
  }
  return [...offered];
}

interface Suggestion {
  readonly passage: StoredPassage;
  readonly language: string;
  readonly subject: string;
}

/** One of each source in turn: headings that ask first, those of one word (`Abstract`) last. */
function inTurn(found: readonly Suggestion[]): readonly Suggestion[] {
  const lists = [...Map.groupBy(found, ({ passage }) => passage.sourceId).values()].map((list) =>
    list.toSorted((one, other) => vagueness(one) - vagueness(other)),
  );
  const turns = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

const vagueness = ({ subject }: Suggestion) =>
  isQuestion(subject) ? 0 : /^[\p{Script=Latin}\p{M}]+$/u.test(subject) ? 2 : 1;

const isQuestion = (subject: string) => /[?？؟]$/u.test(subject);

/** Least and greatest length of a subject in characters. */
const [shortest, longest] = [3, 60];

/** `2.1 `, `§ 4 `, `B) `, `Section 1. ` */
const numbering = /^(?:[\p{N}.)§]+|[A-Z][.)]|\p{L}{1,12} \p{N}{1,4}[.:)])\s+/u;

/** The heading above a passage or, without one, its source's title; null where it names nothing or nothing is said below it. */
function subjectOf(passage: StoredPassage, language: string): Suggestion | null {
  const { title, section, turn } = passage;
  // Above a turn of a conversation stands the turn before.
  const heading = turn != null ? "" : lastHeading(section);
  const subject = (heading || title).replace(numbering, "").trim();
  const isName = subject.length >= shortest && subject.length <= longest && /\p{L}{2}/u.test(subject);
  return isName && !isFileName(subject) && saysSomething(passage, language) ? { passage, language, subject } : null;
}

/** `rfc7234-http-caching`, `minutes.txt`, `IMG_2041` */
const isFileName = (subject: string) => /^\S+$/u.test(subject) && /_|\.\p{L}|-.*-/u.test(subject);

/** Characters of the shortest sentence that says something; fewer where words are not spaced. */
const sentenceLength = 12;

/** Whether there is a sentence below the heading: a table of contents or a list of links has none. */
function saysSomething(passage: StoredPassage, language: string): boolean {
  return unitsOf(passage, 0, language).some(
    ({ kind, text }) => kind === "sentence" && text.length >= sentenceLength && !text.includes("://"),
  );
}
