/** Answers small talk without a search: describes the expert and gives example questions. */

import type { Expert } from "../../experts/expert.ts";
import type { Analyzers } from "../../language/words/analysis.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { Reply } from "../reply.ts";
import { type Found, type RetrievalParts, retrieve } from "../retrieval.ts";
import { sampleQuestions, showable, titlesOf } from "./introduction.ts";
import type { Talk } from "./talk-kind.ts";

interface TalkParts extends RetrievalParts {
  readonly analyzers: Analyzers;
  readonly isAnswered: (input: { expert: Expert; question: string; found: Found }) => boolean;
}

export async function talkAnswer(
  parts: TalkParts,
  { expert, text }: { readonly expert: Expert; readonly text: string },
  talk: Talk,
  signal: AbortSignal,
): Promise<{ readonly found: Found; readonly reply: Reply }> {
  const { ready, pending } = await parts.passages.standing(expert);
  const isShort = talk.kind === "thanks" || talk.kind === "goodbye";
  const passages = isShort ? [] : await showable(parts.passages, expert);
  const isAnswered = async (question: string) => {
    const query = { expert, text: question, k: null, minScore: null, filter: null, mode: "auto" as const };
    return parts.isAnswered({ expert, question, found: await retrieve(parts, query, signal) });
  };
  const questions = await sampleQuestions(expert, passages, isAnswered);
  const said = unbracketed(talkReply(talk, { expert, titles: titlesOf(passages), sources: ready, questions }));
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

/** `[1]` in a name or a title would refer to a citation, and there is none. */
const unbracketed = (text: string) => text.replace(/\[(\d+)\]/g, "($1)");

interface TalkFacts {
  readonly expert: Pick<Expert, "name" | "description">;
  /** Titles of some sources, each once. */
  readonly titles: readonly string[];
  readonly sources: number;
  readonly questions: readonly string[];
}

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
