/** What a language model's reply is made from, and how it is told. */
import type { Analyzers } from "../../analysis/analysis.ts";
import type { AnswerFormat } from "../answer-format.ts";
import type { AnswerPiece } from "../citations.ts";
import type { ReplyInput } from "../extractive/extractive-reply.ts";
import type { Turn } from "../follow-up.ts";
import type { ChatModel, ModelMessage } from "../ports.ts";
import type { Reply } from "../reply.ts";
import type { ToolCallPiece, ToolUse } from "../tool-calls.ts";

export interface GenerationInput extends ReplyInput {
  /** As it was asked. */
  readonly asked: string;
  readonly history: readonly Turn[];
  /** From the client, after the expert's own. */
  readonly instructions: readonly string[];
  /** Tokens of the answer at most; null leaves it to us. */
  readonly maxTokens: number | null;
  readonly sampling: Readonly<Record<string, number>>;
  readonly tools: ToolUse | null;
  readonly exchange: readonly ModelMessage[];
  readonly format: AnswerFormat | null;
}

export interface GenerationParts {
  readonly model: ChatModel;
  readonly analyzers: Analyzers;
}

/** Says what is settled, piece by piece, and returns the whole. */
export type SpokenReply = AsyncGenerator<AnswerPiece | ToolCallPiece, Reply>;
