import type { BlockKind, DocumentBuilder } from "../document-builder.ts";
import { normalizeText } from "../normal-text.ts";
import type { OutlineEntry } from "./pdf-file.ts";
import {
  codeOf,
  contentsEntries,
  endsEarly,
  goesOnBelow,
  ItemDepths,
  isFull,
  isLabel,
  isLabelOf,
  isSetIn,
  joinLines,
  jumps,
  listMark,
  runsOn,
  typicalLeadings,
  withoutContents,
  wordsOf,
  wraps,
} from "./pdf-flow.ts";
import { PdfHeadings, runInHeadings } from "./pdf-headings.ts";
import { lineText, optionsOf, type PdfLine } from "./pdf-line.ts";
import { type PdfTableHead, readTable, withCutCell } from "./pdf-table.ts";
import { type PdfTableArea, tableAreas } from "./pdf-table-area.ts";
import { isContents, isLayout, layoutRow, readTagged, type TaggedHead, withTabbedRows } from "./pdf-tagged-table.ts";
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
  /** UTF-16 units of the first line that stand in its heading. */
  readonly skipped?: number;
}

const bullet = /^[•◦▪■●‣\uE000-\uF8FF–—*-]\s*/;
/** In a tagged list a circle is no box of a form. */
const taggedBullet = /^(?:[•◦▪■●‣○◯\uE000-\uF8FF–—*-]\s*|o\s+)/;

/** Headings; fewer are the title and some of those that the tags do not know. */
const fewestTagged = 3;

export class PdfBlocks {
  readonly #builder: DocumentBuilder;
  readonly #pages: readonly OrderedPage[];
  readonly #lines: readonly PdfLine[];
  readonly #headings: PdfHeadings;
  readonly #runIns: ReadonlyMap<PdfLine, number>;
  readonly #words: ReadonlySet<string>;
  readonly #leadingOf: (size: number) => number;
  #open: PdfBlock | null = null;
  #page = 0;
  #table: PdfTableHead | null = null;
  /** The last block, if it is a table. */
  #taggedTable: { readonly head: TaggedHead | null; readonly page: number } | null = null;
  readonly #depths = new ItemDepths();

  constructor(builder: DocumentBuilder, { pages, outline }: PdfText) {
    this.#builder = builder;
    const tagged = pages.flatMap((page) => page.tagged ?? []);
    const named = tagged.filter((block) => "kind" in block && block.kind === "heading").length;
    const isTagged = named >= Math.max(fewestTagged, pages.length / 4);
    const entries = contentsEntries(pages.map(({ lines }) => lines));
    this.#pages = pages.map(({ lines, tagged: own }) => ({ lines: withoutContents(lines, entries), tagged: own }));
    this.#lines = this.#pages.flatMap(({ lines }) => lines);
    this.#headings = new PdfHeadings(this.#lines, { outline, isTagged });
    this.#runIns = runInHeadings(this.#lines);
    this.#words = wordsOf(this.#lines);
    this.#leadingOf = typicalLeadings(this.#lines);
  }

  write(): void {
    for (const { lines, tagged } of this.#pages) {
      if (tagged === null) this.#writeLines(lines);
      else for (const block of withTabbedRows(tagged)) this.#addTagged(block);
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
    const [first, ...more] = lines;
    if (first === undefined) return;
    if (this.#takeRunIn(first)) {
      this.#open?.lines.push(...more);
      return;
    }
    const { kind, level } = this.#headings.taggedForm(tag, depth, lines) ?? {
      kind: "list_item" as const,
      level: this.#depths.of(first),
    };
    if (this.#open === null || !this.#runsOver(this.#open, first, kind)) {
      this.#flush();
      this.#open = { kind, level, lines: [], isTagged: tag === "list_item" };
    }
    for (const line of lines) this.#open.lines.push(line);
  }

