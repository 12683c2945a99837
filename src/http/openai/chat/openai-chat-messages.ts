/**
 * A chat's `messages` as a question with its history. The last `user` message is the question; what stands before it
 * is the history; `system` and `developer` messages, wherever they stand, are instructions. Tool calls and their
 * results are read over: experts call no tools, but a conversation may have had some.
 */
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import { removeFooter } from "../citation-footer.ts";
import { removeMarkersFromProse } from "../citation-markers.ts";
import { unwrapUserText } from "../front-ends/agent-wrapping.ts";
import { isFields, missing } from "../openai-fields.ts";

export interface ChatTurn {
  readonly role: "user" | "assistant";
  /** Never empty. An assistant's is without citation markers and footer. */
  readonly text: string;
}

export interface Conversation {
  /** Trimmed, not empty. */
  readonly question: string;
  /** Oldest first. */
  readonly history: readonly ChatTurn[];
  /** All instructions, a blank line between two; null when there are none. */
  readonly instructions: string | null;
}

const roles = ["user", "assistant", "system", "developer", "tool", "function"] as const;
type Role = (typeof roles)[number];

interface Message {
  readonly role: Role;
  readonly text: string;
}

const textParts: Readonly<Record<string, "text" | "refusal">> = {
  text: "text",
  input_text: "text",
  output_text: "text",
  refusal: "refusal",
};

/**
 * @param param the name of the field, for errors.
 * @throws Fault `missing_required_parameter` or `invalid_parameter`, with `param` such as `messages[2].content`.
 */
export function readConversation(value: unknown, param: string): Conversation {
  if (value === undefined || value === null) throw missing(param);
  if (!Array.isArray(value)) throw invalidParameter(param, `'${param}' must be an array of messages.`);
  const messages = value.map((message, position) => readMessage(message, `${param}[${position}]`));
  const asked = messages.findLastIndex((message) => message.role === "user");
  if (asked < 0) {
    throw new Fault("invalid_parameter", `'${param}' has no message of the role 'user'.`, {
      param,
      hint: "The last one is taken as the question.",
    });
  }
  const question = unwrapUserText(messages[asked]?.text ?? "");
  if (question === "") throw invalidParameter(`${param}[${asked}].content`, "The last user message has no text.");
  return { question, history: historyOf(messages.slice(0, asked)), instructions: instructionsOf(messages) };
}

function readMessage(value: unknown, param: string): Message {
  if (!isFields(value)) throw invalidParameter(param, `'${param}' must be an object with a role and content.`);
  const given = value.role ?? null;
  if (given === null) throw missing(`${param}.role`);
  const role = roles.find((candidate) => candidate === given);
  if (role === undefined) {
    throw invalidParameter(`${param}.role`, `'${param}.role' must be one of ${roles.map((r) => `'${r}'`).join(", ")}.`);
  }
  const isTool = role === "tool" || role === "function";
  return { role, text: isTool ? "" : readContent(value.content ?? null, `${param}.content`) };
}

/** Text of a content field: a string, or parts of text, joined by line breaks. Null is no text. */
export function readContent(content: unknown, param: string): string {
  if (content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalidParameter(param, `'${param}' must be a string or an array of parts.`);
  return content.map((part, position) => readPart(part, `${param}[${position}]`)).join("\n");
}

function readPart(part: unknown, param: string): string {
  if (!isFields(part)) throw invalidParameter(param, `'${param}' must be an object with a type.`);
  const type = part.type;
  const field = typeof type === "string" && Object.hasOwn(textParts, type) ? textParts[type] : undefined;
  if (field === undefined) {
    const message = `'${param}' is of the type ${JSON.stringify(type ?? null)}, which experts cannot read.`;
    throw new Fault("invalid_parameter", message, {
      param,
      hint: "Send text; add documents as sources of the expert.",
    });
  }
  const text = part[field];
  if (typeof text === "string") return text;
  throw invalidParameter(`${param}.${field}`, `'${param}.${field}' must be a string.`);
}

function historyOf(messages: readonly Message[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const { role, text } of messages) {
    if (role !== "user" && role !== "assistant") continue;
    const said = role === "user" ? unwrapUserText(text) : removeMarkersFromProse(removeFooter(text)).trim();
    if (said !== "") turns.push({ role, text: said });
  }
  return turns;
}

function instructionsOf(messages: readonly Message[]): string | null {
  const texts = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ text }) => text.trim())
    .filter((text) => text !== "");
  return texts.length === 0 ? null : texts.join("\n\n");
}
