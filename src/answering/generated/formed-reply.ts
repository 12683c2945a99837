/**
 * The reply of a language model to a request with tools or a form. The model gets the passages as usual. Its text is passed
 * on whole, since the client's program reads it; unsupported parts are reported separately. What is not the form that was
 * asked for is a failure.
 */

import { Fault } from "../../kernel/fault.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { Answer, RetrievedPassage, ToolCall, ToolCallPiece } from "../answer.ts";
import type { AnswerFormat } from "../asked-question.ts";
import { spoken } from "../choice/extractive-reply.ts";
import type { AnswerPiece } from "../citations.ts";
import type { ModelEvent, ModelRequest } from "../ports.ts";
import { type Refusal, type Reply, refusal } from "../reply.ts";
import {
  answerTokensFor,
  confidenceFor,
  type GenerationInput,
  type GenerationParts,
  type SpokenReply,
} from "./generation.ts";
import { groundAnswer } from "./grounding.ts";
import { groundJson, readJsonWriting } from "./json-grounding.ts";
import { buildPrompt } from "./prompt.ts";

/** @throws Fault `upstream_model_error`, `upstream_timeout`, `context_length_exceeded` */
export async function* formedReply(parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  const { model } = parts;
  const { expert, question, found, format } = input;
  const confidence = confidenceFor(parts, input);
  const form = format === null ? ("text" as const) : ("json" as const);
  const isBelow = form === "json" && confidence < (expert.settings.minConfidence ?? 0);
  const refuse = (given: Omit<Refusal, "reason">): Reply => ({
    ...refusal(expert, question, { reason: "not_supported", ...given }),
    form,
  });
  if (isBelow) return refuse({ confidence, used: 0 });
  const { request, quoted, promptTokens } = await requestFor(parts, input, signal);
  const ofTools = found.passages.filter(isOfTool);
  const writing = { passages: [...quoted, ...ofTools], events: model.complete(request, signal) };
  const written = yield* format === null ? writeText(parts, input, writing) : writeJson(parts, input, format, writing);
  const { said, unsupported, toolCalls, end, share } = written;
  const checked = { confidence: confidence * (share ?? Number(toolCalls.length > 0)), grounded: share };
  const used = quoted.length + ofTools.length;
  const usage = usageOf(written, promptTokens);
  if (said.text === "" && toolCalls.length === 0) {
    const modelCall = { model: model.name, usage, grounded: share };
    const reply = refuse({ confidence: checked.confidence, used, modelCall });
    if (form === "text") yield* spoken(reply).pieces;
    return reply;
  }
  return {
    said,
    mode: "generated",
    model: model.name,
    ...checked,
    abstainReason: null,
    used,
    usage,
    truncated: end.truncated,
    form,
    unsupported,
    toolCalls,
  };
}

/** As the model counted it, or estimated. */
function usageOf({ said, toolCalls, end }: Written, promptTokens: number) {
  const written = () => said.text + toolCalls.map((call) => call.arguments).join("");
  return {
    promptTokens: end.promptTokens ?? promptTokens,
    completionTokens: end.completionTokens ?? estimateTokens(written()),
  };
}

const isOfTool = ({ brought }: RetrievedPassage) => brought?.origin === "tool";

/** Results of tools are in the exchange, so they are not repeated in the prompt. */
async function requestFor({ model }: GenerationParts, input: GenerationInput, signal: AbortSignal) {
  const { expert, originalQuestion, history, instructions, found, tools, format, exchange, sampling } = input;
  const contextTokens = await model.contextTokens(signal);
  const beside = estimateTokens(JSON.stringify([tools?.definitions ?? [], format?.request ?? {}, exchange]));
  const maxTokens = answerTokensFor(model, input.maxTokens, contextTokens);
  const passages = found.passages.filter((passage) => !isOfTool(passage));
  const prompt = buildPrompt({
    task: format === null ? "tools" : "json",
    question: originalQuestion,
    passages,
    history,
    language: expert.language,
    contextTokens: contextTokens - beside,
    answerTokens: maxTokens,
    instructions: [expert.instructions, ...instructions],
  });
  if (passages.length > 0 && prompt.passagesUsed === 0) {
    const what = `The question, the tools, the form and one passage do not fit the model's ${contextTokens} tokens.`;
    const hint = "Shorten them, or give the model a larger window (DOCENT_LLM_CONTEXT).";
    throw new Fault("context_length_exceeded", what, { hint });
  }
  const messages = [...prompt.messages, ...exchange];
  const request: ModelRequest = { messages, maxTokens, sampling, tools, format: format?.request ?? null };
  const promptTokens = prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content), beside);
  return { request, quoted: passages.slice(0, prompt.passagesUsed), promptTokens };
}

