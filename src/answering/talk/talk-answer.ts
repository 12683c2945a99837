/** Answers small talk without a search: describes the expert and gives example questions. */
import type { Analyzers } from "../../analysis/analysis.ts";
import { estimateTokens } from "../../analysis/tokens.ts";
import type { Expert } from "../../experts/expert.ts";
import { hasUnsafeLink } from "../../text/link-safety.ts";
import type { StoredPassage } from "../ports.ts";
import type { Reply } from "../reply.ts";
import { type Found, type RetrievalParts, retrieve } from "../retrieval.ts";
import { sampleQuestions } from "./sample-questions.ts";
import type { Talk } from "./talk-kind.ts";
import { talkReply } from "./talk-reply.ts";

export interface TalkParts extends RetrievalParts {
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
