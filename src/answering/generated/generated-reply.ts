/** The reply of a language model. If the model fails before its first piece, the sources may answer instead. */
import { Fault } from "../../kernel/fault.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { TokenUsage } from "../answer.ts";
import { extractiveReply } from "../choice/extractive-reply.ts";
import type { ChatModel, ModelMessage } from "../ports.ts";
import { formWithoutModel, type TimedReply } from "../reply.ts";
import { type GenerationInput, type GenerationParts, modelReply, type SpokenReply, usageOf } from "./model-writing.ts";

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

export function createAnswerWriter(parts: GenerationParts): AnswerWriter {
  return {
    reply: (input, signal) => generatedReply(parts, input, signal),
    writeFreely: (messages, signal) => writeFreely(parts.model, messages, signal),
  };
}

/**
 * Yields checked pieces and returns the reply, which names the model's failure if the sources answer instead.
 * @throws Fault `upstream_model_error`, `upstream_timeout`, `context_length_exceeded`
 */
async function* generatedReply(parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  let saidSomething = false;
  try {
    const pieces = fitting(parts, input, signal);
    for (let next = await pieces.next(); ; next = await pieces.next()) {
      if (next.done) return next.value;
      saidSomething = true;
      yield next.value;
    }
  } catch (error) {
    const instead = saidSomething || !isUpstream(error) ? null : replyWithoutModel(parts, input);
    if (instead === null) throw error;
    yield* instead.pieces;
    return { ...instead.reply, modelFailure: (error as Fault).message };
  }
}

/** Shares of the passages, and of the window, that are tried if the server says that a request is too long. */
const shares = [1, 0.6, 0.35, 0.1];

/** With fewer passages until the server takes them. */
async function* fitting(parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  let refused: Fault | null = null;
  for (const share of shares) {
    try {
      return yield* withShare(share, parts, input, signal);
    } catch (error) {
      const next = goOnAfter(error, refused);
      if (next === null) break;
      refused = next;
    }
  }
  throw new Fault("upstream_model_error", refused?.message ?? "", { cause: refused });
}

/** The server's refusal; null: nothing shorter can be sent. @throws any other error */
function goOnAfter(error: unknown, refused: Fault | null): Fault | null {
  const isTooLong = error instanceof Fault && error.code === "context_length_exceeded";
  if (!isTooLong || (error.cause === undefined && refused === null)) throw error;
  return error.cause === undefined ? null : error;
}

function withShare(share: number, parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  const contextTokens = async () => Math.floor((await parts.model.contextTokens(signal)) * share);
  const passages = input.found.passages.slice(0, Math.ceil(input.found.passages.length * share));
  const within = { ...parts, model: { ...parts.model, contextTokens } };
  return modelReply(within, { ...input, found: { ...input.found, passages } }, signal);
}

function isUpstream(error: unknown): boolean {
  return error instanceof Fault && (error.code === "upstream_model_error" || error.code === "upstream_timeout");
}

/** What the sources answer, in the form that is asked for. Null if they do not, or the expert's settings forbid it. */
function replyWithoutModel(parts: GenerationParts, input: GenerationInput): TimedReply | null {
  if (input.expert.settings.fallback !== "extractive" || input.found.emptyBecause !== null) return null;
  const reply = input.chosen ?? extractiveReply(parts, input);
  if (reply.reply.abstainReason !== null) return null;
  try {
    return formWithoutModel(input)?.fill(reply) ?? reply;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** Most tokens of a title. */
const maxTokens = 300;

const writeFreely = async (model: ChatModel, messages: readonly ModelMessage[], signal: AbortSignal) => {
  let text = "";
  let usage = {
    promptTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
    completionTokens: 0,
  };
  try {
    for await (const event of model.complete({ messages, maxTokens, sampling: {} }, signal)) {
      if (event.type === "text") text += event.text;
      if (event.type === "end") usage = usageOf(event, usage.promptTokens, text);
    }
    return { text, usage };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Fault) return null;
    throw error;
  }
};
