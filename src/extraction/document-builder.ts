import type { OutlineBlock, OutlineCell, OutlineKind, SpokenTurn } from "../language/structure/outline.ts";
import type { TextSpan } from "../language/text/sentences.ts";
import type { Document } from "../sources/document.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import { withHeadingsByLook } from "./heading-look.ts";
import { collapseSpace, normalizeText } from "./normal-text.ts";
import type { TableGrid } from "./table-grid.ts";
import type { LooseCells } from "./table-layout.ts";
import type { GivenCell, RowSayer, SaidRow } from "./table-row.ts";

export type BlockKind = OutlineKind;

export interface BlockForm extends Pick<OutlineBlock, "label" | "continues" | "header" | "cells" | "turn"> {
  /** Headings: 1–6. List items: depth from 1. */
  readonly level?: number | undefined;
  /** Follows its neighbour in the same list, table or listing after a line end, not a blank line. */
  readonly tight?: boolean;
  /** All of it, so that it may be a heading. */
  readonly bold?: boolean;
}

/** UTF-16 units. A longer title is a paragraph; so is a longer heading that ends as a sentence. */
const longestTitle = 300;
const longestHeading = 120;
/** More are joined, because a text in pieces takes many times its size. */
const mostParts = 4096;

export interface BlockSink {
  add(kind: BlockKind, text: string, form?: BlockForm): void;
  addTable(grid: TableGrid): void;
}

export class DocumentBuilder implements BlockSink {
  readonly #joined: string[] = [];
  #parts: string[] = [];
  readonly #blocks: OutlineBlock[] = [];
  readonly #bold = new Set<number>();
  #length = 0;
  #pages: number[] | null = null;
  #pendingPages = 0;
  readonly #most: number;
  turn: SpokenTurn | null = null;

  /** @param most UTF-16 units; more ends in `too_large` */
  constructor(most: number) {
    this.#most = most;
  }

