import type { OutlineBlock, SpokenTurn } from "../../language/structure/outline.ts";
import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { collapseSpace } from "../normal-text.ts";
import { type TurnFinder, turnsIn } from "../plain/messages.ts";
import { addHtml } from "./html.ts";
import { MarkdownContainers, type OpenedContainer } from "./markdown-containers.ts";
import { inlineText } from "./markdown-inline.ts";
import { type Fence, type MarkdownItem, opening } from "./markdown-lines.ts";
import { readMarkdownSource, withoutTemplateTags } from "./markdown-source.ts";
import { isDelimiterRow, MarkdownTable } from "./markdown-table.ts";

/** CommonMark, GitHub's tables, and notes, tabs and definitions of other dialects. Title: front matter, else the first heading. */
export function extractMarkdown({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const { title, lines } = readMarkdownSource(text);
  const scan = new MarkdownScan(builder, turnsIn(lines));
  for (const line of lines) scan.line(line);
  scan.end();
  return builder.finish(title ?? builder.firstHeading);
}

interface OpenBlock extends Pick<OutlineBlock, "kind" | "level" | "continues"> {
  readonly lines: string[];
}

const isTableAbove = ({ kind, lines, continues }: OpenBlock) =>
  kind === "paragraph" || (kind === "list_item" && (continues === true || lines.length > 1));

class MarkdownScan {
  readonly #builder: DocumentBuilder;
  readonly #turnOf: TurnFinder | null;
  #open: OpenBlock | null = null;
  #fence: Fence | null = null;
  #html: string[] | null = null;
  #table: MarkdownTable | null = null;
  #indented: string[] | null = null;
  readonly #containers = new MarkdownContainers();
  readonly #items: MarkdownItem[] = [];
  #inList = false;
  #blank = true;

  constructor(builder: DocumentBuilder, turnOf: TurnFinder | null) {
    this.#builder = builder;
    this.#turnOf = turnOf;
  }

  line(written: string): void {
    const raw = this.#containers.inside(written, () => {
      if (this.#fence === null && this.#html === null) this.#flush();
    });
    if (this.#fence !== null) this.#inFence(raw, this.#fence);
    else if (this.#html !== null) this.#inHtml(raw, this.#html);
    else this.#unfenced(raw);
  }

  #unfenced(raw: string): void {
    const quote = opening.quote.exec(raw)?.[0] ?? "";
    const line = raw.slice(quote.length).replace(/\t/g, "    ");
    const isListing = this.#isListing(line);
    const shown = isListing ? line : withoutTemplateTags(line);
    const opened = isListing || quote !== "" ? null : this.#containers.opened(shown);
    if (opened !== null) this.#enter(opened);
    else this.#text(shown, quote !== "");
  }

  #text(line: string, quoted: boolean): void {
    if (line.trim() === "") this.#blankLine();
    else if (!this.#code(line) && !this.#row(line)) {
      this.#endTable();
      if (!this.#marked(line, quoted)) this.#prose(line, quoted);
      this.#blank = false;
    }
  }

  end(): void {
    if (this.#fence !== null) this.#builder.add("code", this.#fence.lines.join("\n"));
    if (this.#html !== null) this.#endHtml();
    this.#endTable();
    this.#flush();
  }

  #enter({ indent, title, definition }: OpenedContainer): void {
    if (definition === null || !this.#endsTerm()) this.#flush();
    this.#endTable();
    this.#itemBefore(indent);
    if (definition !== null || title !== "") this.#prose(`${" ".repeat(indent)}${definition ?? title}`, false);
    if (definition === null) this.#flush();
    this.#blank = definition === null;
  }

  #endsTerm(): boolean {
    const term = this.#open?.kind === "paragraph" ? this.#open.lines.pop() : undefined;
    if (term === undefined) return false;
    const isTerm = !/[.!?;,]$/.test(term);
    this.#open!.lines.push(isTerm && !term.endsWith(":") ? `${term}:` : term);
    return isTerm;
  }

  #blankLine(): void {
    if (this.#indented !== null) this.#indented.push("");
    else this.#flush();
    this.#endTable();
    this.#blank = true;
  }

  #code(line: string): boolean {
    const isListing = this.#isListing(line);
    if (this.#indented === null && !isListing) return false;
    if (isListing) {
      const base = this.#contentIndent(line.search(/\S/));
      this.#flushProse();
      this.#indented ??= [];
      this.#indented.push(line.slice(base + 4));
      return true;
    }
    this.#flush();
    return false;
  }

  #isListing(line: string): boolean {
    const indent = line.search(/\S/);
    return (this.#indented !== null || this.#blank) && indent >= this.#contentIndent(indent) + 4;
  }

  #contentIndent(indent: number): number {
    return this.#items.findLast(({ content }) => content <= indent)?.content ?? 0;
  }

  #marked(line: string, quoted: boolean): boolean {
    const fence = opening.fence.exec(line);
    if (fence !== null && !this.#isUnderline(line)) {
      this.#flush();
      this.#fence = { mark: fence[2]!, indent: fence[1]!.length, quoted, lines: [] };
      return true;
    }
    return this.#heading(line) || this.#rule(line) || this.#item(line) || this.#markup(line, quoted);
  }

  #heading(line: string): boolean {
    const match =
      opening.heading.exec(line) ??
      (this.#blank ? opening.crampedHeading.exec(line) : null) ??
      opening.wikiHeading.exec(line);
    if (match === null) return false;
    this.#leaveLists();
    const text = (match[2] ?? "").trimEnd().replace(/(?:^|\s)#+$/, "");
    this.#builder.add("heading", collapseSpace(inlineText(text)), { level: match[1]!.length });
    return true;
  }

  /** Makes the paragraph above it a heading; alone it is a rule. */
  #rule(line: string): boolean {
    const open = this.#open;
    if (open !== null && this.#isUnderline(line)) {
      this.#open = null;
      this.#builder.add("heading", collapseSpace(inlineText(open.lines.join(" "))), {
        level: "=-~^".indexOf(line.trimStart()[0]!) + 1,
      });
      return true;
    }
    if (!opening.rule.test(line)) return false;
    this.#leaveLists();
    return true;
  }

  /** Signs that CommonMark does not know must be about as long as their title. */
  #isUnderline(line: string): boolean {
    const under = opening.underline.exec(line)?.[1];
    const [title = "", ...more] = this.#open?.kind === "paragraph" ? this.#open.lines : [];
    if (under === undefined || title === "") return false;
    return /[=-]/.test(under) || (more.length === 0 && Math.abs(under.length - title.length) <= 2);
  }

  #item(line: string): boolean {
    const [, space = "", marker = "", gap = "", text = ""] = opening.item.exec(line) ?? [];
    if (marker === "" || (this.#open?.kind === "paragraph" && /^(?!1[.)])\d/.test(marker))) return false;
    this.#flush();
    const before = this.#itemBefore(space.length);
    const kind = marker.at(-1)!;
    const written = Number.parseInt(marker, 10);
    const number = before?.kind === kind ? before.number + 1 : written;
    const content = space.length + marker.length + Math.min(4, Math.max(1, gap.length));
    this.#items.push({ mark: space.length, content, kind, number });
    const task = text.replace(/^(?:[-*+]\s+)*(?:\[[ xX]\]\s+)?/, "");
    const shown = Number.isNaN(number) ? "" : `${number}${kind} `;
    this.#open = { kind: "list_item", level: this.#items.length, lines: [shown + task] };
    return true;
  }

  /** Closes deeper items. @returns the previous item of its list */
  #itemBefore(column: number): MarkdownItem | null {
    let before: MarkdownItem | null = null;
    while ((this.#items.at(-1)?.content ?? 0) > column) before = this.#items.pop() ?? null;
    return before;
  }

  /** HTML up to the next blank line, comments to their end, and definitions of link targets. */
  #markup(line: string, quoted: boolean): boolean {
    if (opening.linkTarget.test(line) && this.#open === null) return true;
    if (!quoted && opening.note.test(line)) {
      this.#leaveLists();
      this.#open = { kind: "paragraph", level: 0, lines: [line.replace(opening.note, "[$1] ").trim()] };
      return true;
    }
    if (quoted || this.#open !== null || !opening.html.test(line) || opening.inlineTag.test(line)) return false;
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
    const line = fence.quoted ? raw.replace(opening.quote, "") : raw;
    const mark = line.trim();
    if (mark.length >= fence.mark.length && mark === fence.mark[0]!.repeat(mark.length)) {
      this.#builder.add("code", fence.lines.join("\n"));
      this.#fence = null;
      this.#blank = false;
    } else fence.lines.push(line.slice(Math.min(fence.indent, line.length - line.trimStart().length)));
  }

  #row(line: string): boolean {
    if (this.#table !== null && line.includes("|")) {
      this.#table.add(line);
      return true;
    }
    const header = this.#open !== null && isTableAbove(this.#open) ? this.#open.lines.at(-1) : undefined;
    if (!line.includes("|") || header === undefined || !header.includes("|") || !isDelimiterRow(line)) return false;
    this.#open?.lines.pop();
    this.#flush();
    this.#table = new MarkdownTable(header);
    return true;
  }

  #endTable(): void {
    if (this.#table !== null) this.#builder.addRows(this.#table.rows());
    this.#table = null;
  }

  #prose(line: string, quoted: boolean): void {
    const indent = line.search(/\S/);
    if (!quoted) this.#message(line);
    if (this.#open === null) {
      this.#itemBefore(indent);
      const inItem = this.#items.length > 0;
      const kind = quoted ? "quote" : inItem ? "list_item" : "paragraph";
      if (!inItem) this.#builder.turn = null;
      const item = { level: this.#items.length, continues: true as const };
      this.#open = { kind, ...(kind === "list_item" ? item : { level: 0 }), lines: [] };
    }
    this.#open.lines.push(/(?: {2}|\\)$/.test(line) ? `${line.trim().replace(/\\{1,2}$/, "")}<br>` : line.trim());
  }

  #message(line: string): void {
    const turn = this.#turnOf?.(line) ?? null;
    if (turn === null) return;
    this.#leaveLists(turn);
    this.#open = { kind: "turn", level: 0, lines: [] };
  }

  #leaveLists(turn: SpokenTurn | null = null): void {
    this.#flush();
    this.#builder.turn = turn;
    this.#items.length = 0;
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
    const { kind, lines: _, ...form } = open;
    this.#builder.add(kind, text, { ...form, tight: list && this.#inList });
    this.#inList = list;
  }
}
