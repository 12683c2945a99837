/** What answering needs from the outside. */

import type { Analyzer } from "../analysis/analysis.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { QuestionTerm } from "../memory/ports.ts";
import type { RetrievedPassage } from "./answer.ts";
import type { ExpandedTerm } from "./expansion.ts";
import type { SourceFilter } from "./source-filter.ts";
import type { ToolCall, ToolCallPiece, ToolUse } from "./tool-calls.ts";

/** A passage as it is stored: everything but its place among the hits. */
export type StoredPassage = Omit<RetrievedPassage, "rank" | "score" | "scores" | "brought">;

/** The rows behind the hits. The index proposes, the database disposes. */
export interface PassageReader {
  /** By chunk row number. Those that are gone, or of a version that no longer answers, are missing. */
  passages(expert: ExpertId, numbers: readonly number[]): ReadonlyMap<number, StoredPassage>;
  /** The answering source versions that the filter lets through, by row number. */
  permitted(expert: ExpertId, filter: SourceFilter): ReadonlySet<number>;
  /** Sources that answer, and sources on their way. */
  counts(expert: ExpertId): { readonly ready: number; readonly pending: number };
}

/** Everything an extractive answer is decided from. Pure data and pure functions: the same in, the same out. */
export interface Evidence {
  readonly question: string;
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** The question's content terms with their frequencies in the whole memory. */
  readonly terms: readonly QuestionTerm[];
  /** Live passages in the whole memory. */
  readonly passageCount: number;
  /** What the built-in model made of the question; null where it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** Of the expert; BCP 47. */
  readonly analyzer: Analyzer;
}

/** A sentence (or list item, or table row) taken from a passage. */
export interface SentenceChoice {
  /** Position in `Evidence.passages`. */
  readonly passage: number;
  /** UTF-16 positions in that passage's text, half-open, no leading or trailing space. */
  readonly start: number;
  readonly end: number;
  /** Other places that say the same, to be cited beside it. */
  readonly also: readonly { readonly passage: number; readonly start: number; readonly end: number }[];
}

export interface ExtractiveAnswer {
  /** In reading order; empty when nothing in the passages answers. */
  readonly sentences: readonly SentenceChoice[];
  /** 0–1, calibrated: how likely it is that the memory holds the answer. */
  readonly confidence: number;
}

/** A turn of a conversation with a model. */
export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly content: string; readonly toolCallId: string };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Tokens of the reply at most. */
  readonly maxTokens: number;
  /** Passed on under their own names: `temperature`, `top_p`, `seed` … */
  readonly sampling: Readonly<Record<string, number>>;
  readonly tools?: ToolUse | null;
  /** As OpenAI's `response_format`; null or absent for text. */
  readonly format?: object | null;
}

/** What a model says, as it says it. `end` is last. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | ToolCallPiece
  /** Token counts where the server tells them, else null; whether it stopped at its limit of tokens. */
  | {
      readonly type: "end";
      readonly promptTokens: number | null;
      readonly completionTokens: number | null;
      readonly truncated: boolean;
    };

/** A language model that writes answers. */
export interface ChatModel {
  readonly name: string;
  /** Tokens that a request and its reply may have together: configured, or told by the server, or a safe guess. */
  contextTokens(signal: AbortSignal): Promise<number>;
  /**
   * @throws Fault `upstream_model_error` (unreachable, refused, broke off, nonsense) or `upstream_timeout`; the
   * signal's reason when aborted, which also cancels the call.
   */
  complete(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent>;
}
