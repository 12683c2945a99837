import type { ModelEvent } from "../answering/ports.ts";
import { serverEvents } from "../language/text/event-stream-reader.ts";
import { firstOf, type ReplyHabit } from "./model-reply.ts";
import { at } from "./server-facts.ts";
import {
  bounded,
  modelError,
  objectIn,
  type PostOptions,
  Refusal,
  timedPieces,
  wholeBody,
  wholeNumber,
} from "./upstream.ts";

const longestReply = 64 * 1024 * 1024;
/** UTF-16 units a token; a server that sends more ignores the token limit. */
const longestToken = 32;
/** UTF-16 units that any reply may have. */
const shortestCut = 65_536;

/** @throws Fault `upstream_model_error`, `upstream_timeout` */
export async function* replyEvents(
  response: Response,
  { maxTokens, habit, ...waiting }: Omit<PostOptions, "body"> & { maxTokens: number; habit: ReplyHabit },
): AsyncGenerator<ModelEvent> {
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const reply = isStream
    ? streamed(bounded(timedPieces(response, waiting), longestReply), habit)
    : inOnePiece(await wholeBody(response, waiting, longestReply), habit);
  yield* cutAt(Math.max(shortestCut, maxTokens * longestToken), reply);
}

interface StreamChunk {
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
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: unknown;
}

async function* streamed(body: AsyncIterable<Uint8Array>, habit: ReplyHabit): AsyncGenerator<ModelEvent> {
  let finish: string | null = null;
  let usage: StreamChunk["usage"] = null;
  for await (const { data } of serverEvents(body, () => modelError("sent a line that is too long"))) {
    if (data === "[DONE]") {
      finish ??= "stop";
      break;
    }
    const chunk = parseChunk(data);
    const [choice] = chunk.choices ?? [];
    usage = chunk.usage ?? usage;
    if (typeof choice?.finish_reason === "string") finish = choice.finish_reason;
    yield* piecesOf(choice?.delta, habit);
  }
  if (finish === null) throw modelError("ended its reply before it was complete");
  yield endOf(usage, finish);
}

function* inOnePiece(body: string, habit: ReplyHabit): Generator<ModelEvent> {
  const chunk = parseChunk(body);
  const [choice] = chunk.choices ?? [];
  const pieces = [...piecesOf(choice?.message, habit)];
  if (choice?.message === undefined) throw modelError("sent a reply without a message");
  yield* pieces;
  yield endOf(chunk.usage, choice?.finish_reason);
}

/** Cuts the reply after `limit` UTF-16 units, because some servers ignore the token limit. */
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

function* piecesOf(message: ChunkMessage | undefined, habit: ReplyHabit): Generator<ModelEvent> {
  const { content, refusal, tool_calls: calls, reasoning, reasoning_content } = message ?? {};
  if (textOrNull(reasoning ?? reasoning_content) !== null) habit.thinks = true;
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

function parseChunk(data: string): StreamChunk {
  const chunk: StreamChunk = objectIn(data, "a completion");
  if (chunk.error !== undefined)
    throw modelError("reported an error", new Refusal(200, JSON.stringify(chunk.error).slice(0, 4000)));
  if (chunk.choices !== undefined && !Array.isArray(chunk.choices))
    throw modelError("sent something that is not a completion");
  return chunk;
}

const refusalHint = "Ask in other words, or choose another model.";

function endOf(usage: StreamChunk["usage"], finish: unknown): ModelEvent {
  if (finish === "content_filter") throw modelError("stopped its reply with a content filter", undefined, refusalHint);
  return {
    type: "end",
    promptTokens: wholeNumber(usage?.prompt_tokens),
    completionTokens: wholeNumber(usage?.completion_tokens),
    truncated: finish === "length",
  };
}
