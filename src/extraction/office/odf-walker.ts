import type { BlockSink } from "../document-builder.ts";
import { collapseLines } from "../normal-text.ts";
import { addPreformatted } from "../plain/plain-text.ts";
import { mayNameColumns, TableGrid } from "../table-grid.ts";
import type { NumberingPlace, ParagraphStyle } from "./docx-styles.ts";
import { headingList, type OdfStyles } from "./odf-styles.ts";
import type { Attribute, XmlHandler } from "./office-package.ts";
import { TabbedRows } from "./tabbed-rows.ts";

/** Deleted, hidden or made by the program. */
const silentElements: ReadonlySet<string> = new Set(
  `tracked-changes annotation ruby-text title desc number forms covered-table-cell table-of-content illustration-index
   table-index object-index user-index alphabetical-index`.split(/\s+/),
);

const mostSpaces = 100;
const deepestCounted = 8;

interface OdfParagraph {
  readonly pieces: string[];
  readonly style: ParagraphStyle;
  readonly heading: number;
  readonly place: NumberingPlace | null;
  readonly continues: boolean;
  readonly tables: number;
  readonly note: Footnote | null;
}

interface OpenList {
  readonly style: string;
  isNewItem: boolean;
}

interface TextTable {
  readonly grid: TableGrid;
  readonly cell: string[];
  isHead: boolean;
  columns: number;
  rows: number;
  repeated: number;
}

interface Footnote {
  citation: string;
  readonly texts: string[];
}

/** Paragraphs, lists, tables and notes (OpenDocument 1.3 part 3, 5 and 9). */
export class OdfWalker implements XmlHandler {
  readonly #styles: OdfStyles;
  readonly #sink: TabbedRows;
  readonly #paragraphs: OdfParagraph[] = [];
  readonly #tables: TextTable[] = [];
  readonly #lists: OpenList[] = [];
  readonly #notes: Footnote[] = [];
  #note: Footnote | null = null;
  #inCitation = false;
  #silent = 0;
  title: string | null = null;
  firstHeading: string | null = null;

  constructor(styles: OdfStyles, sink: BlockSink) {
    this.#styles = styles;
    this.#sink = new TabbedRows(sink);
  }

