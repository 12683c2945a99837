/** A ChatModel over any server of OpenAI's chat completions: Ollama, llama.cpp, LM Studio, vLLM and others. */
import type { ChatModel, ModelEvent, ModelMessage, ModelRequest } from "../answering/ports.ts";
import type { ToolUse } from "../answering/tool-calls.ts";
import { serverEvents } from "../text/event-stream-reader.ts";
import type { CallPermits } from "./call-permits.ts";
import { firstOf, type ReplyHabit, usableReply } from "./model-reply.ts";
import {
  bounded,
  type CallPolicy,
  defaultPolicy,
  headersFor,
  modelError,
  post,
  timedPieces,
  type Upstream,
  wholeBody,
} from "./upstream.ts";

export interface OpenAiChatSettings extends Upstream {
  readonly model: string;
  /** Null: ask the server. */
  readonly contextTokens: number | null;
  readonly policy?: CallPolicy;
  readonly calls: CallPermits;
}

/** The context of small local servers by default. */
const cautiousContext = 4096;

/** Most bytes of a reply, including reasoning and framing, which are dropped. */
const longestReply = 64 * 1024 * 1024;
/** Most UTF-16 units of a token: a server that sends more per token does not keep to the token limit. */
const longestToken = 32;
/** UTF-16 units that a reply may have in any case. */
const shortestCut = 65_536;

export function openAiChat(settings: OpenAiChatSettings): ChatModel {
  const policy = settings.policy ?? defaultPolicy;
  let context: Promise<number> | null = null;
  const habit: ReplyHabit = { opened: false };
  return {
    name: settings.model,
    contextTokens: (signal) => {
      if (settings.contextTokens !== null) return Promise.resolve(settings.contextTokens);
      context ??= askContext(settings, signal).catch(() => {
        context = null;
        return cautiousContext;
      });
      return context;
    },
    complete: async function* (request, signal) {
      const release = settings.calls.acquire();
      try {
        const options = { body: bodyOf(settings.model, request), policy, signal };
        const response = await post(settings, "/chat/completions", options);
        const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
        const reply = isStream
          ? streamed(bounded(timedPieces(response, options), longestReply))
          : inOnePiece(await wholeBody(response, options, longestReply));
        const cut = cutAt(Math.max(shortestCut, request.maxTokens * longestToken), reply);
        yield* usableReply(cut, request, habit);
      } finally {
        release();
      }
    },
  };
}

function bodyOf(model: string, { messages, maxTokens, sampling, tools, format }: ModelRequest) {
  return {
    ...sampling,
    model,
    messages: messages.map(messageOf),
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(tools ? toolFields(tools) : {}),
    ...(format ? { response_format: format } : {}),
  };
}

function messageOf(message: ModelMessage): object {
  const { role, content } = message;
  if (role === "tool") return { role, tool_call_id: message.toolCallId, content };
  if (role !== "assistant" || message.toolCalls === undefined) return { role, content };
  const calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: given },
  }));
  return { role, content: content === "" ? null : content, tool_calls: calls };
}

function toolFields({ definitions, choice, parallel }: ToolUse): object {
  return {
    tools: definitions,
    ...(choice === null ? {} : { tool_choice: choice }),
    ...(parallel === null ? {} : { parallel_tool_calls: parallel }),
  };
}

