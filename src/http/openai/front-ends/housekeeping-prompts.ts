/**
 * Chat front ends ask the chosen model for a title, tags or follow-up questions of a conversation: no question for the
 * memory. No client marks these prompts. Recognised are a task over `<chat_history>` with a described JSON output of one
 * known key, an order to show an expression as an emoji (Open WebUI), one to write a title with a limit on its form
 * (LibreChat, LobeChat, n8n, Continue, Jan; "How do I give this chat a title?" has none), and one to write the standalone
 * form of a follow-up question (LangChain, LlamaIndex; framework-prompts.ts).
 */

import type { Answer, AnswerEvent } from "../../../answering/answer.ts";
import { standaloneQuestion, type Turn } from "../../../answering/asked-question.ts";
import { isFields, jsonIn } from "../../../kernel/json.ts";
import { findLanguage } from "../../../language/find-language.ts";
import { codePointLength, truncateCodePoints } from "../../../language/text/code-points.ts";
import { estimateTokens } from "../../../language/words/tokens.ts";
import type { Conversation } from "../dialects/chat-messages.ts";
import { readFrameworkPrompt } from "./framework-prompts.ts";
import { findBlock, withoutBlocks } from "./tagged-block.ts";

export interface Housekeeping {
  readonly task: "title" | "tags" | "follow_ups" | "queries" | "text" | "prompt" | "emoji" | "question";
  /** Made without a model, in the form that is asked for. */
  readonly reply: string;
}

