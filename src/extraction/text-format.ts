import { jsonIn } from "../kernel/json.ts";
import type { Format } from "./supported-formats.ts";

export function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 65_536);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
  return controls > Math.max(3, sample.length / 50);
}

const headLength = 16_384;

/** Unmistakable content first, then name or type unless content contradicts it, then Markdown's marks. */
export function textFormat(text: string, hint: Format | null, named: boolean): Format {
  const head = text.slice(0, headLength).trimStart();
  if (page.test(head)) return "html";
  const vague = hint === null || (hint === "text" && !named);
  const content = formatByContent(text, head, hint);
  if (content !== null) return content;
  if (hint === "html") return /<[a-z][^<>]{0,2000}>/i.test(text.slice(0, 200_000)) ? "html" : "text";
  if ((vague || hint === "text") && looksLikeMarkdown(text, vague)) return "markdown";
  return hint === null || hint === "eml" ? "text" : hint;
}

const page = /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,4000}-->\s*)?(?:<!doctype\s+html|<html[\s>])/i;
const fragment = /^<(?:head|body|title|h[1-6]|p|div|article|table)[\s>]/i;

function formatByContent(text: string, head: string, hint: Format | null): Format | null {
  const mail = hint === null || hint === "text" || hint === "eml";
  if (mail && hasMailHeader(head)) return "eml";
  if (hint === "json" || hint === "jsonl") return jsonFormat(text, head) ?? "code";
  if (hint !== null) return null;
  if (/^[{[]/.test(head)) return jsonFormat(text, head);
  if (fragment.test(head)) return "html";
  return head.startsWith("#!") ? "code" : null;
}

export function isTextual(format: Format): boolean {
  return ["text", "markdown", "html", "csv", "tsv", "json", "jsonl", "eml", "code"].includes(format);
}

/** JSON with comments, for example, is source code. */
function jsonFormat(text: string, head: string): Format | null {
  if (parses(text)) return "json";
  const lines = head.split("\n");
  const whole = text.length > headLength ? lines.slice(0, -1) : lines;
  const records = whole.filter((line) => line.trim() !== "").slice(0, 20);
  return records.length > 0 && records.every(parses) ? "jsonl" : null;
}

const parses = (json: string) => jsonIn(json.replace(/^\uFEFF/, "")) !== undefined;

const mailFields = new Set(
  "from to cc subject date mime-version received message-id return-path content-type".split(" "),
);

/** RFC 5322: three fields of mail, with which prose does not begin. */
function hasMailHeader(head: string): boolean {
  const header = head.split(/\r?\n\r?\n/, 1)[0] ?? "";
  const lines = header.replace(/^From \S+ .*\r?\n/, "").split(/\r?\n/);
  if (!lines.every((line) => /^(?:[!-9;-~]{1,76}:|[ \t])/.test(line))) return false;
  const known = lines
    .map((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? "")
    .filter((name) => mailFields.has(name));
  return new Set(known).size >= 3;
}

/** A text without a name must show two of these, or two headings; one named `.txt` two of these and two lower headings. */
const markdownMarks: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /\[[^[\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /^ {0,3}[-*+] \S.*\n {0,3}[-*+] \S/m,
  /(?:^|\s)\*\*[^*\n]{1,200}\*\*/,
  /^\|.*\|[^\S\n]*\n\|[ \t:|]*-[ \t:|-]*\|/m,
];

function looksLikeMarkdown(text: string, isVague: boolean): boolean {
  const head = text.slice(0, headLength);
  if (/^#include\b|^#!\//m.test(head)) return false;
  const kinds = markdownMarks.filter((mark) => mark.test(head)).length;
  const headings = head.match(/(?:^|\n\r?\n)#{1,6} \S/g) ?? [];
  if (!isVague) return kinds >= 2 && headings.filter((heading) => heading.includes("##")).length >= 2;
  return kinds >= 2 || headings.length >= 2 || (headings.length === 1 && head.startsWith("#"));
}