interface Writing {
  /** The passages that the model saw. */
  readonly passages: readonly RetrievedPassage[];
  readonly events: AsyncGenerator<ModelEvent>;
}

interface Written extends Pick<Answer, "unsupported" | "toolCalls"> {
  readonly said: Reply["said"];
  readonly end: ModelEnd;
  /** The share of what it says that passages support; null if it says nothing that can be checked. */
  readonly share: number | null;
}

type ModelEnd = Omit<Extract<ModelEvent, { type: "end" }>, "type">;

const endlessReply: ModelEnd = { promptTokens: null, completionTokens: null, truncated: false };

async function* writeText(
  { analyzers }: GenerationParts,
  { expert }: GenerationInput,
  { passages, events }: Writing,
): AsyncGenerator<AnswerPiece | ToolCallPiece, Written> {
  const grounding = groundAnswer({
    passages,
    analyzer: analyzers(expert.language),
    unsupported: expert.settings.unsupported === "mark" ? "mark" : "keep",
  });
  const calls = gatherCalls();
  let end = endlessReply;
  for await (const event of events) {
    if (event.type === "end") end = event;
    else if (event.type === "text") yield* grounding.push(event.text);
    else yield calls.add(event);
  }
  const grounded = grounding.end();
  yield* grounded.pieces;
  const { unsupported, share } = grounded;
  return { said: grounded, unsupported, share, toolCalls: calls.all(), end };
}

async function* writeJson(
  { analyzers }: GenerationParts,
  { expert }: GenerationInput,
  format: AnswerFormat,
  { passages, events }: Writing,
): AsyncGenerator<AnswerPiece | ToolCallPiece, Written> {
  const calls = gatherCalls();
  const writing = readJsonWriting(format);
  let end = endlessReply;
  for await (const event of events) {
    if (event.type === "end") end = event;
    else if (event.type === "text") yield* textPiece(writing.push(event.text));
    else yield calls.add(event);
  }
  const { piece, text } = writing.end({ called: calls.all().length > 0, truncated: end.truncated });
  yield* textPiece(piece);
  const grounded =
    text === ""
      ? { citations: [], markers: [], unsupported: [], share: null }
      : await groundJson(text, passages, analyzers(expert.language));
  for (const citation of grounded.citations) yield { type: "citation", citation };
  const { unsupported, share } = grounded;
  return { said: { text, ...grounded }, unsupported, share, toolCalls: calls.all(), end };
}

const textPiece = (text: string) => (text === "" ? [] : [{ type: "text" as const, text }]);

/** Joins the pieces of calls. Some servers give no ids, but all clients need them. */
function gatherCalls() {
  const calls = new Map<number, ToolCall>();
  return {
    add: (piece: ToolCallPiece): ToolCallPiece => {
      const known = calls.get(piece.index);
      if (known !== undefined) {
        calls.set(piece.index, { ...known, arguments: known.arguments + piece.arguments });
        return { ...piece, id: null, name: null };
      }
      const first = { ...piece, id: piece.id ?? `call_${piece.index}`, name: piece.name ?? "" };
      calls.set(piece.index, { id: first.id, name: first.name, arguments: first.arguments });
      return first;
    },
    all: (): ToolCall[] => [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call),
  };
}
