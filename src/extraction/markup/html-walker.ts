import type { OutlineCell, OutlineKind } from "../../language/structure/outline.ts";
import { textTooLong } from "../document-builder.ts";
import { collapseLines, collapseSpace } from "../normal-text.ts";
import { numeral } from "../numerals.ts";
import { namesValues, TableGrid } from "../table-grid.ts";
import { longestCell } from "../table-layout.ts";
import { HtmlCell } from "./html-cell.ts";
import {
  blockElements,
  impliedClose,
  listElements,
  type OpenElement,
  type OpenTable,
  silentElements,
  trackedInline,
  visibilityOf,
  voidElements,
} from "./html-elements.ts";
import type { MarkupHandler } from "./markup-reader.ts";

export interface HtmlBlock {
  readonly kind: OutlineKind;
  readonly text: string;
  readonly level: number;
  readonly group: number;
  readonly inMain: boolean;
  readonly inForm: boolean;
  readonly anchorText: number;
  readonly cells?: readonly OutlineCell[];
  readonly label?: string;
  readonly header?: true;
  readonly continues?: true;
  readonly bold?: boolean;
}

export interface HtmlOptions {
  readonly isInside: (href: string) => boolean;
  /** UTF-16 units; more end in `too_large`. */
  readonly room: number;
  readonly everything: boolean;
}

const partEnd = "\n\n";
/** Deeper elements are read as inline, so their text stays. */
const deepest = 250;

/** Its own stack bounds the depth of hostile pages. */
export class HtmlWalker implements MarkupHandler {
  readonly blocks: HtmlBlock[] = [];
  title = "";
  readonly #options: HtmlOptions;
  #room: number;
  readonly #stack: OpenElement[] = [];
  readonly #open = new Map<string, number>();
  readonly #lists: { next: number | null; readonly format: string }[] = [];
  #isNewItem = false;
  #silent = 0;
  /** In pieces, so that long blocks stay linear. */
  #text: string[] = [];
  #anchorText = 0;
  #marker = "";
  #groups = 0;
  #listGroup = 0;
  readonly #cell = new HtmlCell();

  constructor(options: HtmlOptions) {
    this.#options = options;
    this.#room = options.room;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#cell.element(name, 1);
    if (voidElements.has(name)) this.#void(name, attributes);
    else this.#begin(name, attributes);
  }

