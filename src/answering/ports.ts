/** What answering needs from the outside. */

import type { ExpertId } from "../kernel/ids.ts";
import type { RetrievedPassage } from "./answer.ts";
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
  /** Of the sources that were added last: from each, the passages that begin its first sections. */
  glimpse(expert: ExpertId, sources: number): readonly StoredPassage[];
  /** Sources that answer, and sources on their way. */
  counts(expert: ExpertId): { readonly ready: number; readonly pending: number };
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
