import type { BlockSink } from "../document-builder.ts";
import { collapseLines } from "../normal-text.ts";
import { addPreformatted } from "../plain/plain-text.ts";
import { mayNameColumns, TableGrid } from "../table-grid.ts";
import { type NumberingPlace, numberingLevel, type ParagraphStyle, plainStyle } from "./docx-styles.ts";
import type { Numbering } from "./list-numbering.ts";
import type { Attribute, XmlHandler } from "./office-package.ts";
import { TabbedRows } from "./tabbed-rows.ts";

/** Hidden, or shown twice, as `Fallback`, which repeats its text box. */
const silentElements: ReadonlySet<string> = new Set(["del", "moveFrom", "instrText", "Fallback", "delText", "binData"]);

const shownMarks: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
  ["noBreakHyphen", "-"],
]);

interface Paragraph {
  readonly pieces: string[];
  style: ParagraphStyle;
  list: string | null;
  level: number | null;
  outline: number | null;
  readonly tables: number;
  /** A run with text is not bold. */
  isPlain: boolean;
}

const emptyParagraph = { style: plainStyle, list: null, level: null, outline: null, isPlain: false } as const;

interface DocxTable {
  readonly grid: TableGrid;
  readonly cell: string[];
  columns: number;
  header: boolean;
  merged: boolean;
  /** The table's look distinguishes its first row (17.4.55). */
  namesColumns: boolean;
  readonly above: string[];
  column: number;
}

function emptyTable(): DocxTable {
  return {
    grid: new TableGrid(),
    cell: [],
    columns: 1,
    header: false,
    merged: false,
    namesColumns: true,
    above: [],
    column: 0,
  };
}

function startRow(table: DocxTable): void {
  table.header = false;
  table.column = 0;
  table.grid.openRow(false);
}

/** ECMA-376 part 1, 17.2–17.4. */
export class DocxWalker implements XmlHandler {
  readonly #sink: TabbedRows;
  readonly #styles: ReadonlyMap<string, ParagraphStyle>;
  readonly #numbering: Numbering;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: DocxTable[] = [];
  #silent = 0;
  #inText = false;
  #hiddenRun = false;
  #boldRun = false;
  #contents = 0;
  #controls: boolean[] = [];
  title: string | null = null;
  firstHeading: string | null = null;

  constructor(sink: BlockSink, styles: ReadonlyMap<string, ParagraphStyle>, numbering: Numbering) {
    this.#sink = new TabbedRows(sink);
    this.#styles = styles;
    this.#numbering = numbering;
  }