  #begin(name: string, attributes: ReadonlyMap<string, string>): void {
    const isBlock = blockElements.has(name);
    const silent = silentElements.has(name) || this.#isHidden(name, attributes);
    if (name === "sup" && this.#silent === 0 && /\d$/.test(this.#text.at(-1) ?? "")) this.#text.push("^");
    if (!isBlock && !silent && !trackedInline.has(name)) return;
    this.#closeImplied(name);
    if (this.#stack.length >= deepest) return;
    if (isBlock) this.#boundary(name);
    this.#push(name, silent, attributes);
  }

  close(name: string): void {
    this.#cell.element(name, -1);
    if (name === "p" && !this.#isOpen("p")) this.#boundary(name);
    if (!this.#isOpen(name)) return;
    while (this.#stack.at(-1)?.name !== name) this.#pop();
    this.#pop();
  }

  text(text: string): void {
    if (this.#isOpen("title") && !this.#isOpen("svg") && this.#silentExcept("title")) this.title += text;
    else if (this.#silent === 0) this.#write(this.#isOpen("pre") ? text : text.replace(/\s+/g, " "));
  }

  end(): void {
    while (this.#stack.length > 0) this.#pop();
    this.#flush();
  }

  #void(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#silent > 0) return;
    if (name === "br") this.#breakLine();
    else if (name === "hr") this.#boundary(name);
    else if (name === "img" && attributes.get("alt") && !this.#isOpen("td")) this.#write(` ${attributes.get("alt")} `);
  }

  #breakLine(): void {
    const before = this.#text.at(-1) === " " ? this.#text.at(-2) : this.#text.at(-1);
    if (before === "\n" && !this.#isOpen("pre")) this.#boundary("br");
    else this.#write("\n");
  }

  #write(text: string): void {
    this.#text.push(this.#cell.spaced(this.#text.at(-1) ?? "", text));
    this.#cell.write(text);
    if (this.#stack.at(-1)?.anchor === true) this.#anchorText += text.trim().length;
  }

  #isHidden(name: string, attributes: ReadonlyMap<string, string>): boolean {
    const inside = this.#isOpen("main") || this.#isOpen("article");
    if (name === "head" || name === "title") return true;
    if (this.#options.everything) return false;
    if (name === "nav") return true;
    if ((name === "header" || name === "footer" || name === "aside") && !inside) return true;
    const visibility = visibilityOf(name, attributes);
    return visibility === "hidden" || visibility === "boilerplate";
  }

  #silentExcept(name: string): boolean {
    return this.#stack.every((element) => !element.silent || element.name === name || element.name === "head");
  }

  #push(name: string, silent: boolean, attributes: ReadonlyMap<string, string>): void {
    if (silent) this.#silent++;
    const table =
      name === "table" ? { rows: new TableGrid(), layout: attributes.get("role") === "presentation" } : null;
    const anchor = name === "a" && this.#options.isInside(attributes.get("href") ?? "https:");
    this.#stack.push({ name, silent, table, anchor });
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#entered(name, attributes);
  }

  #entered(name: string, attributes: ReadonlyMap<string, string>): void {
    if (listElements.has(name)) this.#openList(name, attributes);
    else if (name === "li") this.#numberItem(attributes.get("value"));
    else if (name === "dt" || name === "dd") this.#isNewItem = true;
    else if (name === "tr") this.#table()?.rows.openRow(this.#isOpen("thead"));
    else if (name === "td" || name === "th") this.#cell.open(attributes);
  }

  #openList(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#lists.length === 0) this.#listGroup = ++this.#groups;
    const start = Number.parseInt(attributes.get("start") ?? "1", 10);
    this.#lists.push({ next: name === "ol" ? start || 1 : null, format: attributes.get("type") ?? "1" });
  }

  #numberItem(value: string | undefined): void {
    this.#isNewItem = true;
    const list = this.#lists.at(-1);
    if (list?.next == null) return;
    const number = Number.parseInt(value ?? "", 10) || list.next;
    this.#marker = `${numeral(number, list.format)}. `;
    list.next = number + 1;
  }

  #pop(): void {
    const element = this.#stack.at(-1);
    if (element === undefined) return;
    if (element.name === "td" || element.name === "th") this.#endCell(element.name);
    else if (element.table !== null) this.#flush();
    else if (blockElements.has(element.name)) this.#boundary(element.name);
    this.#stack.pop();
    this.#open.set(element.name, (this.#open.get(element.name) ?? 1) - 1);
    if (element.silent) this.#silent--;
    if (element.table !== null) this.#endTable(element.table);
    if (listElements.has(element.name)) this.#lists.pop();
  }

  #closeImplied(name: string): void {
    if (blockElements.has(name) && this.#stack.at(-1)?.name === "p") this.#pop();
    const rule = impliedClose.get(name);
    if (rule === undefined || !rule.closes.some((closed) => this.#isOpen(closed))) return;
    let at = this.#stack.length - 1;
    while (at >= 0 && !rule.closes.includes(this.#name(at)) && !rule.within.includes(this.#name(at))) at--;
    if (at < 0 || !rule.closes.includes(this.#name(at))) return;
    while (this.#stack.length > at) this.#pop();
  }

  #name(at: number): string {
    return this.#stack[at]?.name ?? "";
  }

  #isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  /** The innermost table, unless it is taken for layout. */
  #table(): OpenTable | null {
    if (!this.#isOpen("table")) return null;
    const table = this.#stack.findLast((element) => element.table !== null)?.table ?? null;
    return table === null || table.layout ? null : table;
  }

  /** In a cell, a block's boundary ends a part of its text, or shows that the table is layout. */
  #boundary(name: string): void {
    const table = this.#isOpen("td") || this.#isOpen("th") || name === "table" ? this.#table() : null;
    if (table === null) this.#flush();
    else if (name === "table" || name === "pre" || /^h[1-6]$/.test(name)) this.#becomeLayout(table);
    else if (name === "li") this.#text.push(this.#itemSeparator());
    else if (!/^(?:td|th|tr)$/.test(name)) this.#endPart(table);
  }

  #endPart(table: OpenTable): void {
    while (this.#text.at(-1)?.trim() === "") this.#text.pop();
    if (this.#text.length > 0) this.#text.push(partEnd);
    if (table.rows.mayBeLayout && this.#text.join("").length > longestCell) this.#becomeLayout(table);
  }

  /** Of list items in one cell. A closing item is still on the stack. */
  #itemSeparator(): string {
    const closes = this.#stack.at(-1)?.name === "li";
    return closes || this.#text.every((piece) => piece.trim() === "") ? "" : "; ";
  }

  #becomeLayout(table: OpenTable): void {
    table.layout = true;
    for (const text of table.rows.cellTexts) this.#emit("paragraph", text, { level: 0, group: 0 });
    for (const part of this.#text.join("").split(partEnd)) {
      this.#text = [part];
      this.#flush();
    }
  }

  #endCell(name: string): void {
    const table = this.#table();
    if (table === null) this.#flush();
    else table.rows.addCell(...this.#cell.said(name, this.#text.join("")));
    this.#text = [];
    this.#anchorText = 0;
  }

  #endTable(table: OpenTable): void {
    if (table.layout) return;
    const group = ++this.#groups;
    const { loose } = table.rows.guessHead(namesValues);
    if (loose !== null) {
      const form = loose.kind === "list_item" ? { level: 1, group } : { level: 0, group: 0 };
      for (const text of loose.texts) this.#emit(loose.kind, text, form);
      return;
    }
    for (const { text, ...row } of table.rows.rows()) this.#emit("table_row", text, { level: 0, group, ...row });
  }

  #flush(): void {
    const raw = this.#text.join("");
    const bold = this.#cell.takeBold();
    this.#text = [];
    if (raw.trim() === "") return;
    const form = this.#form();
    const text = form.kind === "code" ? raw : form.kind === "heading" ? collapseSpace(raw) : collapseLines(raw);
    if (form.kind === "list_item") this.#emitItem(text, form);
    else this.#emit(form.kind, text, { ...form, bold });
    this.#anchorText = 0;
  }

  #emitItem(text: string, form: { level: number; group: number }): void {
    this.#emit("list_item", this.#marker + text, { ...form, ...(!this.#isNewItem && { continues: true as const }) });
    this.#marker = "";
    this.#isNewItem = false;
  }

  #form(): { kind: OutlineKind; level: number; group: number } {
    const heading = this.#stack.findLast((element) => /^(?:h[1-6]|summary)$/.test(element.name));
    if (heading !== undefined) return { kind: "heading", level: Number(heading.name[1]) || 6, group: 0 };
    if (this.#isOpen("pre")) return { kind: "code", level: 0, group: 0 };
    if (this.#isOpen("caption") || this.#isOpen("figcaption")) return { kind: "caption", level: 0, group: 0 };
    if (this.#lists.length > 0) return { kind: "list_item", level: this.#itemLevel(), group: this.#listGroup };
    if (this.#isOpen("blockquote")) return { kind: "quote", level: 0, group: 0 };
    return { kind: "paragraph", level: 0, group: 0 };
  }

  #itemLevel(): number {
    return this.#lists.length + (this.#isOpen("dd") && !this.#isOpen("dt") ? 1 : 0);
  }

  #emit(kind: OutlineKind, text: string, place: Pick<HtmlBlock, "level" | "group"> & Partial<HtmlBlock>): void {
    if (this.#silent > 0) return;
    this.#room -= text.length;
    if (this.#room < 0) throw textTooLong(this.#options.room);
    const inMain = this.#isOpen("main") || this.#isOpen("article");
    this.blocks.push({ kind, text, ...place, inMain, inForm: this.#isOpen("form"), anchorText: this.#anchorText });
  }
}
