/** Answers small talk without a search: describes the expert and gives example questions. */

import type { Expert } from "../../experts/expert.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { lastHeading } from "../../language/text/section-path.ts";
import type { Analyzers } from "../../language/words/analysis.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { StoredPassage } from "../ports.ts";
import type { Reply } from "../reply.ts";
import { type Found, type RetrievalParts, retrieve } from "../retrieval.ts";
import type { Talk } from "./talk-kind.ts";

interface TalkParts extends RetrievalParts {
  readonly analyzers: Analyzers;
  /** Whether what was found answers a question. */
  readonly isAnswered: (input: { expert: Expert; question: string; found: Found }) => boolean;
}

/** Number of sources whose passages are read. */
const mostSources = 6;

export async function talkAnswer(
  parts: TalkParts,
  { expert, text }: { readonly expert: Expert; readonly text: string },
  talk: Talk,
  signal: AbortSignal,
): Promise<{ readonly found: Found; readonly reply: Reply }> {
  const { ready, pending } = await parts.passages.standing(expert);
  const isShort = talk.kind === "thanks" || talk.kind === "goodbye";
  const passages = isShort
    ? []
    : (await parts.passages.glimpse(expert.id, { sources: mostSources, sections: 4 })).filter(isShowable);
  const answers = async (question: string) => {
    const query = { expert, text: question, k: null, minScore: null, filter: null, mode: "auto" as const };
    return parts.isAnswered({ expert, question, found: await retrieve(parts, query, signal) });
  };
  const questions = await sampleQuestions(passages, talk.language.replies.about, answers);
  const titles = [...new Set(passages.map(({ title }) => title).filter((title) => title !== ""))];
  const said = unbracketed(talkReply(talk, { expert, titles, sources: ready, questions }));
  return {
    found: {
      passages: [],
      retrieval: { mode: "keyword", k: 0, returned: 0, sourcesReady: ready, sourcesPending: pending },
      outcome: { hits: [], terms: [], passages: 0 },
      embeddingTokens: 0,
      expansion: null,
      emptyBecause: null,
    },
    reply: {
      said: { text: said, citations: [], markers: [] },
      mode: "talk",
      model: null,
      confidence: 1,
      abstainReason: null,
      used: 0,
      usage: { promptTokens: estimateTokens(text), completionTokens: estimateTokens(said) },
      truncated: false,
    },
  };
}

/** Titles and headings are shown unchanged, so those with a dangerous Markdown link are left out. */
const isShowable = ({ title, section }: StoredPassage) => !hasUnsafeLink(title) && !hasUnsafeLink(section);

/** `[1]` in a name or a title would refer to a citation, and there is none. */
const unbracketed = (text: string) => text.replace(/\[(\d+)\]/g, "($1)");

interface TalkFacts {
  readonly expert: Pick<Expert, "name" | "description">;
  /** Titles of some sources, each once. */
  readonly titles: readonly string[];
  /** Number of sources that answer. */
  readonly sources: number;
  /** Questions that the expert can answer. */
  readonly questions: readonly string[];
}

/** Number of sources that are named. */
const mostTitles = 3;

/** Thanks and farewells get one line; a greeting and a question about the expert get its description, sources and example questions. */
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

/** A function, because `$` in a replacement text has a special meaning. */
const fill = (line: string, place: string, text: string) => line.replace(place, () => text);

/** `A and B`, or `A, B, …` where there are more. */
function listed(titles: readonly string[], areMore: boolean, tag: string): string {
  const format = new Intl.ListFormat(tag);
  if (!areMore) return format.format(titles);
  const separator = format.formatToParts(["A", "B", "C"]).find(({ type }) => type === "literal")?.value ?? ", ";
  return [...titles, "…"].join(separator);
}

/** Number of questions shown. */
const mostSamples = 3;
/** Number of questions tried. */
const mostTried = 9;
/** Least and greatest length of a subject in characters. */
const [shortestSubject, longestSubject] = [3, 60];

/**
 * @param passages one or more of each of some sources. @param about the question about `{subject}`.
 * @param answers whether the expert answers a question.
 */
async function sampleQuestions(
  passages: readonly StoredPassage[],
  about: string,
  answers: (question: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const question of candidates(passages, about).slice(0, mostTried)) {
    if (found.length === mostSamples) break;
    if (await answers(question)) found.push(question);
  }
  return found;
}

/** One passage of each source in turn, each once. */
function candidates(passages: readonly StoredPassage[], about: string): readonly string[] {
  const bySource = [...Map.groupBy(passages, ({ sourceId }) => sourceId).values()];
  const lists = bySource.map((some) => some.flatMap((passage) => subjectsOf(passage)));
  const turns = Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, turn) =>
    lists.flatMap((list) => list[turn] ?? []),
  );
  return [...new Set(turns.flat().map((subject) => asQuestion(subject, about)))];
}

/** The heading above a passage or, without one, its source's title. */
function subjectsOf({ title, section, turn }: StoredPassage): readonly string[] {
  // Above a turn of a conversation stands the turn before.
  const heading = turn != null ? "" : lastHeading(section);
  return [heading, title.replace(/\.\p{L}[\p{L}\p{N}]{1,4}$/u, "")]
    .map((subject) => subject.replace(/^(?:[\p{N}.)§]+|[A-Z][.)])\s+/u, "").trim())
    .filter((subject) => subject.length >= shortestSubject && subject.length <= longestSubject)
    .filter((subject) => /\p{L}{2}/u.test(subject))
    .slice(0, 1);
}

const asQuestion = (subject: string, about: string) =>
  /[?？؟]$/u.test(subject) ? subject : about.replace("{subject}", () => subject);
