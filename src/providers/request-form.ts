/** Servers know different fields. A refused one is renamed or left out from then on. */

import type { ToolUse } from "../answering/answer.ts";
import type { ModelMessage, ModelRequest } from "../answering/ports.ts";
import type { Refusal } from "./upstream.ts";

type ChatBody = Readonly<Record<string, unknown>>;

export type RequestForm = ReturnType<typeof requestForm>;

interface Adjustment {
  readonly field: string;
  /** Tried in this order; then the field is left out. */
  readonly instead?: readonly ((body: ChatBody) => ChatBody)[];
}

const named =
  (from: string, to: string) =>
  ({ [from]: value, ...rest }: ChatBody): ChatBody => ({ ...rest, [to]: value });

const adjustments: readonly Adjustment[] = [
  { field: "max_tokens", instead: [named("max_tokens", "max_completion_tokens")] },
  { field: "max_completion_tokens" },
  { field: "stream_options" },
  {
    field: "reasoning_effort",
    instead: [({ reasoning_effort: effort, ...rest }) => ({ ...rest, reasoning: { effort } })],
  },
  { field: "reasoning" },
  { field: "temperature" },
  { field: "top_p" },
  { field: "presence_penalty" },
  { field: "frequency_penalty" },
  { field: "seed" },
  { field: "parallel_tool_calls" },
  { field: "tool_choice" },
  { field: "response_format", instead: [withPlainJson, withSchemaInWords] },
  { field: "stream", instead: [({ stream_options: _, ...rest }) => ({ ...rest, stream: false })] },
  { field: "system", instead: [withoutSystem] },
];

export function requestForm(model: string, usual: ChatBody) {
  const refused = new Map<string, number>();
  let mostTokens = Number.POSITIVE_INFINITY;
  const adjusted = (body: ChatBody): ChatBody =>
    adjustments.reduce((so, { field, instead = [] }) => {
      const times = refused.get(field) ?? 0;
      if (times === 0 || (field !== "system" && !(field in so))) return so;
      const change = instead[times - 1];
      if (change !== undefined) return change(so);
      const { [field]: _, ...rest } = so;
      return rest;
    }, body);
  return {
    bodyOf: (request: ModelRequest) => {
      const maxTokens = Math.min(request.maxTokens, mostTokens);
      return adjusted({ ...usual, ...wholeBodyOf(model, { ...request, maxTokens }) });
    },
    /** @returns whether the next request has another form */
    learn: (refusal: Refusal, body: ChatBody) => {
      const field = refusedField(refusal, body);
      if (field === null) return false;
      const most = field.startsWith("max_") ? mostNamed(refusal.said) : null;
      if (most !== null && most < Number(body[field])) {
        mostTokens = most;
        return true;
      }
      const { instead = [] } = adjustments.find((each) => each.field === field)!;
      const times = refused.get(field) ?? 0;
      if (times > instead.length || (times === instead.length && isNeeded(field))) return false;
      refused.set(field, times + 1);
      return true;
    },
    get leftOut() {
      return [...refused.keys()];
    },
  };
}

const isNeeded = (field: string) => field === "stream" || field === "system";

/** llama.cpp answers some misunderstood requests with 500. */
const statuses: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 500, 501]);

/** Null: refused for another reason. */
function refusedField({ status, said, isTooLong }: Refusal, body: ChatBody): string | null {
  if (!statuses.has(status) || (isTooLong && /context/i.test(said))) return null;
  const sent = adjustments.map(({ field }) => field).filter((field) => field in body);
  const marked = markedField(said);
  if (marked !== null && sent.includes(marked)) return marked;
  if (/\bsystem (?:role|message|prompt)/i.test(said) && /\bsupport/i.test(said)) {
    return "system";
  }
  const names = new Set([...said.matchAll(nameMark)].flatMap((match) => match.slice(1).filter(Boolean)));
  const told = sent.filter((field) => (field.includes("_") ? said.includes(field) : names.has(field)));
  return told.toSorted((a, b) => said.indexOf(a) - said.indexOf(b))[0] ?? null;
}

/** Messages quote requests, so a common word must be marked as a name. */
const nameMark =
  /["'`](\w{1,40})["'`]|\b(?:parameter|argument|field|option|property)s? (\w{1,40})\b|\b(\w{1,40}) (?:parameter|argument|field|option|property|is not|cannot|does not)\b/g;

/** From OpenAI's `error.param`, or FastAPI's `loc`. */
function markedField(said: string): string | null {
  const param = /"param"\s*:\s*"(?:body\.)?([a-z_]+)/.exec(said)?.[1];
  return param ?? /"loc"\s*:\s*\[\s*"body"\s*,\s*"([a-z_]+)"/.exec(said)?.[1] ?? null;
}

/** "This model supports at most 4096 completion tokens", "must be less than or equal to 8192". */
function mostNamed(said: string): number | null {
  const most = /(?:\bat most|\bmaximum|\bup to|\bless than or equal to|<=)\D{0,30}?(\d{2,7})\b/i.exec(said)?.[1];
  return most === undefined ? null : Number(most);
}

function wholeBodyOf(model: string, { messages, maxTokens, sampling, tools, format }: ModelRequest): ChatBody {
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

/** For servers that know JSON but no schemas. */
function withPlainJson(body: ChatBody): ChatBody {
  return { ...withSchemaInWords(body), response_format: { type: "json_object" } };
}

function withSchemaInWords({ response_format: format, ...body }: ChatBody): ChatBody {
  const messages = Array.isArray(body.messages) ? (body.messages as ModelMessage[]) : [];
  const at = messages.findLastIndex(({ role }) => role === "user");
  const schema = (format as { json_schema?: { schema?: object } } | undefined)?.json_schema?.schema;
  if (at === -1 || schema === undefined) return body;
  const content = `${messages[at]!.content}\n\nReply with JSON of this schema: ${JSON.stringify(schema)}`;
  return { ...body, messages: messages.with(at, { ...messages[at]!, content }) };
}

/** The system message then begins the next message of the user. */
function withoutSystem(body: ChatBody): ChatBody {
  const messages = Array.isArray(body.messages) ? (body.messages as ModelMessage[]) : [];
  const rules = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const rest = messages.filter(({ role }) => role !== "system");
  const at = rest.findIndex(({ role }) => role === "user");
  if (at === -1) return body;
  const asked = { role: "user", content: [...rules, rest[at]!.content].join("\n\n") };
  return { ...body, messages: rest.with(at, asked as ModelMessage) };
}