  /** Code line by line, text that goes on on the next page, and an item whose next line is tagged as a paragraph. */
  #runsOver(open: PdfBlock, line: PdfLine, kind: BlockKind): boolean {
    const last = open.lines.at(-1)!;
    if (kind === "code") return open.kind === "code" && this.#isNear(last, line);
    const isText = open.kind === "paragraph" || open.kind === "list_item";
    const mayGoOn = isText && (kind === open.kind || kind === "paragraph") && !listMark.test(lineText(line));
    if (!mayGoOn) return false;
    if (line.page > last.page) return runsOn(last, line);
    return this.#isNear(last, line) && goesOnBelow(last, line, open.kind === kind);
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
    this.#depths.clear();
    const { page } = linesOf(table)[0]!;
    this.#reach(page);
    const before = this.#taggedTable?.page === page - 1 ? this.#taggedTable.head : null;
    const { grid, head } = readTagged(table, before, (lines) => joinLines(lines.map(lineText), this.#words).text);
    this.#builder.addTable(grid);
    this.#taggedTable = { head, page };
  }

  /** The name becomes a heading, and what follows it a paragraph. */
  #takeRunIn(line: PdfLine): boolean {
    const skipped = this.#runIns.get(line);
    if (skipped === undefined) return false;
    this.#flush();
    this.#depths.clear();
    this.#reach(line.page);
    this.#builder.add("heading", lineText(line).slice(0, skipped), { level: this.#headings.innermost });
    this.#open = { kind: "paragraph", level: 0, lines: [line], skipped };
    return true;
  }

  #take(line: PdfLine): void {
    if (this.#takeRunIn(line)) return;
    const level = this.#headings.levelOf(line);
    const parts = level > 0 ? [] : optionsOf(line);
    if (parts.length < 2) this.#takeLine(line, level);
    else for (const part of parts) this.#takeLine(part, 0);
  }

  #takeLine(line: PdfLine, level: number): void {
    const kind = level > 0 ? "heading" : this.#saysNumber(line) ? "paragraph" : this.#kindOf(line);
    if (this.#open === null || !this.#continues(this.#open, line, { kind, level })) {
      this.#flush();
      this.#open = { kind, level: kind === "list_item" ? this.#depths.of(line) : level, lines: [] };
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
    this.#depths.clear();
    this.#reach(page);
    const table = readTable(area, goesOn ? before : null, this.#words);
    this.#builder.add("caption", table.caption);
    if (table.loose === null) this.#builder.addRows(table.rows);
    else this.#builder.addLoose(table.loose);
    this.#table = table;
  }

  /** `thirty / (30) days`: no number of an item. */
  #saysNumber(line: PdfLine): boolean {
    const number = Number(/^\((\d{1,3})\) \p{Ll}/u.exec(lineText(line))?.[1]);
    const { kind = "heading", lines = [] } = this.#open ?? {};
    if (!(number > 1) || kind === "heading" || lineText(lines[0]!).startsWith(`(${number - 1})`)) return false;
    const last = lines.at(-1)!;
    return this.#isNear(last, line) && wraps(last, line) && !/[.!?:;]$/.test(lineText(last));
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
    const isNew = /^(?:§ ?\d|\d{1,2}\.\s)/.test(lineText(line));
    return !isNew && level === open.level && this.#isNear(last, line) && last.size === line.size;
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
    if (open.kind === "heading") this.#depths.clear();
    const first = open.lines[0]!;
    this.#reach(first.page);
    if (open.kind === "code") {
      this.#builder.add("code", codeOf(open.lines));
      return;
    }
    const joined = joinLines(
      open.lines.map((line) => lineText(line)),
      this.#words,
    );
    const mark = open.isTagged === true ? taggedBullet : bullet;
    const ofMark = open.kind === "list_item" ? (mark.exec(joined.text)?.[0].length ?? 0) : 0;
    const skipped = open.skipped ?? ofMark;
    this.#builder.add(open.kind, joined.text.slice(skipped), { level: open.level, tight: open.kind === "list_item" });
    for (const [i, line] of open.lines.entries()) {
      if (line.page <= this.#page) continue;
      this.#page = line.page;
      this.#builder.startPageWithin(normalizeText(joined.text.slice(skipped, joined.starts[i])).length);
    }
  }

  #reach(page: number): void {
    for (; this.#page < page; this.#page++) this.#builder.startPage();
  }
}
