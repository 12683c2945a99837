/** The input of a language model's reply, and the form of its result. */
import type { AnswerFormat } from "../asked-question.ts";
import { type Choosing, chooseSentences, type ReplyInput, type TimedReply } from "../choice/extractive-reply.ts";
import type { AnswerPiece } from "../citations.ts";
import type { Turn } from "../follow-up.ts";
import type { ForeignSupport } from "../foreign/foreign-support.ts";
import type { ChatModel, ModelMessage, Sampling } from "../ports.ts";
import type { Reply } from "../reply.ts";
import type { ToolCallPiece, ToolUse } from "../tool-calls.ts";

export interface GenerationInput extends ReplyInput {
  /** The reply without a model, if it is there already. */
  readonly chosen: TimedReply | null;
  /** As the user wrote it. */
  readonly originalQuestion: string;
  readonly history: readonly Turn[];
  /** From the client; they follow the expert's own. */
  readonly instructions: readonly string[];
  /** Most tokens of the answer; null: Docent decides. */
  readonly maxTokens: number | null;
  readonly sampling: Sampling;
  readonly tools: ToolUse | null;
  readonly exchange: readonly ModelMessage[];
  readonly format: AnswerFormat | null;
}

export interface GenerationParts extends Choosing {
  readonly model: ChatModel;
  /** Null: no model pack is installed. */
  readonly support?: ForeignSupport | null;
}

/** How likely the memory holds an answer. */
export function confidenceFor(parts: Choosing, input: GenerationInput): number {
  return input.chosen?.reply.confidence ?? chooseSentences(parts, input).confidence;
}

/** Yields checked pieces and returns the whole reply. */
export type SpokenReply = AsyncGenerator<AnswerPiece | ToolCallPiece, Reply>;

/** Most tokens of an answer: the client's wish, within the model's limit and half of its window. */
export function answerTokensFor({ maxTokens }: ChatModel, wish: number | null, contextTokens: number): number {
  return Math.min(maxTokens, wish === null ? Math.floor(contextTokens / 4) : Math.min(wish, contextTokens >> 1));
}
