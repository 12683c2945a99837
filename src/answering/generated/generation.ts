/** What every call of a language model takes and gives, whatever it is asked to write. */
import { Fault } from "../../kernel/fault.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { TokenUsage, ToolCallPiece, ToolUse } from "../answer.ts";
import type { AnswerFormat, Turn } from "../asked-question.ts";
import { type Choosing, chooseSentences, type ReplyInput, type TimedReply } from "../choice/extractive-reply.ts";
import type { AnswerPiece } from "../citations.ts";
import type { ForeignSupport } from "../foreign/foreign-support.ts";
import type { ChatModel, ModelMessage, Sampling } from "../ports.ts";
import type { Reply } from "../reply.ts";

/** Most tokens of the reply. */
const maxTokens = 300;

export async function writeFreely(
  model: ChatModel,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<{ text: string; usage: TokenUsage } | null> {
  let text = "";
  let usage: TokenUsage = {
    promptTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
    completionTokens: 0,
  };
  try {
    for await (const event of model.complete({ messages, maxTokens, sampling: {} }, signal)) {
      if (event.type === "text") text += event.text;
      if (event.type === "end") {
        usage = {
          promptTokens: event.promptTokens ?? usage.promptTokens,
          completionTokens: event.completionTokens ?? estimateTokens(text),
        };
      }
    }
    return { text, usage };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Fault) return null;
    throw error;
  }
}

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

/** What a language model adds to answers. */
export interface AnswerWriter {
  /** The answer that the model writes from what was found, checked. @throws as `generatedReply` */
  reply(input: GenerationInput, signal: AbortSignal): SpokenReply;
  /** Null if the model fails: a title is not worth an error. @throws the signal's reason when aborted */
  writeFreely(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: TokenUsage } | null>;
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
