/** An answer before it is written down: what is said, how sure it is, what it cost. */

import { estimateTokens } from "../analysis/tokens.ts";
import type { Expert } from "../experts/expert.ts";
import type { AbstainReason, Answer, TokenUsage } from "./answer.ts";
import type { CitedText } from "./citations.ts";
import { refusalFor } from "./refusals.ts";
import type { Found } from "./retrieval.ts";

export interface Reply {
  readonly said: Pick<CitedText, "text" | "citations" | "markers">;
  readonly mode: Answer["mode"];
  readonly model: string | null;
  readonly confidence: number;
  readonly abstainReason: AbstainReason | null;
  /** The first so many passages it was made from. */
  readonly used: number;
  readonly usage: TokenUsage;
  /** Whether the model had to stop at its limit of tokens. */
  readonly truncated: boolean;
  /** Where a client asked for another form than text, or gave tools. */
  readonly form?: Answer["form"];
  readonly unsupported?: Answer["unsupported"];
  readonly toolCalls?: Answer["toolCalls"];
}

/** Only the passages were wanted. */
export function passagesOnly(question: string): Reply {
  const said = { text: "", citations: [], markers: [] };
  const usage = { promptTokens: estimateTokens(question), completionTokens: 0 };
  return { said, mode: "none", model: null, confidence: 0, abstainReason: null, used: 0, usage, truncated: false };
}

export interface Refusal {
  readonly reason: AbstainReason;
  readonly confidence: number;
  readonly used: number;
  /** That the client asked for; null or absent is the expert's. */
  readonly language?: string | null;
  /** Where a model was asked first. */
  readonly asked?: { readonly model: string; readonly usage: TokenUsage };
}

/** The expert says that it does not know, in its own words or in its language. */
export function refusal(
  expert: Expert,
  question: string,
  { reason, confidence, used, asked, language }: Refusal,
): Reply {
  const text = expert.settings.refusalText ?? refusalFor(language ?? expert.language);
  const usage = { promptTokens: estimateTokens(question), completionTokens: estimateTokens(text) };
  return {
    said: { text, citations: [], markers: [] },
    confidence,
    abstainReason: reason,
    used,
    truncated: false,
    mode: asked === undefined ? "extractive" : "generated",
    model: asked?.model ?? null,
    usage: asked?.usage ?? usage,
  };
}

/** Tokens of the question and of the passages that were read for it. */
export function tokensRead(question: string, { passages }: Found, used: number): number {
  return passages.slice(0, used).reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(question));
}
