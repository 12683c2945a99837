import type { CounterName } from "../accounting/usage-entry.ts";
import type { Expert } from "../experts/expert.ts";
import { languageOf } from "../language/data/known-languages.ts";
import { estimateTokens } from "../language/words/tokens.ts";
import type { AbstainReason, Answer, TokenUsage } from "./answer.ts";
import { spokenLanguage } from "./asked-question.ts";
import type { CitedText } from "./citations.ts";
import type { Found } from "./retrieval.ts";

export interface Reply {
  readonly said: Pick<CitedText, "text" | "citations" | "markers"> & {
    /** Parts of the text that are Docent's own words. */
    readonly remarks?: Answer["remarks"];
  };
  readonly mode: Answer["mode"];
  readonly computation?: Answer["computation"];
  readonly model: string | null;
  readonly confidence: number;
  /** As in `Answer`. */
  readonly grounded?: number | null;
  readonly modelFailure?: string;
  readonly abstainReason: AbstainReason | null;
  /** It was made from the first `used` passages. */
  readonly used: number;
  readonly usage: TokenUsage;
  readonly truncated: boolean;
  /** Set if the client asked for another form than text, or gave tools. */
  readonly form?: Answer["form"];
  readonly unsupported?: Answer["unsupported"];
  readonly removed?: Answer["removed"];
  readonly toolCalls?: Answer["toolCalls"];
  /** As in `Retrieval`, for what was looked up for the text. */
  readonly warnings?: readonly string[];
}

/** What no model wrote. Unless given, its tokens are those of the question and of the text. */
export function replyOf(
  question: string,
  given: Pick<Reply, "said" | "mode" | "confidence" | "used"> & Partial<Reply>,
): Reply {
  const usage = { promptTokens: estimateTokens(question), completionTokens: estimateTokens(given.said.text) };
  return { model: null, abstainReason: null, usage, truncated: false, ...given };
}

export const ownWords = (text: string): Reply["said"] => ({ text, citations: [], markers: [] });

export const passagesOnly = (question: string): Reply =>
  replyOf(question, { said: ownWords(""), mode: "none", confidence: 0, used: 0 });

export interface Refusal {
  readonly reason: AbstainReason;
  readonly confidence: number;
  readonly used: number;
  /** Requested by the client; null or absent: the question's. */
  readonly language?: string | null;
  /** Set if a model was asked first. */
  readonly modelCall?: { readonly model: string; readonly usage: TokenUsage; readonly grounded: number | null };
}

/** The expert's own text, or one in the question's language. */
export function refusal(
  expert: Expert,
  question: string,
  { reason, confidence, used, modelCall, language }: Refusal,
): Reply {
  const text = expert.settings.refusalText ?? refusalFor(language ?? spokenLanguage(expert, question, null));
  const mode = modelCall === undefined ? "extractive" : "generated";
  return replyOf(question, { said: ownWords(text), mode, confidence, abstainReason: reason, used, ...modelCall });
}

/** Tokens of the question and of the passages read for it. */
export function tokensRead(question: string, { passages }: Found, used: number): number {
  return passages.slice(0, used).reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(question));
}

/** @param asked with the text as the client sent it */
export function finished(
  start: Pick<Answer, "id" | "createdAt">,
  asked: { readonly expert: Pick<Expert, "id">; readonly text: string },
  found: Found,
  reply: Reply,
): Answer {
  const { said, mode, model, confidence, abstainReason, used, usage, truncated } = reply;
  return {
    id: start.id,
    expertId: asked.expert.id,
    question: asked.text,
    createdAt: start.createdAt,
    mode,
    model,
    confidence: mode === "none" ? null : confidence,
    grounded: reply.grounded ?? null,
    ...(reply.computation && { computation: reply.computation }),
    modelFailure: reply.modelFailure ?? null,
    usage,
    truncated,
    abstainReason,
    abstained: abstainReason !== null,
    text: mode === "none" ? null : said.text,
    form: reply.form ?? "text",
    citations: said.citations,
    markers: said.markers,
    remarks: said.remarks ?? [],
    unsupported: reply.unsupported ?? [],
    removed: reply.removed ?? [],
    toolCalls: reply.toolCalls ?? [],
    retrieved: found.passages,
    retrieval: {
      ...found.retrieval,
      used,
      warnings: [...new Set([...(found.retrieval.warnings ?? []), ...(reply.warnings ?? [])])],
    },
    expansion: found.expansion,
  };
}

export function usageOf({ mode, abstained, usage }: Answer): Partial<Record<CounterName, number>> {
  const tokens = { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens };
  if (mode === "none" || mode === "talk") return tokens;
  return abstained ? { ...tokens, abstained: 1 } : { ...tokens, answered: 1 };
}

/** English for an unknown language. @param language BCP 47 */
export function refusalFor(language: string): string {
  return languageOf(language).refusal;
}
