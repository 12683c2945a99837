/**
 * A language model writes from the passages: sentences, JSON, or calls of the client's tools. A program reads JSON and what
 * comes with tools, so there unsupported parts stay and are reported.
 */
import { Fault } from "../../kernel/fault.ts";
import { turnEnds } from "../../kernel/pause.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { Answer, RetrievedPassage, TokenUsage, ToolCall, ToolCallPiece } from "../answer.ts";
import { type AnswerFormat, isFormed, type Question } from "../asked-question.ts";
import { type Choosing, chooseSentences, type ReplyInput } from "../choice/extractive-reply.ts";
import type { AnswerPiece } from "../citations.ts";
import { noSentenceVectors } from "../foreign/foreign-sentences.ts";
import type { ForeignSupport } from "../foreign/foreign-support.ts";
import type { ChatModel, ModelEvent, ModelRequest } from "../ports.ts";
import { type Refusal, type Reply, refusal, spoken, type TimedReply } from "../reply.ts";
import { groundAnswer } from "./grounding.ts";
import { groundJson, readJsonWriting } from "./json-grounding.ts";
import { buildPrompt, type PromptTask } from "./prompt.ts";

type ForModel = "history" | "instructions" | "maxTokens" | "sampling" | "tools" | "exchange" | "format";

export interface GenerationInput extends ReplyInput, Pick<Question, ForModel> {
  /** The reply without a model, if it is there already. */
  readonly chosen: TimedReply | null;
  /** As the user wrote it. */
  readonly originalQuestion: string;
}

export interface GenerationParts extends Choosing {
  readonly model: ChatModel;
  /** Null: no model pack is installed. */
  readonly support?: ForeignSupport | null;
}

/** Yields checked pieces and returns the whole reply. */
export type SpokenReply = AsyncGenerator<AnswerPiece | ToolCallPiece, Reply>;

/** @throws Fault `upstream_model_error`, `upstream_timeout`, `context_length_exceeded` */
export async function* modelReply(parts: GenerationParts, input: GenerationInput, signal: AbortSignal): SpokenReply {
  const { expert, question, chosen, format } = input;
  const confidence = chosen?.reply.confidence ?? chooseSentences(parts, input).confidence;
  const form = format === null ? ("text" as const) : ("json" as const);
  const refuse = async function* (given: Omit<Refusal, "reason">, beside: Partial<Reply>): SpokenReply {
    const reply = { ...refusal(expert, question, { reason: "not_supported", ...given }), ...beside, form };
    if (form === "text") yield* spoken(reply).pieces;
    return reply;
  };
  const mayCall = format === null && isFormed(input);
  if (!mayCall && confidence < (expert.settings.minConfidence ?? 0)) return yield* refuse({ confidence, used: 0 }, {});
  const { request, passages, promptTokens } = await requestFor(parts, input, signal);
  const model = parts.model.name;
  const events = parts.model.complete(request, signal);
  const written = yield* format === null
    ? writeText(parts, input, { passages, events, signal })
    : writeJson(parts, input, format, { passages, events });
  const { said, share, toolCalls, end, unsupported, removed, warnings } = written;
  const checked = { confidence: confidence * (share ?? Number(toolCalls.length > 0)), grounded: share };
  const used = passages.length;
  const usage = usageOf(end, promptTokens, written.completion);
  if (said.text === "" && toolCalls.length === 0) {
    const modelCall = { model, usage, grounded: share };
    return yield* refuse({ confidence: checked.confidence, used, modelCall }, { removed, warnings });
  }
  const how = { mode: "generated", model, ...checked, abstainReason: null, truncated: end.truncated, form } as const;
  return { ...how, said, used, usage, unsupported, removed, toolCalls, warnings };
}

/** As the model counted it, or estimated. */
export function usageOf(end: ModelEnd, promptTokens: number, completion: string): TokenUsage {
  return {
    promptTokens: end.promptTokens ?? promptTokens,
    completionTokens: end.completionTokens ?? estimateTokens(completion),
  };
}

const unformed = { tools: null, format: null };

/** Results of tools are in the exchange, so they are not repeated in the prompt, but they support the reply. */
async function requestFor({ model }: GenerationParts, input: GenerationInput, signal: AbortSignal) {
  const { expert, originalQuestion, history, instructions, found, exchange, sampling } = input;
  const isForm = isFormed(input);
  const { tools, format } = isForm ? input : unformed;
  const contextTokens = await model.contextTokens(signal);
  const extras = JSON.stringify([tools?.definitions ?? [], format?.request ?? {}, exchange]);
  const beside = isForm ? estimateTokens(extras) : 0;
  const maxTokens = answerTokensFor(model, input.maxTokens, contextTokens);
  const { ofTools = [], passages = [] } = Object.groupBy(found.passages, ({ brought }) =>
    isForm && brought?.origin === "tool" ? "ofTools" : "passages",
  );
  const prompt = buildPrompt({
    task: taskOf(input),
    question: originalQuestion,
    passages,
    history,
    language: expert.language,
    contextTokens: contextTokens - beside,
    answerTokens: maxTokens,
    instructions: [expert.instructions, ...instructions],
  });
  if (passages.length > 0 && prompt.passagesUsed === 0)
    throw tooLong(isForm ? "tools, the form" : "instructions", contextTokens);
  return {
    request: {
      messages: [...prompt.messages, ...exchange],
      maxTokens,
      sampling,
      tools,
      format: format?.request ?? null,
    } satisfies ModelRequest,
    passages: [...passages.slice(0, prompt.passagesUsed), ...ofTools],
    promptTokens: prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content), beside),
  };
}

