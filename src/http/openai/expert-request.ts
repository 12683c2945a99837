import type { Static } from "@sinclair/typebox";
import type { ToolUse } from "../../answering/answer.ts";
import { type AnswerFormat, maxQuestionLength } from "../../answering/asked-question.ts";
import type { Sampling } from "../../answering/ports.ts";
import { Fault } from "../../kernel/fault.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import type { Conversation } from "./dialects/chat-messages.ts";
import type { Housekeeping } from "./front-ends/housekeeping-prompts.ts";
import { type Envelope, readScaffolding } from "./front-ends/program-scaffolding.ts";
import type { askingFields } from "./shared-schemas.ts";

/** See docs/clients.md, "What a reply holds". */
export type CitationStyle = NonNullable<Static<(typeof askingFields)["citations"]>>;

export interface ExpertRequest extends Conversation {
  readonly model: string;
  /** 1–100. */
  readonly k: number | null;
  readonly filter: unknown;
  readonly citations: CitationStyle;
  readonly stream: boolean;
  readonly maxTokens: number | null;
  /** At most 4, not empty. */
  readonly stop: readonly string[];
  /** For the model, under their own names. */
  readonly sampling: Sampling;
  readonly tools: ToolUse | null;
  readonly format: AnswerFormat | null;
  readonly envelope: Envelope | null;
  readonly conversation: string | null;
  /** A front end asks for a title, tags or the like. */
  readonly housekeeping: Housekeeping | null;
}

export function checkQuestionLength(question: string, param: string): void {
  const length = codePointLength(question);
  if (length <= maxQuestionLength) return;
  const message = `The question has ${length} characters; at most ${maxQuestionLength} are allowed.`;
  throw new Fault("context_length_exceeded", message, { param, hint: "Add long text as a source of the expert." });
}

type AskingFields = { readonly [F in keyof typeof askingFields]?: Static<(typeof askingFields)[F]> | null | undefined };

export function askingOf(body: AskingFields & { readonly model: string }) {
  return {
    model: body.model,
    stream: body.stream ?? false,
    k: body.k ?? null,
    filter: body.filter ?? null,
    citations: body.citations ?? "full",
  };
}

export function givenFields(fields: Readonly<Record<string, number | string | null | undefined>>): Sampling {
  const given = Object.entries(fields).filter(
    (field): field is [string, number | string] => field[1] != null && field[1] !== "",
  );
  return Object.fromEntries(given);
}

export function withoutScaffolding<C extends Conversation>(
  conversation: C,
  format: AnswerFormat | null,
): C & Pick<ExpertRequest, "format" | "envelope"> {
  const found = readScaffolding(conversation);
  // A schema in the instructions may belong to an earlier turn.
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
