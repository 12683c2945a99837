import { Elysia } from "elysia";
import type { Citation } from "../answering/answer.ts";
import { type AnswerService, type Question, wholeAnswer } from "../answering/answer-service.ts";
import { parseFilter } from "../answering/source-filter.ts";
import type { Expert } from "../experts/expert.ts";
import type { ExpertService } from "../experts/expert-service.ts";
import { type Clock, unixSeconds } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint, KeyId } from "../kernel/ids.ts";
import type { Access } from "../keys/key.ts";
import type { authentication } from "./authentication.ts";
import { errorBody, faultOf } from "./faults.ts";
import { citationView } from "./native-views.ts";
import { chatCompletion } from "./openai-chat-reply.ts";
import { type ChatRequest, parseChatRequest } from "./openai-chat-request.ts";
import { chatCompletionChunks, type StreamContext } from "./openai-chat-stream.ts";
import { ChatCompletionRequest } from "./openai-description.ts";
import { operation } from "./operation.ts";
import { readJson } from "./request-body.ts";
import { sseResponse } from "./sse.ts";

interface ChatRoutesParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly experts: ExpertService;
  readonly answers: AnswerService;
  readonly clock: Clock;
  readonly ids: IdMint;
  /** The address clients reach this service under; null: the one they used. */
  readonly publicUrl: string | null;
}

export function chatRoutes({ auth, experts, answers, clock, ids, publicUrl }: ChatRoutesParts) {
  return new Elysia({ name: "chat-routes" }).use(auth).post(
    "/v1/chat/completions",
    async ({ access, request, server, set }) => {
      const chat = parseChatRequest(await readJson(request));
      const expert = findModel(experts, access, chat.model);
      const left = new AbortController();
      const signal = AbortSignal.any([request.signal, left.signal]);
      const events = answers.answer(questionFrom(chat, expert, access.keyId), signal);
      const context: StreamContext = {
        ...chat,
        completionId: ids.mint("completion"),
        model: expert.slug,
        createdSeconds: unixSeconds(clock.now()),
        footer: expert.settings.chatFooter,
        passageLink: passageLink(publicUrl ?? new URL(request.url).origin, expert),
        citationView,
        describeError: (error) => errorBody(faultOf(error), String(set.headers["x-request-id"])),
      };
      if (!chat.stream) return chatCompletion(await wholeAnswer(events), context);
      server?.timeout(request, 0);
      return sseResponse(chatCompletionChunks(events, context), { onEnd: () => left.abort() });
    },
    { parse: "none", scope: "query", detail: createChatCompletion },
  );
}

/** @throws Fault `model_not_found` */
export function findModel(experts: ExpertService, access: Access, model: string): Expert {
  const expert = experts.lookUp(access, model);
  if (expert !== null) return expert;
  throw new Fault("model_not_found", `There is no expert "${model}" that this key can reach.`, {
    param: "model",
    hint: "GET /v1/models lists them; an expert's aliases let a client keep its model name.",
  });
}

function questionFrom(chat: ChatRequest, expert: Expert, keyId: KeyId): Question {
  return {
    expert,
    keyId,
    surface: "chat",
    text: chat.question,
    k: chat.k,
    minScore: null,
    filter: chat.filter === null ? null : parseFilter(chat.filter),
    mode: "auto",
    generate: true,
  };
}

/** Where the source came from, or else the cited text in this service, the passage as a text fragment (RFC 5147). */
export function passageLink(base: string, expert: Expert): (citation: Citation) => string {
  return ({ passage, start, end }) =>
    passage.url ??
    `${base}/v1/experts/${expert.slug}/sources/${passage.sourceId}/content?version=${passage.sourceVersion}#char=${start},${end}`;
}

const createChatCompletion = operation({
  ...{
    id: "createChatCompletion",
    tag: "OpenAI",
    summary: "Chat with an expert, as with OpenAI's API",
    scope: "query",
  },
  description:
    "`model` is an expert's slug, id or alias. The last user message is the question. Fields that are not used are " +
    "ignored. With `stream` the reply is server-sent events that end with `data: [DONE]`.",
  body: { "application/json": ChatCompletionRequest },
  answers: { 200: { says: "The completion.", component: "ChatCompletion" } },
  errors: ["model_not_found", "context_length_exceeded"],
});