function taskOf(input: GenerationInput): PromptTask {
  if (input.format !== null) return "json";
  return isFormed(input) ? "tools" : "answer";
}

function tooLong(what: string, contextTokens: number): Fault {
  const message = `The question, the ${what} and one passage do not fit the model's ${contextTokens} tokens.`;
  const hint = "Shorten them, or give the model a larger window (DOCENT_LLM_CONTEXT).";
  return new Fault("context_length_exceeded", message, { hint });
}

/** Most tokens of an answer: the client's wish, within the model's limit and half of its window. */
function answerTokensFor({ maxTokens }: ChatModel, wish: number | null, contextTokens: number): number {
  return Math.min(maxTokens, wish === null ? Math.floor(contextTokens / 4) : Math.min(wish, contextTokens >> 1));
}

interface Writing {
  /** The passages that the model saw. */
  readonly passages: readonly RetrievedPassage[];
  readonly events: AsyncGenerator<ModelEvent>;
}

type ModelEnd = Omit<Extract<ModelEvent, { type: "end" }>, "type">;

interface Heard {
  readonly end: ModelEnd;
  readonly toolCalls: Answer["toolCalls"];
  /** The text and the arguments of calls, as the model wrote them. */
  readonly completion: string;
}

interface Written extends Heard, Required<Pick<Reply, "unsupported" | "removed" | "warnings">> {
  readonly said: Reply["said"];
  /** The share of what it says that passages support; null if it says nothing that can be checked. */
  readonly share: number | null;
}

async function* writeText(
  { analyzers, support = null }: GenerationParts,
  input: GenerationInput,
  { passages, events, signal }: Writing & { readonly signal: AbortSignal },
): AsyncGenerator<AnswerPiece | ToolCallPiece, Written> {
  const { language, settings } = input.expert;
  const unsupported = isFormed(input) && settings.unsupported === "drop" ? "keep" : settings.unsupported;
  const grounding = groundAnswer({ passages, analyzer: analyzers(language), unsupported });
  const warnings: string[] = [];
  const among = { passages, language, onLate: () => warnings.push(noSentenceVectors) };
  const pause = turnEnds();
  /** @param piece null: what is left */
  const checked = async function* (piece: string | null): AsyncGenerator<AnswerPiece> {
    for (const sentence of grounding.read(piece)) {
      const isClear = support === null || grounding.isSupported(sentence);
      yield* grounding.add(sentence, isClear ? [] : await support(sentence, among, signal));
      await pause();
    }
    yield* grounding.begin();
  };
  const heard = yield* hear(events, checked);
  yield* checked(null);
  const { pieces, ...grounded } = grounding.end();
  yield* pieces;
  return { ...heard, ...grounded, said: grounded, warnings };
}

async function* writeJson(
  { analyzers }: GenerationParts,
  { expert }: GenerationInput,
  format: AnswerFormat,
  { passages, events }: Writing,
): AsyncGenerator<AnswerPiece | ToolCallPiece, Written> {
  const writing = readJsonWriting(format);
  const heard = yield* hear(events, (piece) => textPiece(writing.push(piece)));
  const { piece, text } = writing.end({ called: heard.toolCalls.length > 0, truncated: heard.end.truncated });
  yield* textPiece(piece);
  const grounded =
    text === ""
      ? { citations: [], markers: [], unsupported: [], share: null }
      : await groundJson(text, passages, analyzers(expert.language));
  for (const citation of grounded.citations) yield { type: "citation", citation };
  return { ...heard, ...grounded, said: { text, ...grounded }, removed: [], warnings: [] };
}

const textPiece = (text: string) => (text === "" ? [] : [{ type: "text" as const, text }]);

/** Passes on the calls, and what becomes of the text. Some servers give no ids of calls, but all clients need them. */
async function* hear(
  events: AsyncGenerator<ModelEvent>,
  read: (piece: string) => AsyncIterable<AnswerPiece> | Iterable<AnswerPiece>,
): AsyncGenerator<AnswerPiece | ToolCallPiece, Heard> {
  const calls = new Map<number, ToolCall>();
  let completion = "";
  let end: ModelEnd = { promptTokens: null, completionTokens: null, truncated: false };
  for await (const event of events) {
    if (event.type === "end") end = event;
    else if (event.type === "text") {
      completion += event.text;
      yield* read(event.text);
    } else {
      completion += event.arguments;
      const { index, id, name } = event;
      const known = calls.get(index);
      const call = known ?? { id: id ?? `call_${index}`, name: name ?? "", arguments: "" };
      calls.set(index, { ...call, arguments: call.arguments + event.arguments });
      yield { ...event, ...(known === undefined ? { id: call.id, name: call.name } : { id: null, name: null }) };
    }
  }
  const toolCalls = [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call);
  return { end, toolCalls, completion };
}
