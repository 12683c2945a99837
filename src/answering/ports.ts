import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, SourceId } from "../kernel/ids.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { RetrievedPassage, ToolCall, ToolCallPiece, ToolUse } from "./answer.ts";

export type StoredPassage = Omit<RetrievedPassage, "rank" | "score" | "scores" | "nearness" | "brought">;

/** The index proposes, the database disposes. */
export interface PassageReader {
  /** By row number, without passages that no longer answer. @param revision whose passages may come from a cache */
  passages(
    expert: ExpertId,
    numbers: readonly number[],
    revision?: number,
  ): Awaitable<ReadonlyMap<number, StoredPassage>>;
  /** Stored vectors of their sentences, by row number, for `nearnessOf`; those without are absent. */
  sentences(expert: ExpertId, numbers: readonly number[]): Awaitable<ReadonlyMap<number, Uint8Array>>;
  /** Row numbers of answering versions that match. */
  permitted(expert: ExpertId, filter: SourceFilter): Awaitable<ReadonlySet<number>>;
  /** Passages that begin first sections; the newest source first. */
  glimpse(expert: ExpertId, most: Glimpse): Awaitable<readonly StoredPassage[]>;
  /** The answering version's passages in order, from row number `after` on, exclusive. */
  versionPassages(
    expert: ExpertId,
    source: SourceId,
    page: { readonly after: number; readonly most: number },
  ): Awaitable<readonly VersionPassage[]>;
  /** All fields are of one moment. @param expert as it was read for this request */
  standing(expert: Pick<Expert, "id">): Awaitable<Standing>;
}

export interface VersionPassage extends Pick<StoredPassage, "sourceVersion" | "text" | "start" | "outline"> {
  readonly no: number;
}

export interface Glimpse {
  /** The number of newest sources, or one source. */
  readonly sources: number | SourceId;
  /** At most, of each. */
  readonly sections: number;
}

/** What a question needs to know of an expert's rows; all 0 if the expert is gone. */
export interface Standing {
  readonly revision: number;
  /** Numbers of sources that answer, and of those queued or processing. */
  readonly ready: number;
  readonly pending: number;
  /** Passages that the built-in model has encoded, and all. */
  readonly sense: { readonly done: number; readonly total: number };
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly content: string; readonly toolCallId: string };

export type Sampling = Readonly<Record<string, number | string>>;

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** Passed on under their own names: `temperature`, `top_p`, `seed`, `reasoning_effort` … */
  readonly sampling: Sampling;
  readonly tools?: ToolUse | null;
  /** As OpenAI's `response_format`; null or absent: text. */
  readonly format?: object | null;
}

/** `end` comes last. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | ToolCallPiece
  /** Tokens as far as the server reports them, and whether it stopped at its limit. */
  | {
      readonly type: "end";
      readonly promptTokens: number | null;
      readonly completionTokens: number | null;
      readonly truncated: boolean;
    };

export interface ChatModel {
  readonly name: string;
  readonly maxTokens: number;
  /** Tokens of a request with its reply: configured, reported by the server, or a safe guess. */
  contextTokens(signal: AbortSignal): Promise<number>;
  /** Aborting cancels the call. @throws Fault `upstream_model_error`, `upstream_timeout`, `context_length_exceeded` */
  complete(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent>;
}
