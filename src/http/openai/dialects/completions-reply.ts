/** Choices of the older route: what a chat's reply says, as plain text. */
import type { Answer, AnswerEvent } from "../../../answering/answer.ts";
import { Fault } from "../../../kernel/fault.ts";
import { streamWords } from "../../../language/text/shown-text.ts";
import { dataFrame } from "../../body/sse.ts";
import { answerContext, placedCitations, replyFooter, urlCitations } from "../citation-annotations.ts";
import { shifted } from "../enveloped-events.ts";
import { finishReason } from "../reply-text.ts";
import type { SharedContext } from "../request-answering.ts";
import type { CompletionUsage } from "../shared-schemas.ts";
import { bodyOf, completionUsage, limitedText } from "./chat-reply.ts";
import { pieceOf } from "./chat-stream.ts";
import type { PromptRequest } from "./completions-request.ts";
import type { CompletionChoice, CompletionChunk, TextCompletion } from "./completions-schemas.ts";

export interface PromptContext extends PromptRequest, SharedContext {
  /** The prompt's place in the request. */
  readonly index: number;
}

export interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

export interface AnsweredPrompt {
  readonly choice: CompletionChoice;
  readonly usage: CompletionUsage;
}

export function answeredPrompt(answer: Answer, context: PromptContext): AnsweredPrompt {
  const text = limitedText(context);
  return ending(answer, { body: bodyOf(answer, text), text }, context);
}

interface SentText {
  readonly body: string;
  readonly text: ReturnType<typeof limitedText>;
}

/** Positions count from the start of the choice, its prompt included. */
function ending(answer: Answer, { body, text }: SentText, context: PromptContext): AnsweredPrompt {
  const { echo, index } = context;
  const echoed = echo === "" ? answer : shifted(answer, { before: echo, after: "" });
  const placed = placedCitations(echoed, echo + body, context.citations);
  return {
    choice: {
      index,
      text: echo + body + replyFooter(answer, text.cut, context),
      logprobs: null,
      finish_reason: finishReason(text, answer) === "length" ? "length" : "stop",
      annotations: urlCitations(placed, context),
      context: answerContext(echoed, placed, context),
    },
    usage: completionUsage(answer, body, text.cut),
  };
}

export function completion(
  answered: readonly AnsweredPrompt[],
  { id, created, model }: CompletionHead,
): TextCompletion {
  const usage = answered.map((each) => each.usage).reduce(sumOf);
  return { id, object: "text_completion", created, model, choices: answered.map(({ choice }) => choice), usage };
}

export function sumOf(one: CompletionUsage, other: CompletionUsage): CompletionUsage {
  return {
    ...one,
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}

export type SendChunk = (choices: CompletionChunk["choices"], usage: CompletionUsage | null) => string;

export function chunkSender({ id, created, model }: CompletionHead, includeUsage: boolean): SendChunk {
  return (choices, usage) => {
    const chunk: CompletionChunk = { id, object: "text_completion", created, model, choices };
    return dataFrame(includeUsage ? { ...chunk, usage } : chunk);
  };
}

export async function* promptChunks(
  events: AsyncIterable<AnswerEvent>,
  context: PromptContext,
  send: SendChunk,
): AsyncGenerator<string, CompletionUsage> {
  const text = limitedText(context);
  const chunk = (piece: Partial<CompletionChunk["choices"][number]>) =>
    send([{ index: context.index, text: "", logprobs: null, finish_reason: null, ...piece }], null);
  let sent = context.echo;
  let answer: Answer | null = null;
  let started = false;
  for await (const event of events) {
    if (!started) yield chunk({ text: context.echo });
    started = true;
    if (event.type === "end") answer = event.answer;
    const piece = pieceOf(event, text);
    sent += piece;
    yield streamWords(piece)
      .map((words) => chunk({ text: words }))
      .join("");
  }
  if (answer === null) throw new Fault("internal_error", "The answer ended before it was complete.");
  const { choice, usage } = ending(answer, { body: sent.slice(context.echo.length), text }, context);
  yield chunk({ ...choice, text: choice.text.slice(sent.length) });
  return usage;
}