const jsonTask = /\{\s*"(title|tags|follow_ups|queries|text|prompt)"\s*:/;
/** Before the message in its fence. */
const emojiOrder = [/\bemojis?\b/i, /\b(?:facial )?expression\b/i] as const;
const fencedMessage = /\bmessage:\s*```/i;
const titleOrder = [
  /\btitle\b/i,
  /\b(?:chats?|conversations?)\b|\b\d+-word\b/i,
  /\b(?:generate|create|write|provide|reply with|give|summari[sz]e)\b/i,
  /\b\d+(?:\s*(?:-|–|to)\s*\d+)?[- ]words?\b|\b\d+ characters\b|\bonly (?:output )?the title\b|\bthe title only\b|\bno (?:quotation marks|punctuation)\b/i,
] as const;
const speaker = /^\s*(?:user|human|assistant|ai)\s*:\s*/i;

/** Code points of a model's line. */
const longestReply: Partial<Record<Housekeeping["task"], number>> = { emoji: 8, question: 2000 };
const titleWords = 6;
const titleLength = 60;
/** In characters; the conversation after it may contain anything. */
const orderLength = 1200;

export function housekeepingTask(conversation: Conversation): Housekeeping | null {
  const { question } = conversation;
  return (
    jsonHousekeeping(question) ?? emojiHousekeeping(question) ?? plainTitle(conversation) ?? standalone(conversation)
  );
}

/** Both must occur in instructions. */
const standaloneOrder = [/\bstandalone question\b/i, /\b(?:formulate|reformulate|rephrase|rewrite)\b/i] as const;

function standalone({ question, instructions, history }: Conversation): Housekeeping | null {
  const prompt = readFrameworkPrompt(question);
  const inPrompt = prompt?.history != null && prompt.question !== null;
  if (!inPrompt && !standaloneOrder.every((sign) => sign.test(instructions ?? ""))) return null;
  const asked = inPrompt ? prompt.question! : question;
  const turns = inPrompt ? turnsIn(prompt.history!) : history;
  return { task: "question", reply: standaloneQuestion(asked, turns, findLanguage(asked) ?? "en").text };
}

const assistant = /^\s*(?:assistant|ai)\s*:/i;

/** A line that begins with a speaker begins a turn. */
function turnsIn(transcript: string): Turn[] {
  const turns: Turn[] = [];
  for (const line of transcript.split("\n")) {
    const text = line.replace(speaker, "").trim();
    const before = turns.at(-1);
    if (before !== undefined && !speaker.test(line)) {
      turns[turns.length - 1] = { ...before, text: `${before.text}\n${text}`.trim() };
    } else if (text !== "") turns.push({ role: assistant.test(line) ? "assistant" : "user", text });
  }
  return turns;
}

function jsonHousekeeping(question: string): Housekeeping | null {
  const transcript = findBlock(question, "chat_history")?.inner;
  const key = jsonTask.exec(withoutBlocks(question, "chat_history"))?.[1];
  if (transcript === undefined || key === undefined) return null;
  switch (key) {
    case "title":
      return { task: "title", reply: JSON.stringify({ title: titleOf(firstLine(transcript)) }) };
    case "prompt":
      return { task: "prompt", reply: JSON.stringify({ prompt: firstLine(transcript).replace(speaker, "").trim() }) };
    case "tags":
    case "follow_ups":
    case "queries":
      return { task: key, reply: JSON.stringify({ [key]: [] }) };
    default:
      return { task: "text", reply: JSON.stringify({ text: "" }) };
  }
}

function emojiHousekeeping(question: string): Housekeeping | null {
  const message = fencedMessage.exec(question);
  const order = message === null ? "" : question.slice(0, message.index);
  return emojiOrder.every((sign) => sign.test(order)) ? { task: "emoji", reply: "🙂" } : null;
}

function plainTitle({ question, instructions, history }: Conversation): Housekeeping | null {
  if (instructions !== null && ordersTitle(instructions)) return { task: "title", reply: titleOf(firstLine(question)) };
  if (!ordersTitle(question)) return null;
  const paragraphs = question.split(/\n\s*\n/);
  const subject = paragraphs.length > 1 ? paragraphs.at(-1) : history.find((turn) => turn.role === "user")?.text;
  return { task: "title", reply: titleOf(firstLine(subject ?? question)) };
}

const written: ReadonlySet<Housekeeping["task"]> = new Set([
  "title",
  "tags",
  "follow_ups",
  "prompt",
  "emoji",
  "question",
]);

/** Null: not what the prompt asks for. */
export function housekeepingReply({ task, reply }: Housekeeping, text: string): string | null {
  if (!reply.startsWith("{")) {
    const line =
      text
        .trim()
        .split("\n")[0]
        ?.replace(/^["'*#\s]+|(?<!["'*\s])["'*\s]+$/g, "") ?? "";
    const longest = longestReply[task] ?? titleLength;
    return line === "" || codePointLength(line) > longest ? null : line;
  }
  const json = jsonIn(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  return isFields(json) && typeof json[task] === typeof JSON.parse(reply)[task] ? JSON.stringify(json) : null;
}

/** As events of an answer without citations. @param ask null: no model, or it failed */
export async function* housekeepingEvents(
  housekeeping: Housekeeping,
  asked: Pick<Answer, "id" | "expertId" | "question" | "createdAt">,
  ask: () => Promise<string | null>,
): AsyncGenerator<AnswerEvent> {
  yield { type: "start", id: asked.id, createdAt: asked.createdAt };
  const text = written.has(housekeeping.task) ? await ask() : null;
  const reply = (text === null ? null : housekeepingReply(housekeeping, text)) ?? housekeeping.reply;
  yield { type: "text", text: reply };
  const answer: Answer = {
    ...asked,
    text: reply,
    abstained: false,
    abstainReason: null,
    confidence: null,
    grounded: null,
    modelFailure: null,
    form: "text",
    citations: [],
    markers: [],
    remarks: [],
    unsupported: [],
    removed: [],
    toolCalls: [],
    expansion: null,
    retrieved: [],
    retrieval: { mode: "keyword", k: 0, returned: 0, used: 0, sourcesReady: 0, sourcesPending: 0 },
    mode: "none",
    model: null,
    truncated: false,
    usage: { promptTokens: estimateTokens(asked.question), completionTokens: estimateTokens(reply) },
  };
  yield { type: "end", answer };
}

function ordersTitle(prompt: string): boolean {
  const order = prompt.slice(0, orderLength);
  return titleOrder.every((sign) => sign.test(order));
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.replace(speaker, "").trim() !== "") ?? "";
}

function titleOf(line: string): string {
  const words = line
    .replace(speaker, "")
    .replace(/["“”`*#<>]/g, "")
    .trim()
    .split(/\s+/);
  const title = truncateCodePoints(words.slice(0, titleWords).join(" "), titleLength);
  return title.replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, "") || "Conversation";
}
