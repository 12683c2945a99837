import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { addHtml } from "../markup/html.ts";
import { decodeField, type MimePart, partText, readPart, splitParts } from "./mime.ts";
import { addText } from "./plain-text.ts";

const shownFields = ["from", "to", "cc", "date"] as const;
const mostParts = 200;
const deepest = 10;

/** Plain text if there is some, else HTML. Attachments are listed by name. A mailbox (mbox) has its messages one by one. */
export function extractMail({ bytes, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const messages = messagesIn(bytes);
  const subjects = messages.map((message) => addMessage(builder, readPart(message)));
  return builder.finish(messages.length === 1 ? subjects[0]! : null);
}

/** RFC 4155: each begins with a line `From ADDRESS DATE`, in front of its header. */
const separator = /(?<=^|\n\r?\n)From \S{1,300} [^\n]{0,100}\d\d:\d\d[^\n]{0,60}\n(?=[!-9;-~]{1,76}:)/g;

function messagesIn(bytes: Uint8Array): Uint8Array[] {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.toString("latin1", 0, 5) !== "From ") return [bytes];
  const text = source.toString("latin1");
  const starts = [...text.matchAll(separator)].map(({ 0: line, index }) => [index, index + line.length] as const);
  if (starts.length === 0) return [bytes];
  const unquoted = (message: string) => message.replace(/^>(?=>*From )/gm, "");
  return starts.map(([, from], i) => Buffer.from(unquoted(text.slice(from, starts[i + 1]?.[0])), "latin1"));
}

function addMessage(builder: DocumentBuilder, message: MimePart): string | null {
  const field = (name: string) => decodeField(message.fields.get(name) ?? "").trim();
  const [subject, speaker] = [field("subject"), mailbox(field("from"))];
  builder.turn = null;
  builder.add("heading", subject || (builder.isEmpty ? "" : speaker), { level: 1 });
  builder.turn = speaker === "" ? null : { speaker, saidAt: sentAt(field("date")) };
  const shown = shownFields.filter((name) => field(name) !== "");
  builder.add("caption", shown.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}: ${field(name)}`).join("\n"));
  for (const part of readableParts(message)) addPart(builder, part);
  return subject === "" ? null : subject;
}

function addPart(builder: DocumentBuilder, part: MimePart): void {
  const name = attachmentName(part);
  if (name !== null) builder.add("paragraph", `Attachment: ${decodeField(name)}`);
  else if (part.type === "text/html") addHtml(partText(part), builder);
  else addBody(partText(part), builder);
}

/** The line above a signature (RFC 3676, 4.3). */
const signature = /^-- ?$/m;

function addBody(text: string, builder: DocumentBuilder): void {
  const lines = text.replace(/\r\n?/g, "\n");
  const at = lines.search(signature);
  addText(at === -1 ? lines : lines.slice(0, at), builder);
  if (at !== -1) builder.add("furniture", lines.slice(at).replace(signature, ""));
}

/** The name in `Ada Lovelace <ada@example.org>`, else the address. */
function mailbox(written: string): string {
  const [, name = "", address = ""] =
    /^"?([^"<]{0,200}?)"?\s?<([^<>]{0,300})>/.exec(written.trim().slice(0, 600)) ?? [];
  return (name || address || written).trim().slice(0, 200);
}

/** From RFC 5322, 3.3 to RFC 3339 with its offset; null: invalid. */
function sentAt(date: string): string | null {
  const at = Date.parse(date.replace(/\([^()]{0,80}\)\s?$/, ""));
  if (Number.isNaN(at)) return null;
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d{2})(\d{2})\s*(?:\(|$)/.exec(date) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return new Date(at + offset * 60_000).toISOString().replace(/\.\d+Z$/, `${sign}${hours}:${minutes}`);
}

function attachmentName(part: MimePart): string | null {
  const disposition = part.fields.get("content-disposition") ?? "";
  const name = /filename\s{0,9}=\s{0,9}(?:"([^"]{0,1000})"|([^;\s]{0,1000}))/i
    .exec(disposition)
    ?.slice(1)
    .find(Boolean);
  const attached = /^attachment/i.test(disposition) || !part.type.startsWith("text/");
  return attached ? (name ?? part.parameters.get("name") ?? part.type) : null;
}

/** Of alternatives, the plain text, else the last that is text. */
function readableParts(message: MimePart): MimePart[] {
  const leaves: MimePart[] = [];
  const open: { readonly part: MimePart; readonly depth: number }[] = [{ part: message, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined && seen < mostParts; next = open.pop()) {
    seen++;
    const { part, depth } = next;
    const parts = partsOf(part, depth);
    if (parts === null) leaves.push(part);
    else for (const inner of [...parts].reverse()) open.push({ part: inner, depth: depth + 1 });
  }
  return leaves;
}

function partsOf(part: MimePart, depth: number): readonly MimePart[] | null {
  if (depth >= deepest) return [];
  if (part.type === "message/rfc822") return [readPart(part.body)];
  if (!part.type.startsWith("multipart/")) return null;
  const parts = splitParts(part, mostParts);
  if (part.type !== "multipart/alternative") return parts;
  const plain = parts.find((inner) => inner.type === "text/plain" && partText(inner).trim() !== "");
  const readable = parts.findLast((inner) => inner.type.startsWith("text/") || inner.type.startsWith("multipart/"));
  const chosen = plain ?? readable;
  return chosen === undefined ? [] : [chosen];
}
