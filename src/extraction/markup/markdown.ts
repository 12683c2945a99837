import type { Document } from "../../sources/document.ts";
import { type BlockKind, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { collapseSpace } from "../normal-text.ts";
import { plainRow } from "../table-row.ts";
import { addHtml } from "./html.ts";
import { inlineText } from "./markdown-inline.ts";

/** CommonMark and GitHub's tables, as the text a reader of the rendered page sees. Title: front matter, else `#`. */
export function extractMarkdown({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const lines = text.split(/\r\n?|\n/);
  const { title, next } = frontMatter(lines);
  const scan = new MarkdownScan(builder);
  for (const line of withoutContents(lines.slice(next))) scan.line(line);
  scan.end();
  return builder.finish(title ?? builder.firstHeading);
}

/** Lists of links to headings of the same page repeat those headings and answer nothing; shorter ones may be text. */
const contentsRun = 3;
const contentsLine = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]]{1,300}\]\(#[^)\s]{0,300}\)\s*$/;

function* withoutContents(lines: readonly string[]): Generator<string> {
  let run: string[] = [];
  for (const line of lines) {
    if (contentsLine.test(line)) run.push(line);
    else {
      if (run.length < contentsRun) yield* run;
      run = [];
      yield line;
    }
  }
  if (run.length < contentsRun) yield* run;
}

/** YAML between `---` lines at the very top; only its title is read. */
function frontMatter(lines: readonly string[]): { readonly title: string | null; readonly next: number } {
  const none = { title: null, next: 0 };
  if (lines[0]?.replace(/^\uFEFF/, "").trimEnd() !== "---") return none;
  const end = lines.findIndex((line, i) => i > 0 && i <= 200 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return none;
  const fields = lines.slice(1, end);
  if (!fields.every((line) => /^\s*$|^\s*#|^[\w-]+\s*:|^\s+\S|^\s*- /.test(line))) return none;
  const title = fields.map((line) => /^title\s*:(.*)$/.exec(line)?.[1]?.trim()).find((text) => text !== undefined);
  return { title: title?.replace(/^(["'])(.*)\1$/, "$2") ?? null, next: end + 1 };
}

const fenceLine = /^(\s*)(`{3,64}(?!.*`)|~{3,64})/;
const headingLine = /^ {0,3}(#{1,6})(?:\s+(.*))?$/s;
const ruleLine = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const itemLine = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)$/s;
const delimiterRow = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
const definitionLine = /^ {0,3}\[(?!\^)[^\]]{1,1000}\]:\s*\S+/;
const htmlLine = /^ {0,3}<(?:!--|\/?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$))/;
const inlineTag = /^ {0,3}<\/?(?:a|abbr|b|code|em|i|kbd|img|s|small|span|strong|sub|sup|u)\b/i;

const quotePrefix = /^(?: {0,3}> ?)+/;

interface Open {
  readonly kind: BlockKind;
  readonly level: number;
  readonly lines: string[];
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly quoted: boolean;
  readonly lines: string[];
}

/** Reads lines one after another; knows the fence, HTML, table, list and paragraph it is in. Never looks back. */
class MarkdownScan {
  readonly #builder: DocumentBuilder;
  #open: Open | null = null;
  #fence: Fence | null = null;
  #html: string[] | null = null;
  #columns: readonly string[] | null = null;
  #indented: string[] | null = null;
  /** Columns at which the content of the open list items begins, outermost first. */
  #items: number[] = [];
  #inList = false;
  #blank = true;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  line(raw: string): void {
    if (this.#fence !== null) this.#inFence(raw, this.#fence);
    else if (this.#html !== null) this.#inHtml(raw, this.#html);
    else {
      const quote = quotePrefix.exec(raw)?.[0] ?? "";
      this.#text(raw.slice(quote.length).replace(/\t/g, "    "), quote !== "");
    }
  }

  #text(line: string, quoted: boolean): void {
    if (line.trim() === "") this.#blankLine();
    else if (!this.#code(line) && !this.#table(line)) {
      this.#columns = null;
      if (!this.#marked(line, quoted)) this.#prose(line, quoted);
      this.#blank = false;
    }
  }

  end(): void {
    if (this.#fence !== null) this.#builder.add("code", this.#fence.lines.join("\n"));
    if (this.#html !== null) this.#endHtml();
    this.#flush();
  }

  #blankLine(): void {
    if (this.#indented !== null) this.#indented.push("");
    else this.#flush();
    this.#columns = null;
    this.#blank = true;
  }

  /** Four columns deeper than the text around it, after a blank line: a listing. */
  #code(line: string): boolean {
    const indent = line.search(/\S/);
    const base = this.#contentIndent(indent);
    if (this.#indented === null && !(this.#blank && indent >= base + 4)) return false;
    if (indent >= base + 4) {
      this.#flushProse();
      this.#indented ??= [];
      this.#indented.push(line.slice(base + 4));
      return true;
    }
    this.#flush();
    return false;
  }

  #contentIndent(indent: number): number {
    return this.#items.findLast((column) => column <= indent) ?? 0;
  }

  /** Lines whose kind is determined by their first characters. */
  #marked(line: string, quoted: boolean): boolean {
    const fence = fenceLine.exec(line);
    if (fence !== null) {
      this.#flush();
      this.#fence = { mark: fence[2]!, indent: fence[1]!.length, quoted, lines: [] };
      return true;
    }
    return this.#heading(line) || this.#rule(line) || this.#item(line) || this.#markup(line, quoted);
  }

  #heading(line: string): boolean {
    const match = headingLine.exec(line);
    if (match === null) return false;
    this.#flush();
    this.#leaveLists();
    const text = (match[2] ?? "").trimEnd().replace(/(?:^|\s)#+$/, "");
    this.#builder.add("heading", collapseSpace(inlineText(text)), { level: match[1]!.length });
    return true;
  }

  /** A line under a paragraph makes it a heading; a line by itself is a rule and says nothing. */
  #rule(line: string): boolean {
    const under = /^ {0,3}(=+|-+)\s*$/.exec(line)?.[1];
    const open = this.#open;
    if (under !== undefined && open?.kind === "paragraph" && open.lines.length > 0) {
      this.#open = null;
      this.#builder.add("heading", collapseSpace(inlineText(open.lines.join(" "))), {
        level: under[0] === "=" ? 1 : 2,
      });
      return true;
    }
    if (!ruleLine.test(line)) return false;
    this.#flush();
    this.#leaveLists();
    return true;
  }

  #item(line: string): boolean {
    const [, space = "", marker = "", gap = "", text = ""] = itemLine.exec(line) ?? [];
    if (marker === "" || (this.#open?.kind === "paragraph" && /^(?!1[.)])\d/.test(marker))) return false;
    this.#flush();
    while ((this.#items.at(-1) ?? 0) > space.length) this.#items.pop();
    this.#items.push(space.length + marker.length + Math.min(4, Math.max(1, gap.length)));
    const number = /^\d/.test(marker) ? `${marker} ` : "";
    const task = text.replace(/^\[[ xX]\]\s+/, "");
    this.#open = { kind: "list_item", level: this.#items.length, lines: [number + task] };
    return true;
  }

  /** A block of HTML runs to the next blank line; a comment to its end. Definitions of link targets are not text. */
  #markup(line: string, quoted: boolean): boolean {
    if (definitionLine.test(line) && this.#open === null) return true;
    if (quoted || this.#open !== null || !htmlLine.test(line) || inlineTag.test(line)) return false;
    this.#html = [];
    this.#inHtml(line, this.#html);
    return true;
  }

  #inHtml(line: string, html: string[]): void {
    html.push(line);
    const comment = html[0]!.trimStart().startsWith("<!--");
    if (comment ? line.includes("-->") : line.trim() === "") this.#endHtml();
  }

  #endHtml(): void {
    addHtml(this.#html?.join("\n") ?? "", this.#builder);
    this.#html = null;
    this.#blank = true;
    this.#inList = false;
  }

  #inFence(raw: string, fence: Fence): void {
    const line = fence.quoted ? raw.replace(quotePrefix, "") : raw;
    const mark = line.trim();
    if (mark.length >= fence.mark.length && mark === fence.mark[0]!.repeat(mark.length)) {
      this.#builder.add("code", fence.lines.join("\n"));
      this.#fence = null;
      this.#blank = false;
    } else fence.lines.push(line.slice(Math.min(fence.indent, line.length - line.trimStart().length)));
  }

  #table(line: string): boolean {
    if (this.#columns !== null && line.includes("|")) {
      const { text, ...row } = plainRow(this.#columns, cellsOf(line));
      this.#builder.add("table_row", text, { ...row, tight: true });
      return true;
    }
    const header = this.#open?.kind === "paragraph" ? this.#open.lines.at(-1) : undefined;
    if (!line.includes("|") || header === undefined || !header.includes("|") || !delimiterRow.test(line.trim()))
      return false;
    this.#columns = cellsOf(header);
    this.#open?.lines.pop();
    this.#flush();
    return true;
  }

  #prose(line: string, quoted: boolean): void {
    const indent = line.search(/\S/);
    if (this.#open === null) {
      while ((this.#items.at(-1) ?? 0) > indent) this.#items.pop();
      const inItem = this.#items.length > 0;
      const kind = quoted ? "quote" : inItem ? "list_item" : "paragraph";
      this.#open = { kind, level: kind === "list_item" ? this.#items.length : 0, lines: [] };
    }
    this.#open.lines.push(/(?: {2}|\\)$/.test(line) ? `${line.trim().replace(/\\$/, "")}<br>` : line.trim());
  }

  #leaveLists(): void {
    this.#items = [];
    this.#inList = false;
  }

  #flush(): void {
    if (this.#indented !== null) this.#builder.add("code", this.#indented.join("\n"));
    this.#indented = null;
    this.#flushProse();
  }

  #flushProse(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null || open.lines.length === 0) return;
    const text = inlineText(open.lines.join(" ").replace(/^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\] /, ""))
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n");
    const list = open.kind === "list_item";
    this.#builder.add(open.kind, text, { level: open.level, tight: list && this.#inList });
    this.#inList = list;
  }
}

/** Splits a table line at its bars, except at `\|` and inside code. */
function cellsOf(line: string): string[] {
  const body = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = body.match(/(?:\\.|`[^`]*`|[^|])*(?:\||$)/g) ?? [];
  return cells.slice(0, 1_000).map((cell) => inlineText(cell.replace(/\|$/, "").replaceAll("\\|", "|").trim()));
}
