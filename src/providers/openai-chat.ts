/** For any server of OpenAI's chat completions, such as Ollama, llama.cpp, LM Studio and vLLM. */
import type { ModelEvent, ModelRequest } from "../answering/ports.ts";
import { Fault } from "../kernel/fault.ts";
import type { CallPermits } from "./call-permits.ts";
import { replyEvents } from "./chat-chunks.ts";
import { type ReplyHabit, unknownHabit, usableReply } from "./model-reply.ts";
import { type RequestForm, requestForm } from "./request-form.ts";
import { askServer } from "./server-facts.ts";
import { type CallPolicy, defaultPolicy, modelError, post, Refusal, type Upstream } from "./upstream.ts";

export interface OpenAiChatSettings extends Upstream {
  readonly model: string;
  /** Null: ask the server. */
  readonly contextTokens: number | null;
  /** Of a reply; absent: the usual limit. */
  readonly maxTokens?: number;
  /** Null or absent: the server's default. */
  readonly reasoning?: string | null;
  readonly policy?: CallPolicy;
  readonly calls: CallPermits;
}

export interface ModelFailure {
  readonly what: string;
  readonly reason: string | null;
}

export type OpenAiChat = ReturnType<typeof openAiChat>;

/** The default of small local servers. */
const cautiousContext = 4096;
/** Enough for an answer with its thoughts. */
const usualTokens = 4096;

interface Learning {
  readonly form: RequestForm;
  readonly habit: ReplyHabit;
  window: number;
  tools: boolean | null;
  failure: ModelFailure | null;
}

export function openAiChat(settings: OpenAiChatSettings) {
  const { model, reasoning = null } = settings;
  const learning: Learning = {
    form: requestForm(model, reasoning === null ? {} : { reasoning_effort: reasoning }),
    habit: unknownHabit(),
    window: Number.POSITIVE_INFINITY,
    tools: null,
    failure: null,
  };
  let context: Promise<number> | null = null;
  const facts = async (signal: AbortSignal) => {
    const found = await askServer(settings, signal);
    // Ollama knows it only after loading the model.
    if (found.contextTokens !== null) context = Promise.resolve(found.contextTokens);
    return found;
  };
  const askContext = (signal: AbortSignal) => {
    context ??= facts(signal).then(({ reached, contextTokens }) => {
      if (!reached) context = null;
      return contextTokens ?? cautiousContext;
    });
    return context;
  };
  return {
    name: model,
    maxTokens: settings.maxTokens ?? usualTokens,
    contextTokens: async (signal: AbortSignal) =>
      Math.min(settings.contextTokens ?? (await askContext(signal)), learning.window),
    complete: (request: ModelRequest, signal: AbortSignal) => complete(settings, learning, request, signal),
    facts,
    /** Does not read the reply. @throws as `complete` */
    send: async (request: ModelRequest, signal: AbortSignal) => {
      await (await send(settings, learning, request, signal)).body?.cancel();
    },
    get learned() {
      const { habit, form, tools, failure } = learning;
      return { habit, leftOut: form.leftOut, tools, failure };
    },
  };
}

async function* complete(
  settings: OpenAiChatSettings,
  learning: Learning,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { policy = defaultPolicy, calls } = settings;
  const { habit } = learning;
  const release = calls.acquire();
  try {
    const response = await send(settings, learning, request, signal);
    const reply = replyEvents(response, { maxTokens: request.maxTokens, habit, policy, signal });
    yield* usableReply(reply, request, habit);
    learning.failure = null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const reason = error.cause instanceof Refusal ? reasonOf(error.cause) : null;
    learning.failure = { what: error.message, reason };
    throw error.cause instanceof Refusal && error.cause.isTooLong ? tooLong(learning, error.cause) : error;
  } finally {
    release();
  }
}

/** Repeats the request in another form while the server refuses a field that can change. */
async function send(
  settings: OpenAiChatSettings,
  learning: Learning,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { policy = defaultPolicy } = settings;
  const { form } = learning;
  for (;;) {
    const body = form.bodyOf(request);
    try {
      const response = await post(settings, "/chat/completions", { body, policy, signal });
      if (request.tools) learning.tools = true;
      return response;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (form.learn(refusal, body)) continue;
      throw withoutTools(learning, request, refusal) ?? error;
    }
  }
}

function refusalOf(error: unknown): Refusal | null {
  return error instanceof Fault && error.cause instanceof Refusal ? error.cause : null;
}

function withoutTools(learning: Learning, { tools }: ModelRequest, refusal: Refusal): Fault | null {
  if (!tools || !/\btools?\b/i.test(refusal.said)) return null;
  learning.tools = false;
  return modelError("does not take tools with this model", refusal, "Choose a model that can call tools.");
}

const windowNamed =
  /(?:maximum context length (?:is|of)|context (?:size|length|window)\D{0,30}?|n_ctx\D{0,10})\s{0,9}\(?(\d{3,9})/i;

function tooLong(learning: Learning, refusal: Refusal): Fault {
  const window = Number(windowNamed.exec(refusal.said)?.[1] ?? Number.NaN);
  if (window >= 512) learning.window = Math.min(learning.window, window);
  const hint = "Shorten the instructions, or give the model a larger window.";
  return new Fault("context_length_exceeded", "The model server says that the request is too long for the model.", {
    hint,
    cause: refusal,
  });
}

const longestReason = 300;

/** The error of OpenAI, Ollama or FastAPI, else the text, on one line. */
function reasonOf({ said }: Refusal): string | null {
  const message = /"(?:message|detail|error|msg)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(said)?.[1];
  const text = (message ?? said)
    .replace(/\\[nrt"\\]/g, (sign) => (sign === '\\"' ? '"' : " "))
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return text === "" ? null : text.slice(0, longestReason);
}