  add(given: BlockKind, text: string, form: BlockForm = {}): void {
    const normal = normalizeText(text)
      .replace(/^(?:[^\S\n]*\n)+/, "")
      .trimEnd();
    const body = normal.trimStart();
    if (body === "") return;
    const kind = given === "heading" && isProse(body) ? "paragraph" : given;
    // Code keeps its first line's indentation, but the block begins after it.
    const kept = kind === "code" ? normal : body;
    if (this.#blocks.length > 0) this.#append(this.#gap(kind, form));
    this.#openPages();
    const start = this.#length + kept.length - body.length;
    this.#append(kept);
    const { tight: _, bold = false, cells, ...facts } = form;
    if (bold) this.#bold.add(this.#blocks.length);
    const level = kind === given ? (form.level ?? 0) : 0;
    const placed = cells && body === text ? { cells: cells.map((cell) => cellAt(cell, start)) } : {};
    const said = this.turn === null ? {} : { turn: this.turn };
    this.#blocks.push({ kind, start, end: this.#length, ...said, ...facts, level, ...placed });
  }

  addRow(say: RowSayer, given: readonly GivenCell[], form: Pick<BlockForm, "header"> = {}): void {
    const gap = this.#blocks.length === 0 ? "" : this.#gap("table_row", form);
    const { text, cells } = say(given, this.#length + gap.length);
    if (text === "") return;
    this.#append(gap);
    this.#openPages();
    const start = this.#length;
    this.#append(text);
    const said = this.turn === null ? {} : { turn: this.turn };
    this.#blocks.push({ kind: "table_row", start, end: this.#length, level: 0, ...said, ...form, cells });
  }

  addTable(grid: TableGrid): void {
    const { loose } = grid;
    if (loose === null) this.addRows(grid.rows());
    else this.addLoose(loose);
  }

  addLoose({ kind, texts }: LooseCells): void {
    const form = kind === "list_item" ? { level: 1, tight: true } : {};
    for (const text of texts) this.add(kind, text, form);
  }

  addRows(rows: Iterable<SaidRow>): void {
    let tight = false;
    for (const { text, cells, label, header } of rows) {
      this.add("table_row", text, { cells, tight, ...(label !== undefined && { label }), ...(header && { header }) });
      tight = true;
    }
  }

  /** The first call makes the document a paged one. */
  startPage(): void {
    this.#pages ??= [];
    this.#pendingPages++;
  }

  /** At `offset` UTF-16 units in the last block. */
  startPageWithin(offset: number): void {
    const last = this.#blocks.at(-1);
    if (this.#pages === null || last === undefined) throw new RangeError("no page or block to continue");
    this.#pages.push(Math.min(last.start + offset, last.end));
  }

  get room(): number {
    return this.#most - this.#length;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  get firstHeading(): string | null {
    const heading = this.#blocks.find((block) => block.kind === "heading");
    return heading === undefined ? null : this.#text().slice(heading.start, heading.end);
  }

  /** @throws ExtractionError `no_extractable_text` */
  finish(title: string | null): Document {
    if (this.#blocks.length === 0) {
      throw new ExtractionError("no_extractable_text", "The file contains no text that Docent can read.");
    }
    this.#openPages();
    const text = this.#text();
    const blocks = withHeadingsByLook(text, this.#blocks, this.#bold);
    return { text, title: cleanTitle(title), blocks, pageStarts: this.#pages };
  }

  #gap(kind: BlockKind, { tight }: BlockForm): string {
    return tight === true && this.#blocks.at(-1)?.kind === kind ? "\n" : "\n\n";
  }

  #openPages(): void {
    for (; this.#pendingPages > 0; this.#pendingPages--) {
      this.#pages?.push(this.#pages.length === 0 ? 0 : this.#length);
    }
  }

  #append(text: string): void {
    if (text.length > this.room) throw textTooLong(this.#most);
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#parts.length >= mostParts) this.#join();
  }

  #join(): void {
    this.#joined.push(this.#parts.join(""));
    this.#parts = [];
  }

  #text(): string {
    this.#join();
    return this.#joined.join("");
  }
}

/** Notices and clauses are often written in a heading's style. `§ 2635.804 Outside … limitations.` is a heading. */
function isProse(heading: string): boolean {
  return heading.length > longestHeading && !heading.startsWith("§") && /[.;。][\s"'”’)\]]*$/u.test(heading);
}

function cellAt({ value, name, ...place }: OutlineCell, start: number): OutlineCell {
  const moved = (span: TextSpan) => ({ start: start + span.start, end: start + span.end });
  return { ...place, value: moved(value), name: name && moved(name) };
}

export function textTooLong(most: number): ExtractionError {
  return new ExtractionError(
    "too_large",
    `The file contains more than ${most} characters of text. Split it into several files.`,
  );
}

function cleanTitle(title: string | null): string | null {
  const clean = collapseSpace(normalizeText(title ?? ""));
  return clean === "" || clean.length > longestTitle ? null : clean;
}

/** Properties are often a file name or a program's name; then the first heading is the title. */
export function chooseTitle(property: string | null, heading: string | null): string | null {
  const written = property?.trim() ?? "";
  if (written === "") return heading;
  return isMachineMade(written) ? (heading ?? withoutProgram(written)) : written;
}

const program = /^microsoft (?:word|powerpoint|excel) - /i;
const fileType = /\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|odt|indd|html?)$/i;

/** `Microsoft Word - House rules.doc`: the file's name. */
export const withoutProgram = (title: string) => title.replace(program, "").replace(fileType, "").trim();

function isMachineMade(title: string): boolean {
  return (
    /^(?:untitled|title|document ?\d*|presentation ?\d*|powerpoint presentation|workbook ?\d*|slide 1)$/i.test(title) ||
    program.test(title) ||
    fileType.test(title) ||
    /^(?=.*[-_])[\p{Ll}\p{N}_.-]+$/u.test(title) ||
    !/\p{L}{2}/u.test(title)
  );
}
