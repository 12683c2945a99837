/** The reply of a language model, checked against the passages sentence by sentence while it streams. */
import { Fault } from "../../kernel/fault.ts";
import { turnEnds } from "../../kernel/pause.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { PassageSpan, TokenUsage } from "../answer.ts";
import { isFormed } from "../asked-question.ts";
import { extractiveReply, spoken, type TimedReply } from "../choice/extractive-reply.ts";
import { formWithoutModel } from "../choice/filled-form.ts";
import type { AnswerPiece } from "../citations.ts";
import { noSentenceVectors } from "../foreign/foreign-sentences.ts";
import type { ChatModel, ModelEvent } from "../ports.ts";
import { type Reply, refusal } from "../reply.ts";
import { formedReply } from "./formed-reply.ts";
import type { GeneratedSentence } from "./generated-text.ts";
import {
  type AnswerWriter,
  answerTokensFor,
  confidenceFor,
  type GenerationInput,
  type GenerationParts,
  type SpokenReply,
  writeFreely,
} from "./generation.ts";
import { type Grounded, type Grounding, groundAnswer } from "./grounding.ts";
import { buildPrompt, type Prompt } from "./prompt.ts";

export function createAnswerWriter(parts: GenerationParts): AnswerWriter {
  return {
    reply: (input, signal) => generatedReply(parts, input, signal),
    writeFreely: (messages, signal) => writeFreely(parts.model, messages, signal),
  };
}

/**
 * Yields checked pieces and returns the reply. If the model fails before its first piece, the sources answer instead,
 * provided that they can and the expert's settings allow it; the reply names the failure.
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
  const within = { ...parts, model: { ...parts.model, contextTokens } };
  const passages = input.found.passages.slice(0, Math.ceil(input.found.passages.length * share));
  const fewer = { ...input, found: { ...input.found, passages } };
  return isFormed(input) ? formedReply(within, fewer, signal) : generate(within, fewer, signal);
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

async function* generate(parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  const { model, analyzers, support = null } = parts;
  const { expert, question } = input;
  const confidence = confidenceFor(parts, input);
  if (confidence < (expert.settings.minConfidence ?? 0)) {
    return yield* refuse(refusal(expert, question, { reason: "not_supported", confidence, used: 0 }));
  }
  const { prompt, answerTokens } = await promptFor(model, input, signal);
  const used = prompt.passagesUsed;
  const passages = input.found.passages.slice(0, used);
  const grounding = groundAnswer({
    passages,
    analyzer: analyzers(expert.language),
    unsupported: expert.settings.unsupported,
  });
  const request = { messages: prompt.messages, maxTokens: answerTokens, sampling: input.sampling };
  const warnings: string[] = [];
  const onLate = () => warnings.push(noSentenceVectors);
  const judged: Judged = {
    pause: turnEnds(),
    grounding,
    elsewhere: async (sentence) =>
      support === null || grounding.isSupported(sentence)
        ? []
        : support(sentence, { passages, language: expert.language, onLate }, signal),
  };
  const { grounded, usage, truncated } = yield* ground(judged, model.complete(request, signal), prompt);
  const { text, citations, markers, unsupported, removed, share } = grounded;
  const checked = { confidence: confidence * (share ?? 0), grounded: share };
  if (text === "") {
    const modelCall = { model: model.name, usage, grounded: share };
    const none = { reason: "not_supported" as const, confidence: checked.confidence, used, modelCall };
    return yield* refuse({ ...refusal(expert, question, none), removed, warnings });
  }
  const how = { mode: "generated", model: model.name, ...checked, abstainReason: null } as const;
  return { ...how, said: { text, citations, markers }, unsupported, removed, used, usage, truncated, warnings };
}

async function* refuse(reply: Reply): SpokenReply {
  yield* spoken(reply).pieces;
  return reply;
}

/** The result of a model's reply. */
interface Generated {
  readonly grounded: Grounded;
  readonly usage: TokenUsage;
  readonly truncated: boolean;
}

interface Judged {
  readonly grounding: Grounding;
  /** What supports a sentence, if the passages' words do not. */
  readonly elsewhere: (sentence: GeneratedSentence) => Promise<readonly PassageSpan[]>;
  readonly pause: () => Promise<void> | undefined;
}

/** Yields the checked pieces of the model's reply as they come. */
async function* ground(
  judged: Judged,
  reply: AsyncGenerator<ModelEvent>,
  prompt: Prompt,
): AsyncGenerator<AnswerPiece, Generated> {
  let written = "";
  let end: Extract<ModelEvent, { type: "end" }> | null = null;
  for await (const event of reply) {
    if (event.type === "end") end = event;
    else if (event.type === "text") {
      written += event.text;
      yield* judgedPieces(judged, event.text);
    }
  }
  yield* judgedPieces(judged, null);
  const { grounding } = judged;
  const grounded = grounding.end();
  yield* grounded.pieces;
  const usage = {
    promptTokens: end?.promptTokens ?? promptTokens(prompt),
    completionTokens: end?.completionTokens ?? estimateTokens(written),
  };
  return { grounded, usage, truncated: end?.truncated ?? false };
}

/** @param piece null: what is left */
async function* judgedPieces(judged: Judged, piece: string | null): AsyncGenerator<AnswerPiece> {
  const { grounding, elsewhere, pause } = judged;
  for (const sentence of grounding.read(piece)) {
    yield* grounding.add(sentence, await elsewhere(sentence));
    await pause();
  }
  yield* grounding.begin();
}

async function promptFor(
  model: ChatModel,
  input: GenerationInput,
  signal: AbortSignal,
): Promise<{ prompt: Prompt; answerTokens: number }> {
  const { expert, originalQuestion, history, instructions, found } = input;
  const contextTokens = await model.contextTokens(signal);
  const answerTokens = answerTokensFor(model, input.maxTokens, contextTokens);
  const prompt = buildPrompt({
    task: "answer",
    question: originalQuestion,
    passages: found.passages,
    history,
    language: expert.language,
    contextTokens,
    answerTokens,
    instructions: [expert.instructions, ...instructions],
  });
  if (prompt.passagesUsed > 0) return { prompt, answerTokens };
  const what = `The question, the instructions and one passage do not fit the model's ${contextTokens} tokens.`;
  const hint = "Shorten them, or give the model a larger window (DOCENT_LLM_CONTEXT).";
  throw new Fault("context_length_exceeded", what, { hint });
}

function promptTokens({ messages }: Prompt): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