  open(name: string, attribute: Attribute): void {
    if (silentElements.has(name)) this.#silent++;
    else if (this.#silent > 0) return;
    else if (name === "p" || name === "h") this.#openParagraph(name === "h", attribute);
    else if (name === "s") this.#write(" ".repeat(Math.min(mostSpaces, Number(attribute("c") ?? 1) || 1)));
    else if (name === "tab") this.#write("\t");
    else if (name === "line-break") this.#write("\n");
    else if (name === "note") this.#note = { citation: "", texts: [] };
    else if (name === "note-citation") this.#inCitation = true;
    else if (!this.#openList(name, attribute)) this.#openTable(name, attribute);
  }

  text(text: string): void {
    if (this.#silent > 0) return;
    if (this.#inCitation && this.#note !== null) this.#note.citation += text;
    else this.#write(text.replace(/\s+/g, " "));
  }

  close(name: string): void {
    if (silentElements.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (this.#silent > 0) return;
    else if (name === "p" || name === "h") this.#closeParagraph();
    else if (name === "list") this.#lists.pop();
    else if (name === "text-box") this.#sink.flush();
    else if (name === "note-citation") this.#closeCitation();
    else if (name === "note") this.#note = null;
    else this.#closeTable(name);
  }

  end(): void {
    while (this.#paragraphs.length > 0) this.#closeParagraph();
    while (this.#tables.length > 0) this.#closeTable("table");
    for (const { citation, texts } of this.#notes) {
      if (texts.length > 0) this.#sink.add("paragraph", `[${citation}] ${texts.join(" ")}`);
    }
    this.#sink.flush();
  }

  #write(text: string): void {
    this.#paragraphs.at(-1)?.pieces.push(text);
  }

  #openParagraph(isHeading: boolean, attribute: Attribute): void {
    const style = this.#styles.paragraph(attribute("style-name") ?? "");
    const level = Math.min(6, Math.max(1, Number(attribute("outline-level")) || 1));
    const heading = style.title ? 1 : isHeading ? level : style.heading;
    const list = this.#lists.at(-1);
    const ofHeadings = isHeading && attribute("is-list-header") !== "true" ? headingPlace(level) : null;
    const continues = list?.isNewItem === false;
    const place = list === undefined ? ofHeadings : continues ? null : this.#placeIn(list);
    if (list !== undefined) list.isNewItem = false;
    const [tables, note] = [this.#tables.length, this.#note];
    this.#paragraphs.push({ pieces: [], style, heading, place, continues, tables, note });
  }

  #placeIn({ style }: OpenList): NumberingPlace {
    return { list: style, level: Math.min(deepestCounted, this.#lists.length - 1) };
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const { style, note, tables, place } = paragraph;
    const raw = paragraph.pieces.join("");
    const text = style.code ? raw.trimEnd() : collapseLines(raw);
    if (text === "") return;
    const number = place === null ? "" : this.#styles.numbering.next(place);
    const shown = number === "" ? text : `${number} ${text}`;
    const table = tables > 0 ? this.#tables.at(-1) : undefined;
    if (note !== null) note.texts.push(text);
    else if (table !== undefined) table.cell.push(shown);
    else this.#addParagraph(paragraph, raw, { text, shown });
  }

  #addParagraph(
    { style, heading, place, continues }: OdfParagraph,
    raw: string,
    { text, shown }: { readonly text: string; readonly shown: string },
  ): void {
    if (style.title) this.title ??= text;
    const level = this.#lists.length;
    if (heading > 0) {
      this.firstHeading ??= text;
      this.#sink.add("heading", shown, { level: heading });
    } else if (continues) this.#sink.add("list_item", text, { level, tight: true, continues: true });
    else if (place !== null) this.#sink.add("list_item", shown, { level, tight: true });
    else if (style.code) addPreformatted(text, this.#sink);
    else if (style.caption || style.quote) this.#sink.add(style.caption ? "caption" : "quote", text);
    else this.#sink.add("paragraph", raw);
  }

  #closeCitation(): void {
    this.#inCitation = false;
    if (this.#note === null) return;
    this.#notes.push(this.#note);
    this.#write(`[${this.#note.citation.trim()}]`);
  }

  #openList(name: string, attribute: Attribute): boolean {
    const list = this.#lists.at(-1);
    if (name === "list") this.#startList(attribute("style-name") ?? list?.style ?? "", attribute);
    else if (name === "list-item" && list !== undefined) {
      list.isNewItem = true;
      const start = Number(attribute("start-value"));
      if (start > 0) this.#styles.numbering.continueAt(this.#placeIn(list), start);
    } else return name === "list-header";
    return true;
  }

  #startList(style: string, attribute: Attribute): void {
    const goesOn = attribute("continue-numbering") === "true" || attribute("continue-list") !== undefined;
    if (this.#lists.length === 0 && !goesOn) this.#styles.numbering.restart(style);
    this.#lists.push({ style, isNewItem: false });
  }

  #openTable(name: string, attribute: Attribute): void {
    if (name === "table")
      this.#tables.push({ grid: new TableGrid(), cell: [], isHead: false, columns: 1, rows: 1, repeated: 1 });
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === "table-header-rows") table.isHead = true;
    else if (name === "table-row") table.grid.openRow(table.isHead);
    else if (name === "table-cell") {
      table.columns = Number(attribute("number-columns-spanned") ?? 1);
      table.rows = Number(attribute("number-rows-spanned") ?? 1);
      table.repeated = Math.min(mostRepeated, Number(attribute("number-columns-repeated") ?? 1) || 1);
    }
  }

  #closeTable(name: string): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (name === "table-header-rows") table.isHead = false;
    else if (name === "table-cell") {
      const text = table.cell.join(" ");
      const { columns, rows } = table;
      for (let i = 0; i < table.repeated; i++) table.grid.addCell(text, { columns, rows });
      table.cell.length = 0;
    } else if (name === "table") {
      this.#tables.pop();
      table.grid.guessHead(mayNameColumns);
      const outer = this.#tables.at(-1);
      if (outer === undefined) this.#sink.addTable(table.grid);
      else outer.cell.push(...table.grid.cellTexts);
    }
  }
}

/** Cells of a text's table that are written once. */
const mostRepeated = 64;

const headingPlace = (level: number): NumberingPlace => ({ list: headingList, level: level - 1 });
