/** An expert introduces itself: its sources, questions that it answers, each tried before it is offered, and small talk. */

import type { Expert } from "../../experts/expert.ts";
import type { SourceId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Citation } from "../answer.ts";
import { languageOf } from "../asked-question.ts";
import { firstStatement, ownDates } from "../choice/contents.ts";
import type { TryQuestion } from "../finding.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";
import { ownWords, type Reply, replyOf } from "../reply.ts";
import { type Found, unsearched } from "../retrieval.ts";
import { type Suggestion, suggestionsOf } from "./starter-questions.ts";
import type { Talk } from "./turns.ts";

export interface DescribedDocument {
  readonly sourceId: SourceId;
  readonly title: string;
  /** `2026-03-22` or `2026-03`, of the first turn, or from title or beginning. */
  readonly date: string | null;
  readonly headings: readonly string[];
  /** The first statement; null: only headings, lists of links and the like. */
  readonly opening: string | null;
}

export interface Introduction {
  readonly documents: readonly DescribedDocument[];
  /** Answered from the section that each asks about. */
  readonly questions: readonly string[];
}

export type Introduce = (expert: Expert, signal: AbortSignal) => Promise<Introduction>;

/** Sources and sections of each that are read, sections that are described and that make questions, questions that are tried and offered. */
const most = { sources: 12, sections: 48, described: 8, asking: 96, tried: 24, offered: 4, alike: 2 };

const least = { confidence: 0.5, words: 3 };

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
    const found = await passages.glimpse(expert.id, most);
    // Unsafe ones are dropped, because titles and headings are shown unchanged.
    const shown = found.filter(({ title, section }) => !hasUnsafeLink(title) && !hasUnsafeLink(section));
    const isAnswered: IsAnswered = async (suggestion) => {
      const { answered, confidence, citations, text } = await tryQuestion(expert, suggestion.question, signal);
      const [first] = citations;
      if (!answered || confidence < least.confidence || first === undefined || !isFrom(first, suggestion)) return false;
      const [beginning = ""] = text.split(/ ?\[\d+\]/, 1);
      return suggestion.steps?.test(beginning) !== false && words(text).split(" ").length > least.words;
    };
    const bySource = [...Map.groupBy(shown, ({ sourceId }) => sourceId).values()];
    const documents = bySource.map((of) => described(expert, of.slice(0, most.described)));
    const asking = bySource.flatMap((of) => of.slice(0, most.asking / bySource.length));
    return { documents, questions: await sampleQuestions(expert, asking, isAnswered) };
  }
}

function isFrom({ passage, quote }: Citation, { passage: { sourceId, section }, said }: Suggestion): boolean {
  if (passage.sourceId !== sourceId || passage.section !== section) return false;
  return said === null || words(quote).includes(words(said)) || words(said).includes(words(quote));
}

const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** From the head of a mail (RFC 5322, 3.3). */
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
  // The section of a turn is the turn before.
  const headings = passages.flatMap(({ section, turn }) => (turn == null ? lastHeading(section) : []));
  return {
    sourceId: first.sourceId,
    title: first.title,
    date: first.turn?.saidAt?.slice(0, 10) ?? sentOn(first.text) ?? parts?.join("-") ?? null,
    headings: [...new Set(headings)].filter((heading) => heading !== "" && heading !== first.title),
    opening: firstStatement(passages, language),
  };
}

type IsAnswered = (suggestion: Suggestion) => Promise<boolean>;

async function sampleQuestions(expert: Expert, passages: readonly StoredPassage[], isAnswered: IsAnswered) {
  const found = passages.flatMap((passage) => suggestionsOf(passage, languageOf(expert, passage.text, null)));
  const offered: Suggestion[] = [];
  let tried = 0;
  for (const suggestion of inTurn(found)) {
    const { question, rank, passage } = suggestion;
    if (offered.length === most.offered || tried === most.tried) break;
    const isKnown = offered.some((other) => other.passage === passage || other.question === question);
    if (isKnown || offered.filter((other) => other.rank === rank).length === most.alike) continue;
    tried += 1;
    if (await isAnswered(suggestion)) offered.push(suggestion);
  }
  return offered.map(({ question }) => question);
}

/** The best of each source in turn, with questions from headings first. */
function inTurn(found: readonly Suggestion[]): readonly Suggestion[] {
  const lists = [...Map.groupBy(found, ({ passage }) => passage.sourceId).values()].map((list) =>
    list.toSorted((one, other) => one.rank - other.rank),
  );
  const turns = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

/** What small talk is answered with. */
export async function talkAnswer(
  { passages, introduce }: { readonly passages: Pick<PassageReader, "standing">; readonly introduce: Introduce },
  { expert, text }: { readonly expert: Expert; readonly text: string },
  talk: Talk,
  signal: AbortSignal,
): Promise<{ readonly found: Found; readonly reply: Reply }> {
  const standing = await passages.standing(expert);
  const isShort = talk.kind === "thanks" || talk.kind === "goodbye";
  const { documents, questions } = isShort ? { documents: [], questions: [] } : await introduce(expert, signal);
  const titles = [...new Set(documents.map(({ title }) => title).filter((title) => title !== ""))];
  const said = unbracketed(talkReply(talk, { expert, titles, sources: standing.ready, questions }));
  const reply = replyOf(text, { said: ownWords(said), mode: "talk", confidence: 1, used: 0 });
  return { found: unsearched(standing, 0, []), reply };
}

/** `[1]` would look like a citation. */
const unbracketed = (text: string) => text.replace(/\[(\d+)\]/g, "($1)");

interface TalkFacts {
  readonly expert: Pick<Expert, "name" | "description">;
  /** Titles of some sources, distinct. */
  readonly titles: readonly string[];
  readonly sources: number;
  readonly questions: readonly string[];
}

const mostTitles = 3;

/** One line for thanks and farewells; otherwise description, sources and example questions. */
export function talkReply({ kind, language }: Talk, { expert, titles, sources, questions }: TalkFacts): string {
  const { replies } = language;
  if (kind === "thanks" || kind === "goodbye") return replies[kind];
  const first = kind === "hello" ? replies.hello : replies.introduction;
  const named = titles.slice(0, mostTitles);
  const list = listed(named, sources > named.length, language.tag);
  const lines = [
    fill(first, "{name}", expert.name),
    expert.description.trim(),
    named.length === 0 ? replies.noSources : fill(replies.sources, "{titles}", list),
  ];
  const said = lines.filter((line) => line !== "").join("\n");
  if (questions.length === 0) return said;
  return `${said}\n\n${replies.examples}\n${questions.map((question) => `- ${question}`).join("\n")}`;
}

/** A function, because `$` has a special meaning in replacement texts. */
const fill = (line: string, place: string, text: string) => line.replace(place, () => text);

/** `A and B`, or `A, B, …` if there are more. */
function listed(titles: readonly string[], areMore: boolean, tag: string): string {
  const format = new Intl.ListFormat(tag);
  if (!areMore) return format.format(titles);
  const separator = format.formatToParts(["A", "B", "C"]).find(({ type }) => type === "literal")?.value ?? ", ";
  return [...titles, "…"].join(separator);
}
