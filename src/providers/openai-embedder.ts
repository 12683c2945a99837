/** For any server of OpenAI's `/embeddings`, such as Ollama, llama.cpp, LM Studio and vLLM. */

import { Fault } from "../kernel/fault.ts";
import { createMutex } from "../kernel/mutex.ts";
import { estimateTokens } from "../language/words/tokens.ts";
import type { Embedder, Embeddings, TextUse } from "../memory/embedder-ports.ts";
import type { CallPermits } from "./call-permits.ts";
import { prepared, recipeOf } from "./embedding-prefixes.ts";
import { readEmbeddings } from "./embedding-reply.ts";
import { type CallPolicy, post, Refusal, type Upstream, wholeBody } from "./upstream.ts";

export interface OpenAiEmbedderSettings extends Upstream {
  readonly model: string;
  /** Requested and checked; null: the model's default. */
  readonly dimensions: number | null;
  readonly batch: number;
  readonly policies?: EmbeddingCallPolicies;
  readonly calls: CallPermits;
}

export interface EmbeddingCallPolicies {
  /** Patient, because nobody waits: a server may restart. */
  readonly passage: CallPolicy;
  readonly question: CallPolicy;
}

const defaultPolicies: EmbeddingCallPolicies = {
  passage: { retries: 4, pause: 1000, firstByte: 180_000, betweenBytes: 60_000 },
  question: { retries: 1, pause: 200, firstByte: 20_000, betweenBytes: 10_000 },
};

export function openAiEmbedder(settings: OpenAiEmbedderSettings): Embedder {
  const recipe = recipeOf(settings.model);
  // A question then waits for one batch at most.
  const passages = createMutex();
  let { dimensions } = settings;
  const batchOf = async (texts: readonly string[], use: TextUse, signal: AbortSignal): Promise<Embeddings> => {
    signal.throwIfAborted();
    const reply = await embedFitting({ settings, use, signal }, texts, dimensions);
    dimensions ??= reply.vectors[0]?.length ?? null;
    return reply;
  };
  return {
    model: settings.model,
    recipe: recipe.name,
    batch: settings.batch,
    get dimensions() {
      return dimensions;
    },
    embed: async (texts, use, signal) => {
      const whole = texts.map((text) => prepared(text, use, recipe));
      const vectors: Float32Array[] = [];
      let tokens = 0;
      for (let from = 0; from < whole.length; from += settings.batch) {
        const ask = () => batchOf(whole.slice(from, from + settings.batch), use, signal);
        const reply = await (use === "passage" ? passages.run(ask) : ask());
        vectors.push(...reply.vectors);
        tokens += reply.tokens;
      }
      return { vectors, tokens };
    },
  };
}

interface EmbeddingCall {
  readonly settings: OpenAiEmbedderSettings;
  readonly use: TextUse;
  readonly signal: AbortSignal;
}

/** UTF-16 units. A model that refuses less has another reason. */
const shortest = 64;

/** Sends refused texts one by one, then their halves: most servers cut long texts, others refuse them. */
async function embedFitting(
  call: EmbeddingCall,
  texts: readonly string[],
  dimensions: number | null,
): Promise<Embeddings> {
  try {
    return await embedOnce(call, texts, dimensions);
  } catch (error) {
    const [only = ""] = texts;
    const isTooLong = error instanceof Fault && error.cause instanceof Refusal && error.cause.isTooLong;
    if (!isTooLong || (texts.length === 1 && only.length <= shortest)) throw error;
    const pieces = texts.length === 1 ? [firstHalf(only)] : texts;
    const replies: Embeddings[] = [];
    for (const piece of pieces) {
      replies.push(await embedFitting(call, [piece], dimensions ?? replies[0]?.vectors[0]?.length ?? null));
    }
    const tokens = replies.reduce((sum, reply) => sum + reply.tokens, 0);
    return { vectors: replies.flatMap(({ vectors }) => vectors), tokens };
  }
}

async function embedOnce(
  { settings, use, signal }: EmbeddingCall,
  texts: readonly string[],
  dimensions: number | null,
): Promise<Embeddings> {
  const policy = (settings.policies ?? defaultPolicies)[use === "passage" ? "passage" : "question"];
  // No `encoding_format`, because some servers do not know it.
  const shortened = settings.dimensions === null ? {} : { dimensions: settings.dimensions };
  const body = { model: settings.model, input: texts, ...shortened };
  // Passages need no permit: they come one batch at a time.
  const release = use === "question" ? settings.calls.acquire() : () => undefined;
  try {
    const response = await post(settings, "/embeddings", { body, policy, signal });
    const said = await wholeBody(response, { policy, signal }, longestBody);
    const reply = readEmbeddings(said, { count: texts.length, dimensions });
    const tokens = reply.tokens ?? texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    return { vectors: reply.vectors, tokens };
  } finally {
    release();
  }
}

/** Bytes, more than any model's reply to a batch needs. */
const longestBody = 512 * 1024 * 1024;

function firstHalf(text: string): string {
  return text.slice(0, text.length >> 1).replace(/[\uD800-\uDBFF]$/, "");
}