/** Only the parts of a chunk that are used; everything else may be anything. */
interface Chunk {
  readonly error?: unknown;
  readonly choices?: readonly {
    readonly delta?: ChunkMessage;
    readonly message?: ChunkMessage;
    readonly finish_reason?: unknown;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

interface ChunkMessage {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: unknown;
}

async function* streamed(body: AsyncIterable<Uint8Array>): AsyncGenerator<ModelEvent> {
  let finish: string | null = null;
  let usage: Chunk["usage"] = null;
  for await (const { data } of serverEvents(body, () => modelError("sent a line that is too long"))) {
    if (data === "[DONE]") {
      finish ??= "stop";
      break;
    }
    const chunk = parseChunk(data);
    const [choice] = chunk.choices ?? [];
    usage = chunk.usage ?? usage;
    if (typeof choice?.finish_reason === "string") finish = choice.finish_reason;
    yield* piecesOf(choice?.delta);
  }
  if (finish === null) throw modelError("ended its reply before it was complete");
  yield endOf(usage, finish);
}

/** Some servers do not stream. */
function* inOnePiece(body: string): Generator<ModelEvent> {
  const chunk = parseChunk(body);
  const [choice] = chunk.choices ?? [];
  const pieces = [...piecesOf(choice?.message)];
  if (choice?.message === undefined) throw modelError("sent a reply without a message");
  yield* pieces;
  yield endOf(chunk.usage, choice?.finish_reason);
}

/**
 * Ends a reply after `limit` UTF-16 units as if it had reached its token limit: some servers ignore the limit, and the
 * reply is in memory until it is complete.
 */
async function* cutAt(
  limit: number,
  events: AsyncIterable<ModelEvent> | Iterable<ModelEvent>,
): AsyncGenerator<ModelEvent> {
  let left = limit;
  for await (const event of events) {
    if (event.type === "end") return yield event;
    const said = event.type === "text" ? event.text : event.arguments;
    if (said.length > left) {
      if (event.type === "text") yield { type: "text", text: firstOf(said, left) };
      return yield { type: "end", promptTokens: null, completionTokens: null, truncated: true };
    }
    left -= said.length;
    yield event;
  }
}

/** What a message, or an increment of one, says and calls. Servers that number no calls make one at a time. */
function* piecesOf(message: ChunkMessage | undefined): Generator<ModelEvent> {
  const { content, refusal, tool_calls: calls } = message ?? {};
  if (textOrNull(refusal) !== null) throw modelError("declined to answer", undefined, refusalHint);
  if (typeof content === "string" && content !== "") yield { type: "text", text: content };
  for (const [position, call] of (Array.isArray(calls) ? calls : []).entries()) {
    const called = at(call, "function");
    yield {
      type: "tool_call",
      index: wholeNumber(at(call, "index")) ?? position,
      id: textOrNull(at(call, "id")),
      name: textOrNull(at(called, "name")),
      arguments: textOrNull(at(called, "arguments")) ?? "",
    };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function parseChunk(data: string): Chunk {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw modelError("sent something that is not JSON", cause);
  }
  if (typeof value !== "object" || value === null) throw modelError("sent something that is not a completion");
  const chunk: Chunk = value;
  if (chunk.error !== undefined)
    throw modelError("reported an error", new Error(JSON.stringify(chunk.error).slice(0, 500)));
  if (chunk.choices !== undefined && !Array.isArray(chunk.choices))
    throw modelError("sent something that is not a completion");
  return chunk;
}

const refusalHint = "Ask in other words, or choose another model.";

function endOf(usage: Chunk["usage"], finish: unknown): ModelEvent {
  if (finish === "content_filter") throw modelError("stopped its reply with a content filter", undefined, refusalHint);
  return {
    type: "end",
    promptTokens: wholeNumber(usage?.prompt_tokens),
    completionTokens: wholeNumber(usage?.completion_tokens),
    truncated: finish === "length",
  };
}

function wholeNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** vLLM and others tell it in their list of models, llama.cpp in its properties. */
async function askContext(settings: OpenAiChatSettings, signal: AbortSignal): Promise<number> {
  const models = await getJson(settings, `${settings.url}/models`, signal);
  const listed = listAt(models, "data").find((model) => at(model, "id") === settings.model);
  const properties = await getJson(settings, `${new URL(settings.url).origin}/props`, signal);
  const told = [
    at(listed, "max_model_len"),
    at(listed, "context_length"),
    at(at(properties, "default_generation_settings"), "n_ctx"),
  ];
  return told.find(isWindow) ?? cautiousContext;
}

/** Null when the server has no such thing. */
async function getJson(upstream: Upstream, url: string, signal: AbortSignal): Promise<unknown> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(5000)]);
  const response = await fetch(url, { headers: headersFor(upstream), redirect: "error", signal: bounded });
  return response.ok ? response.json().catch(() => null) : null;
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name);
  return Array.isArray(list) ? list : [];
}

function isWindow(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 512;
}
