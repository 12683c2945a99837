import type { BlockKind, DocumentBuilder } from "../document-builder.ts";
import { normalizeText } from "../normal-text.ts";
import type { OutlineEntry } from "./pdf-file.ts";
import { PdfHeadings } from "./pdf-headings.ts";
import { joinLines, wordsOf } from "./pdf-hyphens.ts";
import { lineText, optionsOf, type PdfLine } from "./pdf-line.ts";
import { type PdfTableHead, readTable, withCutCell } from "./pdf-table.ts";
import { type PdfTableArea, tableAreas } from "./pdf-table-area.ts";
import { pdfTitle } from "./pdf-title.ts";

interface PdfText {
  readonly pages: readonly (readonly PdfLine[])[];
  readonly outline: readonly OutlineEntry[];
}

interface PdfBlock {
  readonly kind: BlockKind;
  level: number;
  readonly lines: PdfLine[];
}

const listMark = /^(?:[•◦▪■●‣☐-☒□❏-❒◯○]|[–—*-] |\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)] )\s*/;
const bullet = /^[•◦▪■●‣–—*-]\s*/;
const contentsLine = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})?\s*$/;
/** Ems to the column's edge; the author ended a shorter line. */
const shortBy = 4;

/** Lines that end in a number at the edge; a page with so many is one of contents. */
const contentsPage = 4;

/** `Chapter 3` on a line above its heading. */
const chapterLabel =
  /^(?:chapter|kapitel|cap[íi]tulo|chapitre|capitolo|hoofdstuk|part|teil|parte|partie|appendix|anhang|ap[ée]ndice|annexe)\s+\S{1,8}$/iu;

function withoutContents(lines: readonly PdfLine[]): PdfLine[] {
  const kept = lines.filter((line) => !contentsLine.test(lineText(line).slice(-200)));
  if (lines.length - kept.length < contentsPage) return kept;
  return kept.filter((line) => !/\s\d{1,4}$/.test(lineText(line)) || line.column.right - line.right > line.size);
}

export class PdfBlocks {
  readonly #builder: DocumentBuilder;
  readonly #pages: readonly (readonly PdfLine[])[];
  readonly #headings: PdfHeadings;
  readonly #words: ReadonlySet<string>;
  readonly #leading: number;
  #open: PdfBlock | null = null;
  #page = 0;
  #table: PdfTableHead | null = null;
  /** Left edges of the open list's items, outermost first. */
  #edges: number[] = [];

  constructor(builder: DocumentBuilder, { pages, outline }: PdfText) {
    this.#builder = builder;
    this.#pages = pages.map(withoutContents);
    this.#headings = new PdfHeadings(this.#pages.flat(), outline);
    this.#words = wordsOf(this.#pages.flat());
    this.#leading = typicalLeading(this.#pages.flat());
  }

  write(): void {
    for (const lines of this.#pages) {
      let done = 0;
      for (const found of tableAreas(lines)) {
        const area = done === 0 ? withCutCell(found, lines, this.#table) : found;
        for (const line of lines.slice(done, area.from)) this.#take(line);
        this.#addTable(area);
        done = area.to;
      }
      for (const line of lines.slice(done)) this.#take(line);
    }
    this.#flush();
    // Pages without text count, too.
    while (this.#page++ < this.#pages.length) this.#builder.startPage();
  }

  titleOf(property: string | null): string | null {
    return pdfTitle(property, this.#pages.flat(), this.#headings);
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
    const down = (line.y - last.y) / Math.max(last.size, line.size);
    return down > 0 && down <= Math.max(1.25, this.#leading * 1.22);
  }

  /** The upper line is full, and the lower one not indented like a new paragraph. */
  #flows(open: PdfBlock, last: PdfLine, line: PdfLine): boolean {
    const text = lineText(line);
    const setIn = line.x - last.x > 0.8 * line.size && line.x - line.column.left > 0.8 * line.size;
    if (setIn && open.kind === "paragraph" && open.lines.length > 1) return false;
    const endedEarly = last.column.right - last.right > shortBy * last.size;
    return !(endedEarly && /[.!?:;»”"]$/.test(lineText(last)) && /^[\p{Lu}\p{N}«“"(¿¡]/u.test(text));
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
    const skipped = open.kind === "list_item" ? (bullet.exec(joined.text)?.[0].length ?? 0) : 0;
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

/** A short line in a size or font of its own, above text. */
function isLabel(last: PdfLine, line: PdfLine): boolean {
  if (last.monospaced || line.monospaced || isFull(last) || /^\p{Ll}|^[,;)]/u.test(lineText(line))) return false;
  const runs = last.segments.flatMap((segment) => segment.runs);
  const isAlone = runs.every(({ size, font }) => size === last.size && font === last.font);
  return isAlone && !/[,(]$/.test(lineText(last)) && (last.font !== line.font || last.size > 1.15 * line.size);
}

function isLabelOf(open: PdfBlock, line: PdfLine, level: number): boolean {
  const label = open.lines.length === 1 && open.lines[0]!.page === line.page && level <= open.level;
  return label && chapterLabel.test(lineText(open.lines[0]!));
}

const isFull = (line: PdfLine) => line.column.right - line.right < shortBy * line.size;

function jumps(last: PdfLine, line: PdfLine): boolean {
  return line.page > last.page || (line.page === last.page && line.y < last.y);
}

/** An unfinished sentence continues with a small letter, or with any word after a full line. */
function runsOn(last: PdfLine, line: PdfLine): boolean {
  if (last.size !== line.size || /[.!?:;»”"]$/.test(lineText(last))) return false;
  return /^[\p{Ll}\p{Lo}]/u.test(lineText(line)) || last.column.right - last.right < 2 * last.size;
}

/** The median distance of lines, in ems. */
function typicalLeading(lines: readonly PdfLine[]): number {
  const gaps: number[] = [];
  for (const [i, line] of lines.entries()) {
    const last = lines[i - 1];
    if (last === undefined || last.page !== line.page || last.size !== line.size) continue;
    const gap = (line.y - last.y) / line.size;
    if (gap > 0.8 && gap < 2.5) gaps.push(gap);
  }
  return gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 1.2;
}
