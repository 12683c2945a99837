import type { BlockKind, DocumentBuilder } from "../document-builder.ts";
import { normalizeText } from "../normal-text.ts";
import type { OutlineEntry } from "./pdf-file.ts";
import {
  endsEarly,
  isChapterLabel,
  isFull,
  isLabel,
  isSetIn,
  joinLines,
  jumps,
  listMark,
  runsOn,
  typicalLeadings,
  withoutContents,
  wordsOf,
} from "./pdf-flow.ts";
import { PdfHeadings } from "./pdf-headings.ts";
import { box, lineText, optionsOf, type PdfLine } from "./pdf-line.ts";
import { type PdfTableHead, readTable, withCutCell } from "./pdf-table.ts";
import { type PdfTableArea, tableAreas } from "./pdf-table-area.ts";
import { isContents, isLayout, layoutRow, readTagged, type TaggedHead } from "./pdf-tagged-table.ts";
import {
  linesOf,
  type OrderedPage,
  type TaggedCell,
  type TaggedPart,
  type TaggedTable,
  type TaggedUnit,
} from "./pdf-tags.ts";
import { pdfTitle } from "./pdf-title.ts";

interface PdfText {
  readonly pages: readonly OrderedPage[];
  readonly outline: readonly OutlineEntry[];
}

interface PdfBlock {
  readonly kind: BlockKind;
  level: number;
  readonly lines: PdfLine[];
  readonly isTagged?: boolean;
}

const bullet = /^[•◦▪■●‣\uE000-\uF8FF–—*-]\s*/;
/** In a tagged list a circle is no box of a form. */
const taggedBullet = /^(?:[•◦▪■●‣○◯\uE000-\uF8FF–—*-]\s*|o\s+)/;
/** UTF-16 units; a longer one is a paragraph that was tagged as a heading. */
const longestHeading = 200;

export class PdfBlocks {
  readonly #builder: DocumentBuilder;
  readonly #pages: readonly OrderedPage[];
  readonly #lines: readonly PdfLine[];
  readonly #hasTaggedHeadings: boolean;
  readonly #headings: PdfHeadings;
  readonly #words: ReadonlySet<string>;
  readonly #leadingOf: (size: number) => number;
  #open: PdfBlock | null = null;
  #page = 0;
  #table: PdfTableHead | null = null;
  /** The last block, if it is a table. */
  #taggedTable: { readonly head: TaggedHead | null; readonly page: number } | null = null;
  /** Left edges of the open list's items, outermost first. */
  #edges: number[] = [];

  constructor(builder: DocumentBuilder, { pages, outline }: PdfText) {
    this.#builder = builder;
    const tagged = pages.flatMap((page) => page.tagged ?? []);
    this.#hasTaggedHeadings = tagged.some((block) => "kind" in block && block.kind === "heading");
    this.#pages = pages.map(({ lines, tagged: own }) => ({ lines: withoutContents(lines), tagged: own }));
    this.#lines = this.#pages.flatMap(({ lines }) => lines);
    this.#headings = new PdfHeadings(this.#lines, outline);
    this.#words = wordsOf(this.#lines);
    this.#leadingOf = typicalLeadings(this.#lines);
  }

  write(): void {
    for (const { lines, tagged } of this.#pages) {
      if (tagged === null) this.#writeLines(lines);
      else for (const block of tagged) this.#addTagged(block);
    }
    this.#flush();
    // Pages without text count, too.
    while (this.#page++ < this.#pages.length) this.#builder.startPage();
  }

  titleOf(property: string | null): string | null {
    return pdfTitle(property, this.#lines, this.#headings);
  }

  #writeLines(lines: readonly PdfLine[]): void {
    let done = 0;
    for (const found of tableAreas(lines)) {
      const area = done === 0 ? withCutCell(found, lines, this.#table) : found;
      for (const line of lines.slice(done, area.from)) this.#take(line);
      this.#addTable(area);
      done = area.to;
    }
    for (const line of lines.slice(done)) this.#take(line);
  }

  #addTagged(block: TaggedUnit): void {
    if ("kind" in block) this.#takePart(block);
    else if (isContents(block)) return;
    else if (isLayout(block)) for (const row of block.rows) this.#takeLayout(row);
    else this.#addTaggedTable(block);
  }

  #takePart({ kind: tag, level: depth, lines: all }: TaggedPart): void {
    const lines = withoutContents(all);
    if (lines.length > 0) this.#taggedTable = null;
    if (tag === "loose") {
      this.#writeLines(lines);
      return;
    }
    const [first] = lines;
    if (first === undefined) return;
    const { kind, level } = this.#formOf(tag, depth, lines);
    if (this.#open === null || !this.#runsOver(this.#open, first, kind)) {
      this.#flush();
      this.#open = { kind, level, lines: [], isTagged: tag === "list_item" };
    }
    for (const line of lines) this.#open.lines.push(line);
  }