  open(name: string, attribute: Attribute): void {
    if (silentElements.has(name)) this.#silent++;
    else if (this.#silent === 0) this.#openShown(name, attribute);
  }

  text(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!this.#inText || this.#silent > 0 || this.#hiddenRun || paragraph === undefined) return;
    paragraph.pieces.push(text);
    paragraph.isPlain ||= !this.#boldRun && text.trim() !== "";
  }

  close(name: string): void {
    if (silentElements.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (this.#silent === 0) this.#closeShown(name);
  }

  end(): void {
    while (this.#paragraphs.length > 0) this.#endParagraph();
    while (this.#tables.length > 0) {
      this.#endCell();
      this.#endTable();
    }
    this.#sink.flush();
  }

  #openShown(name: string, attribute: Attribute): void {
    const shown = shownMarks.get(name);
    if (name === "p") this.#startParagraph();
    else if (name === "t") this.#inText = true;
    else if (name === "r") [this.#hiddenRun, this.#boldRun] = [false, false];
    else if (shown !== undefined) this.#write(shown);
    else if (name === "footnoteReference" || name === "endnoteReference") this.#write(`[${attribute("id") ?? ""}]`);
    else if (name === "sdt") this.#controls.push(false);
    else if (name === "docPartGallery") this.#markContents(attribute);
    else if (name === "tbl") this.#tables.push(emptyTable());
    else if (!this.#tableProperty(name, attribute)) this.#property(name, attribute);
  }

  #closeShown(name: string): void {
    if (name === "p") this.#endParagraph();
    else if (name === "t") this.#inText = false;
    else if (name === "tc") this.#endCell();
    else if (name === "tbl") this.#endTable();
    else if (name === "sdt" && this.#controls.pop() === true) this.#contents--;
  }

  #markContents(attribute: Attribute): void {
    if (!/table of contents|table of figures/i.test(attribute("val") ?? "") || this.#controls.at(-1) !== false) return;
    this.#controls[this.#controls.length - 1] = true;
    this.#contents++;
  }

  #startParagraph(): void {
    const tables = this.#tables.length;
    this.#paragraphs.push({ ...emptyParagraph, pieces: [], tables });
    this.#inText = false;
  }

  #write(text: string): void {
    if (this.#hiddenRun) return;
    // Properties name tab stops, too, before any text.
    this.#paragraphs.at(-1)?.pieces.push(text);
  }

  #property(name: string, attribute: Attribute): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const value = attribute("val") ?? "";
    if (name === "pStyle") paragraph.style = this.#styles.get(value) ?? plainStyle;
    else if (name === "numId") paragraph.list = value;
    else if (name === "ilvl") paragraph.level = numberingLevel(value);
    else if (name === "outlineLvl") paragraph.outline = Number(value);
    else if (name === "vanish") this.#hiddenRun = isOn(value);
    else if (name === "b") this.#boldRun = isOn(value);
  }

  #tableProperty(name: string, attribute: Attribute): boolean {
    const table = this.#tables.at(-1);
    const value = attribute("val");
    if (table === undefined) return false;
    if (name === "tr") startRow(table);
    else if (name === "tblHeader") table.header = isOn(value);
    else if (name === "tc") Object.assign(table, { columns: 1, merged: false });
    else if (name === "tblLook") table.namesColumns = attribute("firstRow") !== "0";
    else if (name === "gridSpan") table.columns = Number(value);
    else if (name === "gridBefore") this.#skipColumns(table, Number(value));
    else if (name === "vMerge") table.merged = value !== "restart";
    else return false;
    return true;
  }

  #skipColumns(table: DocxTable, columns: number): void {
    table.grid.addCell("", { columns });
    table.column += Math.max(1, Math.trunc(columns) || 1);
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    const { column } = table;
    const text = table.merged ? (table.above[column] ?? "") : table.cell.join(" ");
    table.above[column] = text;
    table.column += Math.max(1, Math.trunc(table.columns) || 1);
    table.grid.addCell(text, { header: table.header, columns: table.columns });
    table.cell.length = 0;
  }

  #endTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    if (table.namesColumns) table.grid.guessHead(mayNameColumns);
    const outer = this.#tables.at(-1);
    if (outer !== undefined) outer.cell.push(...table.grid.cellTexts);
    else this.#sink.addTable(table.grid);
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined || this.#contents > 0 || paragraph.style.contents) return;
    const raw = paragraph.pieces.join("");
    const text = paragraph.style.code ? raw : collapseLines(raw);
    if (text === "") return;
    const table = paragraph.tables > 0 ? this.#tables.at(-1) : undefined;
    if (table !== undefined) table.cell.push(text);
    else this.#addParagraph(paragraph, raw, text);
  }

  #addParagraph(paragraph: Paragraph, raw: string, text: string): void {
    const { style, isPlain } = paragraph;
    const place = numberingOf(paragraph);
    const number = place === null ? "" : this.#numbering.next(place);
    const shown = number === "" ? text : `${number} ${text}`;
    const heading = headingLevel(paragraph);
    if (style.title) this.title ??= text;
    if (heading > 0) {
      this.firstHeading ??= text;
      this.#sink.add("heading", shown, { level: heading });
    } else if (place !== null) this.#sink.add("list_item", shown, { level: place.level + 1, tight: true });
    else if (style.code) addPreformatted(text, this.#sink);
    else if (style.caption || style.quote) this.#sink.add(style.caption ? "caption" : "quote", text);
    else this.#sink.add("paragraph", raw, { bold: !isPlain });
  }
}

/** A property that is named without a value is on (17.17.4). */
const isOn = (value: string | undefined) => value !== "0" && value !== "false";

function headingLevel({ style, outline }: Paragraph): number {
  if (style.title) return 1;
  return style.heading > 0 || outline === null || outline > 5 ? style.heading : outline + 1;
}

/** Its own list comes before its style's; `0` means none. */
function numberingOf({ list, level, style }: Paragraph): NumberingPlace | null {
  if (list === "0") return null;
  const chosen = list ?? style.numbering?.list ?? null;
  return chosen === null ? null : { list: chosen, level: level ?? style.numbering?.level ?? 0 };
}
