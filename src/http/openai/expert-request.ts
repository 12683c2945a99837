/** A request to an expert, from either of OpenAI's two APIs. */
import type { Static } from "@sinclair/typebox";
import type { AnswerFormat } from "../../answering/asked-question.ts";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import type { ToolUse } from "../../answering/tool-calls.ts";
import { Fault } from "../../kernel/fault.ts";
import { codePointLength } from "../../text/code-points.ts";
import type { Conversation } from "./chat/chat-messages.ts";
import type { Housekeeping } from "./front-ends/housekeeping-prompts.ts";
import { type Envelope, readScaffolding } from "./front-ends/program-scaffolding.ts";
import type { askingFields } from "./shared-schemas.ts";

/**
 * Which citations the reply contains.
 *
 * |               | `[n]` in the content | annotations | context.citations | footer |
 * |---------------|----------------------|-------------|-------------------|--------|
 * | `full`        | yes                  | yes         | yes               | yes    |
 * | `annotations` | yes                  | yes         | yes               | no     |
 * | `inline`      | yes                  | no          | no                | yes    |
 * | `off`         | no                   | no          | no                | no     |
 */
export type CitationStyle = NonNullable<Static<(typeof askingFields)["citations"]>>;

export interface ExpertRequest extends Conversation {
  /** Slug, id or alias of an expert. */
  readonly model: string;
  /** Passages to retrieve, 1–100. */
  readonly k: number | null;
  /** Unchecked; parsed where it is applied. */
  readonly filter: unknown;
  readonly citations: CitationStyle;
  readonly stream: boolean;
  /** Tokens of the reply at most. */
  readonly maxTokens: number | null;
  /** Strings that end the text; at most 4, not empty. */
  readonly stop: readonly string[];
  /** Parameters for the model behind the expert, under their own names; only those that were given. */
  readonly sampling: Readonly<Record<string, number>>;
  /** The tools that a model may call; null for none. */
  readonly tools: ToolUse | null;
  /** Null for text. */
  readonly format: AnswerFormat | null;
  /** The text that a client's library expects around the answer; null for none. */
  readonly envelope: Envelope | null;
  /** The client's id of the conversation; null if it gives none. */
  readonly conversation: string | null;
  /** Set if a front end asks for a title, tags or the like, which is not answered from memory. */
  readonly housekeeping: Housekeeping | null;
}

/** @throws Fault `context_length_exceeded`. */
export function checkQuestionLength(question: string, param: string): void {
  const length = codePointLength(question);
  if (length <= maxQuestionLength) return;
  const message = `The question has ${length} characters; at most ${maxQuestionLength} are allowed.`;
  throw new Fault("context_length_exceeded", message, { param, hint: "Add long text as a source of the expert." });
}

type Asking = { readonly [F in keyof typeof askingFields]?: Static<(typeof askingFields)[F]> | null | undefined };

/** The fields that both APIs have under the same names. */
export function askingOf(body: Asking & { readonly model: string }) {
  return {
    model: body.model,
    stream: body.stream ?? false,
    k: body.k ?? null,
    filter: body.filter ?? null,
    citations: body.citations ?? "full",
  };
}

/** Those of the fields that have a value. */
export function givenNumbers(
  fields: Readonly<Record<string, number | null | undefined>>,
): Readonly<Record<string, number>> {
  const given = Object.entries(fields).filter((field): field is [string, number] => typeof field[1] === "number");
  return Object.fromEntries(given);
}

/** The conversation without a library's scaffolding around its question. */
export function withoutScaffolding<C extends Conversation>(
  conversation: C,
  format: AnswerFormat | null,
): C & Pick<ExpertRequest, "format" | "envelope"> {
  const found = readScaffolding(conversation);
  // A schema in the request takes precedence; the one in the instructions may belong to an earlier turn.
  if (found === null || (format !== null && format.schema !== null)) return { ...conversation, format, envelope: null };
  const { question, instructions, envelope } = found;
  return {
    ...conversation,
    question,
    instructions,
    format: found.format ?? format,
    envelope: envelope.before === "" ? null : envelope,
  };
}