  /** Many writers tag headings, items and code as paragraphs, and some a paragraph or a task as a heading. */
  #formOf(
    tag: Exclude<TaggedPart["kind"], "loose">,
    level: number,
    lines: readonly PdfLine[],
  ): Pick<PdfBlock, "kind" | "level"> {
    const length = lines.reduce((sum, line) => sum + lineText(line).length, 0);
    if (tag === "heading" && box.test(lineText(lines[0]!))) tag = "paragraph";
    if (tag === "heading") return length > longestHeading ? { kind: "paragraph", level: 0 } : { kind: tag, level };
    if (tag === "list_item") return { kind: tag, level };
    if (lines.every(({ monospaced }) => monospaced)) return { kind: "code", level: 0 };
    if (tag !== "paragraph") return { kind: tag, level: 0 };
    const levels = this.#hasTaggedHeadings ? [0] : lines.map((line) => this.#headings.levelOf(line));
    if (levels.every((one) => one > 0)) return { kind: "heading", level: Math.min(...levels) };
    const isItem = listMark.test(lineText(lines[0]!));
    return isItem ? { kind: "list_item", level: this.#depthOf(lines[0]!) } : { kind: tag, level: 0 };
  }

  /** Code line by line, text that goes on on the next page, and an item whose next line is tagged as a paragraph. */
  #runsOver(open: PdfBlock, line: PdfLine, kind: BlockKind): boolean {
    const last = open.lines.at(-1)!;
    if (kind === "code") return open.kind === "code" && this.#isNear(last, line);
    const isText = open.kind === "paragraph" || open.kind === "list_item";
    const mayGoOn = isText && (kind === open.kind || kind === "paragraph") && !listMark.test(lineText(line));
    if (!mayGoOn || !runsOn(last, line)) return false;
    const { left, right } = last.column;
    const isBelow = open.kind !== kind && last.right > (left + right) / 2 && this.#isNear(last, line);
    return line.page > last.page || (isBelow && /^\p{Ll}/u.test(lineText(line)));
  }

  #takeLayout(row: readonly TaggedCell[]): void {
    const { label, parts } = layoutRow(row);
    if (label.length > 0) {
      this.#flush();
      this.#reach(label[0]!.page);
      this.#builder.add("paragraph", label.map(lineText).join("; "));
    }
    for (const part of parts) this.#takePart(part);
  }

  #addTaggedTable(table: TaggedTable): void {
    this.#flush();
    this.#edges = [];
    const { page } = linesOf(table)[0]!;
    this.#reach(page);
    const before = this.#taggedTable?.page === page - 1 ? this.#taggedTable.head : null;
    const { grid, head } = readTagged(table, before, (lines) => joinLines(lines.map(lineText), this.#words).text);
    this.#builder.addTable(grid);
    this.#taggedTable = { head, page };
  }

  #take(line: PdfLine): void {
    const level = this.#headings.levelOf(line);
    const parts = level > 0 ? [] : optionsOf(line);
    if (parts.length < 2) this.#takeLine(line, level);
    else for (const part of parts) this.#takeLine(part, 0);
  }

  #takeLine(line: PdfLine, level: number): void {
    const kind = level > 0 ? "heading" : this.#kindOf(line);
    if (this.#open === null || !this.#continues(this.#open, line, { kind, level })) {
      this.#flush();
      this.#open = { kind, level: kind === "list_item" ? this.#depthOf(line) : level, lines: [] };
    }
    if (kind === "heading") this.#open.level = Math.min(this.#open.level, level);
    this.#open.lines.push(line);
  }

  #addTable(area: PdfTableArea): void {
    const { page } = area.lines[0]!;
    const before = this.#table;
    // A table continues after a gap on its page, or at the top of the next one.
    const goesOn = before?.page === page ? this.#open === null : area.from === 0 && before?.page === page - 1;
    this.#flush();
    this.#edges = [];
    this.#reach(page);
    const table = readTable(area, goesOn ? before : null);
    this.#builder.add("caption", table.caption);
    if (table.loose === null) this.#builder.addRows(table.rows);
    else this.#builder.addLoose(table.loose);
    this.#table = table;
  }

  /** Items further right are deeper. */
  #depthOf({ x, size, column }: PdfLine): number {
    const edge = x - column.left;
    this.#edges = this.#edges.filter((left) => left < edge + 0.5 * size);
    if (edge - (this.#edges.at(-1) ?? Number.NEGATIVE_INFINITY) > 0.5 * size) this.#edges.push(edge);
    return Math.min(10, this.#edges.length);
  }

  #kindOf(line: PdfLine): BlockKind {
    if (listMark.test(lineText(line))) return "list_item";
    return line.monospaced ? "code" : "paragraph";
  }

  #continues(
    open: PdfBlock,
    line: PdfLine,
    { kind, level }: { readonly kind: BlockKind; readonly level: number },
  ): boolean {
    if (kind === "list_item") return false;
    if (kind === "heading" || open.kind === "heading") {
      return kind === open.kind && (this.#continuesHeading(open, line, level) || isLabelOf(open, line, level));
    }
    const last = open.lines.at(-1)!;
    const near = this.#isNear(last, line) && !isLabel(last, line);
    if (open.kind === "code") return kind === "code" && near;
    // A line of code within a paragraph belongs to it.
    if (kind === "code") return near && isFull(last) && Math.abs(line.x - last.x) < 1;
    return near ? this.#flows(open, last, line) : jumps(last, line) && runsOn(last, line);
  }

  #continuesHeading(open: PdfBlock, line: PdfLine, level: number): boolean {
    const last = open.lines.at(-1)!;
    return level === open.level && this.#isNear(last, line) && last.size === line.size;
  }

  #isNear(last: PdfLine, line: PdfLine): boolean {
    if (last.page !== line.page) return false;
    const size = Math.max(last.size, line.size);
    const down = (line.y - last.y) / size;
    return down > 0 && down <= Math.max(1.25, this.#leadingOf(size) * 1.22);
  }

  /** The upper line is full, and the lower one not indented like a new paragraph. */
  #flows(open: PdfBlock, last: PdfLine, line: PdfLine): boolean {
    const setIn = isSetIn(line) && line.x - last.x > 0.8 * line.size;
    return !(setIn && open.kind === "paragraph" && open.lines.length > 1) && !endsEarly(last, line);
  }

  #flush(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    if (open.kind === "heading") this.#edges = [];
    const first = open.lines[0]!;
    this.#reach(first.page);
    if (open.kind === "code") {
      this.#addCode(open.lines);
      return;
    }
    const joined = joinLines(
      open.lines.map((line) => lineText(line)),
      this.#words,
    );
    const mark = open.isTagged === true ? taggedBullet : bullet;
    const skipped = open.kind === "list_item" ? (mark.exec(joined.text)?.[0].length ?? 0) : 0;
    this.#builder.add(open.kind, joined.text.slice(skipped), { level: open.level, tight: open.kind === "list_item" });
    for (const [i, line] of open.lines.entries()) {
      if (line.page <= this.#page) continue;
      this.#page = line.page;
      this.#builder.startPageWithin(normalizeText(joined.text.slice(skipped, joined.starts[i])).length);
    }
  }

  #addCode(lines: readonly PdfLine[]): void {
    const left = lines.reduce((edge, line) => Math.min(edge, line.x), Number.POSITIVE_INFINITY);
    const indented = lines.map(
      (line) => " ".repeat(Math.min(80, Math.round((line.x - left) / (0.6 * line.size)))) + lineText(line),
    );
    this.#builder.add("code", indented.join("\n"));
  }

  #reach(page: number): void {
    for (; this.#page < page; this.#page++) this.#builder.startPage();
  }
}

function isLabelOf({ lines: [first, ...more], level: own }: PdfBlock, line: PdfLine, level: number): boolean {
  return more.length === 0 && first!.page === line.page && level <= own && isChapterLabel(first!);
}
