import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, SourceId } from "../kernel/ids.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { RetrievedPassage, ToolCall, ToolCallPiece, ToolUse } from "./answer.ts";

export type StoredPassage = Omit<RetrievedPassage, "rank" | "score" | "scores" | "brought">;

/** The rows behind the hits. The index proposes, the database disposes. */
export interface PassageReader {
  /**
   * By chunk row number. Passages that are gone, or belong to a version that no longer answers, are missing.
   * @param revision of the standing that the question is answered by: what was read for another question of this revision
   *   may be used again. Absent: they are read.
   */
  passages(
    expert: ExpertId,
    numbers: readonly number[],
    revision?: number,
  ): Awaitable<ReadonlyMap<number, StoredPassage>>;
  /** The row numbers of the answering source versions that match the filter. */
  permitted(expert: ExpertId, filter: SourceFilter): Awaitable<ReadonlySet<number>>;
  /** The passages that begin the first sections of some sources, the source added last first. */
  glimpse(expert: ExpertId, most: Glimpse): Awaitable<readonly StoredPassage[]>;
  /** The passages of the version of a source that answers, in their order, behind the row number `after`. */
  versionPassages(
    expert: ExpertId,
    source: SourceId,
    page: { readonly after: number; readonly most: number },
  ): Awaitable<readonly VersionPassage[]>;
  /**
   * What is committed at one moment, after the request for the expert came.
   * @param expert as it was read for that request
   */
  standing(expert: Pick<Expert, "id">): Awaitable<Standing>;
}

export interface VersionPassage extends Pick<StoredPassage, "sourceVersion" | "text" | "start" | "outline"> {
  readonly no: number;
}

export interface Glimpse {
  /** Most sources, those added last; or one source. */
  readonly sources: number | SourceId;
  /** Most sections of each. */
  readonly sections: number;
}

/** What a question needs to know about an expert's rows. All is 0 if the expert is gone. */
export interface Standing {
  readonly revision: number;
  /** Number of sources that answer, and of those that are queued or processing. */
  readonly ready: number;
  readonly pending: number;
  /** The number of passages that the expert answers from, and how many of them the built-in model has encoded. */
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
  /** As OpenAI's `response_format`; null or absent for text. */
  readonly format?: object | null;
}

/** The events of a model's reply; `end` is last. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | ToolCallPiece
  /** Token counts if the server reports them, else null; whether it stopped at its token limit. */
  | {
      readonly type: "end";
      readonly promptTokens: number | null;
      readonly completionTokens: number | null;
      readonly truncated: boolean;
    };

export interface ChatModel {
  readonly name: string;
  readonly maxTokens: number;
  /** Most tokens of a request and its reply together: configured, reported by the server, or a safe guess. */
  contextTokens(signal: AbortSignal): Promise<number>;
  /**
   * @throws Fault `upstream_model_error` (unreachable, refused, broke off, nonsense), `upstream_timeout`, or
   * `context_length_exceeded` if the request is too long, after which `contextTokens` may tell less; the signal's reason
   * when aborted, which also cancels the call.
   */
  complete(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent>;
}
