/** Converts `messages` to a question (the last `user` message) with history, instructions and material. */

import type { ToolCall } from "../../../answering/answer.ts";
import type { Material, Turn } from "../../../answering/asked-question.ts";
import type { ModelMessage } from "../../../answering/ports.ts";
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import { type Fields, isFields } from "../../../kernel/json.ts";
import { codePointCursor, codePointLength, truncateCodePoints } from "../../../language/text/code-points.ts";
import { removeFooter } from "../citation-footer.ts";
import { ownWords, type TextMaterial, unwrap } from "../front-ends/wrapped-text.ts";
import { removeMarkersFromProse } from "../marked-text.ts";
import type { Note } from "../shared-schemas.ts";
import type { ChatMessage } from "./chat-schemas.ts";

export interface Conversation {
  readonly question: string;
  /** Without citation markers and footer. */
  readonly history: readonly Turn[];
  readonly instructions: string | null;
  readonly material: readonly Material[];
  /** Of the client's tools, since the question. */
  readonly exchange: readonly ModelMessage[];
  readonly notes: readonly Note[];
}

interface ReadMessage {
  readonly role: ChatMessage["role"];
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly toolCallId: string | null;
  readonly unreadable: readonly { readonly type: string; readonly param: string }[];
}

const textParts: Readonly<Record<string, "text" | "refusal">> = {
  text: "text",
  input_text: "text",
  output_text: "text",
  refusal: "refusal",
};

const mostMaterial = 400_000;

/** @param param the field's name @throws Fault `invalid_parameter` with `param` such as `messages[2].content` */
export function readConversation(messages: readonly ChatMessage[], param: string): Conversation {
  const read = messages.map((message, position) => readMessage(message, `${param}[${position}]`));
  const questionAt = read.findLastIndex((message) => message.role === "user");
  const last = read[questionAt];
  if (last === undefined) {
    throw new Fault("invalid_parameter", `'${param}' has no message of the role 'user'.`, {
      param,
      hint: "The last one is taken as the question.",
    });
  }
  refuseUnreadable(last);
  const question = ownWords(last.text);
  if (question === "") throw invalidParameter(`${param}[${questionAt}].content`, "The last user message has no text.");
  const { material, leftOut } = materialOf(read, questionAt);
  const skipped = read.flatMap(({ unreadable }) => unreadable).map(skippedNote);
  return {
    question,
    history: historyOf(read.slice(0, questionAt)),
    instructions: instructionsOf(read),
    material,
    exchange: exchangeOf(read.slice(questionAt + 1)),
    notes: [...skipped, ...leftOut],
  };
}

function readMessage(message: ChatMessage, param: string): ReadMessage {
  const { role, content, tool_calls: calls, tool_call_id: toolCallId } = message;
  const given = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const parts = given.map((part, position) => readPart(part, `${param}.content[${position}]`));
  return {
    role,
    calls: (calls ?? []).flatMap(readCall),
    toolCallId: toolCallId ?? null,
    text: parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n"),
    unreadable: parts.filter((part) => "type" in part),
  };
}

function readPart(
  part: Readonly<Record<string, unknown>>,
  param: string,
): { text: string } | { type: string; param: string } {
  const type = typeof part.type === "string" ? part.type : JSON.stringify(part.type ?? null);
  const field = Object.hasOwn(textParts, type) ? textParts[type] : undefined;
  if (field === undefined) return { type, param };
  const text = part[field];
  if (typeof text === "string") return { text };
  throw invalidParameter(`${param}.${field}`, `'${param}.${field}' must be a string.`);
}

function readCall(call: Fields): ToolCall[] {
  const { id, function: called } = call;
  if (typeof id !== "string" || !isFields(called) || typeof called.name !== "string") return [];
  return [{ id, name: called.name, arguments: typeof called.arguments === "string" ? called.arguments : "" }];
}

function refuseUnreadable({ unreadable: [part] }: ReadMessage): void {
  if (part === undefined) return;
  throw new Fault("invalid_parameter", `'${part.param}' is of the type '${part.type}', which experts cannot read.`, {
    param: part.param,
    hint: "Send text; add documents as sources of the expert.",
  });
}

function skippedNote({ type, param }: ReadMessage["unreadable"][number]): Note {
  return {
    code: "part_skipped",
    message: `'${param}' is of the type '${type}', which experts cannot read. It was skipped.`,
  };
}

/** Earlier questions had their own material in their own turns. */
function materialOf(messages: readonly ReadMessage[], questionAt: number): { material: Material[]; leftOut: Note[] } {
  const all = messages.flatMap((message, position): Material[] => {
    const { role, text } = message;
    const isResult = role === "tool" && position > questionAt;
    const isRead = isResult || position === questionAt || role === "system" || role === "developer";
    const found = isResult ? [toolResult(message, messages)] : isRead ? unwrap(text).material : [];
    const point = codePointCursor(text);
    const origin = isResult ? "tool" : "message";
    return found.map((each) => ({ ...each, origin, message: position, start: point(each.start) }));
  });
  const { material, isWhole } = withinLimit(all);
  const message = `Only the first ${mostMaterial} characters of the attached texts were read.`;
  return { material, leftOut: isWhole ? [] : [{ code: "material_shortened", message }] };
}

function withinLimit(all: readonly Material[]): { material: Material[]; isWhole: boolean } {
  let room = mostMaterial;
  let isWhole = true;
  const material = all.flatMap((each) => {
    const text = truncateCodePoints(each.text, room);
    room -= codePointLength(text);
    isWhole &&= text.length === each.text.length;
    return text === "" ? [] : [{ ...each, text }];
  });
  return { material, isWhole };
}

function toolResult({ text, toolCallId }: ReadMessage, messages: readonly ReadMessage[]): TextMaterial {
  const call = messages.flatMap(({ calls }) => calls).find(({ id }) => id === toolCallId);
  return { title: call?.name ?? "Tool", url: null, text, start: 0 };
}

/** Model servers expect all calls of a turn in one message, and each result after its call. */
function exchangeOf(messages: readonly ReadMessage[]): ModelMessage[] {
  const exchange: ModelMessage[] = [];
  for (const { role, text, calls, toolCallId } of messages) {
    const last = exchange.at(-1);
    if (role === "tool" && toolCallId !== null) exchange.push({ role, content: text, toolCallId });
    if (role !== "assistant" || calls.length === 0) continue;
    if (last?.role !== "assistant") exchange.push({ role, content: text, toolCalls: calls });
    else exchange[exchange.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), ...calls] };
  }
  return exchange;
}

function historyOf(messages: readonly ReadMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, text } of messages) {
    if (role !== "user" && role !== "assistant") continue;
    const said = role === "user" ? ownWords(text) : removeMarkersFromProse(removeFooter(text)).trim();
    if (said !== "") turns.push({ role, text: said });
  }
  return turns;
}

function instructionsOf(messages: readonly ReadMessage[]): string | null {
  const texts = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ text }) => unwrap(text).said)
    .filter((text) => text !== "");
  return texts.length === 0 ? null : texts.join("\n\n");
}
