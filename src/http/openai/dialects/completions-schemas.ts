/** By OpenAI's specification of the older route. */
import { type Static, Type } from "@sinclair/typebox";
import { namedObject, nullable, oneOf } from "../../../api/schema-parts.ts";
import { AnswerContextObject, CompletionUsageObject, optional, UrlCitationObject } from "../shared-schemas.ts";
import { ChatCompletionRequest } from "./chat-schemas.ts";

/** Of one request: each is a question of its own. */
export const mostPrompts = 16;

const { model, stream, stream_options, temperature, top_p, k, filter, citations, max_tokens, stop, n, seed } =
  ChatCompletionRequest.properties;
const { presence_penalty, frequency_penalty } = ChatCompletionRequest.properties;

const prompt = Type.String({ minLength: 1, pattern: "\\S" });

export const CompletionRequest = Type.Object(
  {
    model,
    prompt: Type.Union([prompt, Type.Array(prompt, { minItems: 1, maxItems: mostPrompts })], {
      expected: `a text or a list of 1 to ${mostPrompts} texts, not empty; ids of tokens cannot be read`,
      description: "Each text is a question, and gets a choice.",
    }),
    echo: optional(Type.Boolean({ default: false, description: "Each choice begins with its prompt." })),
    n,
    best_of: n,
    stream,
    stream_options,
    max_tokens,
    stop,
    temperature,
    top_p,
    presence_penalty,
    frequency_penalty,
    seed,
    k,
    filter,
    citations,
  },
  {
    $id: "CompletionRequest",
    additionalProperties: true,
    examples: [{ model: "handbook", prompt: "How do I add a PDF?" }],
  },
);

const CompletionChoice = namedObject("CompletionChoice", {
  index: Type.Integer({ minimum: 0, description: "The prompt's place in the request." }),
  text: Type.String(),
  logprobs: Type.Null(),
  finish_reason: oneOf(["stop", "length"]),
  annotations: Type.Array(UrlCitationObject),
  context: AnswerContextObject,
});

const head = {
  id: Type.String(),
  object: Type.Literal("text_completion"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
};

export const CompletionObject = namedObject("Completion", {
  ...head,
  choices: Type.Array(CompletionChoice, { minItems: 1 }),
  usage: CompletionUsageObject,
});

const CompletionChunkChoice = namedObject("CompletionChunkChoice", {
  index: Type.Integer({ minimum: 0 }),
  text: Type.String(),
  logprobs: Type.Null(),
  finish_reason: nullable(oneOf(["stop", "length"])),
  annotations: Type.Optional(Type.Array(UrlCitationObject)),
  context: Type.Optional(AnswerContextObject),
});

export const CompletionChunkObject = namedObject("CompletionChunk", {
  ...head,
  choices: Type.Array(CompletionChunkChoice, { maxItems: 1, description: "Empty in the chunk with the usage." }),
  usage: Type.Optional(nullable(CompletionUsageObject)),
});

export type TextCompletion = Static<typeof CompletionObject>;
export type CompletionChoice = TextCompletion["choices"][number];
export type CompletionChunk = Static<typeof CompletionChunkObject>;
