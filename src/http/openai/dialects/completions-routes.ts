import { wholeAnswer } from "../../../answering/answer-service.ts";
import { readJson } from "../../body/request-body.ts";
import { dataFrame, sseResponse } from "../../body/sse.ts";
import { answeringErrors } from "../../description/operation.ts";
import { asSent } from "../../edge/readable-address.ts";
import { type Arrived, routesOf } from "../../route.ts";
import type { RouteParts } from "../../route-parts.ts";
import { ask, type StartedAnswer } from "../request-answering.ts";
import type { CompletionUsage } from "../shared-schemas.ts";
import { answeredPrompt, chunkSender, completion, promptChunks, sumOf } from "./completions-reply.ts";
import { type ParsedCompletionRequest, type PromptRequest, parseCompletionRequest } from "./completions-request.ts";
import { CompletionChunkObject, CompletionObject, CompletionRequest } from "./completions-schemas.ts";

type PromptAnswering = ReturnType<typeof promptAnswering>;

/** One after the other, so that many prompts take the room of one. */
function promptAnswering(parts: RouteParts, arrived: Arrived) {
  let current: StartedAnswer | null = null;
  let hasLeft = false;
  return {
    id: parts.ids.mint("textCompletion"),
    abandon: () => {
      hasLeft = true;
      current?.abandon();
    },
    begin: async (prompt: PromptRequest, index: number) => {
      current = await ask(parts, prompt, arrived);
      if (hasLeft) current.abandon();
      const { events, context } = current;
      return { events, context: { ...prompt, ...context, index } };
    },
  };
}

async function wholeCompletion({ id, begin }: PromptAnswering, { prompts }: ParsedCompletionRequest) {
  const answered = [];
  let head = { id, created: 0, model: "" };
  for (const [index, prompt] of prompts.entries()) {
    const { events, context } = await begin(prompt, index);
    head = index === 0 ? { id, created: context.createdSeconds, model: context.model } : head;
    answered.push(answeredPrompt(await wholeAnswer(events), context));
  }
  return completion(answered, head);
}

/** Throws an error that comes before the first chunk. A later one becomes a frame, and no `[DONE]` follows. */
async function* completionChunks(
  { id, begin }: PromptAnswering,
  { prompts, includeUsage }: ParsedCompletionRequest,
): AsyncGenerator<string> {
  const [first] = prompts as [PromptRequest, ...PromptRequest[]];
  const begun = await begin(first, 0);
  const { createdSeconds: created, model, describeError } = begun.context;
  const makeChunk = chunkSender({ id, created, model }, includeUsage);
  let started = false;
  const send: typeof makeChunk = (choices, usage) => {
    started = true;
    return makeChunk(choices, usage);
  };
  let usage: CompletionUsage | null = null;
  try {
    for (const [at, prompt] of prompts.entries()) {
      const { events, context } = at === 0 ? begun : await begin(prompt, at);
      const used: CompletionUsage = yield* promptChunks(events, context, send);
      usage = usage === null ? used : sumOf(usage, used);
    }
    if (includeUsage) yield send([], usage);
    yield "data: [DONE]\n\n";
  } catch (error) {
    if (!started) throw error;
    yield dataFrame({ error: describeError(error) });
  }
}

export const createCompletion = routesOf("OpenAI")("POST /v1/completions", "createCompletion", {
  summary: "Ask an expert by OpenAI's older completions API",
  scope: "query",
  description:
    "Each prompt is a question, without earlier turns, and counts as a request of its own. An answer ends by itself: without `max_tokens` it is not cut. " +
    "`logprobs` and `suffix` are refused. With `stream` the reply is server-sent events that end with `data: [DONE]`.",
  body: { "application/json": CompletionRequest },
  answers: { 200: { says: "The completion.", schema: CompletionObject, events: { message: CompletionChunkObject } } },
  errors: [...answeringErrors, "model_not_found", "context_length_exceeded"],
  lane: "questions",
  answer: async (call, parts) => {
    const { permit, request, server } = call;
    const wanted = parseCompletionRequest(await readJson(request));
    const answering = promptAnswering(parts, call);
    if (!wanted.stream) return wholeCompletion(answering, wanted);
    server?.timeout(asSent(request), 0);
    return sseResponse(completionChunks(answering, wanted), { onEnd: answering.abandon, permit });
  },
});
