import { type BlockForm, type BlockKind, type DocumentBuilder, textTooLong } from "../document-builder.ts";
import { collapseLines, collapseSpace } from "../normal-text.ts";
import { numeral } from "../numerals.ts";
import { mayNameColumns, TableGrid } from "../table-grid.ts";
import type { Attribute, XmlHandler } from "./office-package.ts";

const repeated: ReadonlySet<string> = new Set(["dt", "ftr", "hdr", "sldNum", "sldImg"]);
const titles: ReadonlySet<string> = new Set(["title", "ctrTitle"]);

interface SlideBlock extends BlockForm {
  readonly kind: BlockKind;
  readonly text: string;
}

const isOn = (value: string | undefined) => value === "1" || value === "true";

/** UTF-16 units. */
const longestTitle = 60;

const isTitle = (text: string) => text.length <= longestTitle && /^\p{Lu}[^\n]*[^\n.,:;]$/u.test(text);

/** A slide's blocks, which follow its title wherever that stands. */
export class SlideBlocks {
  readonly blocks: SlideBlock[] = [];
  readonly #most: number;
  #room: number;
  readonly #title: string[] = [];

  constructor(most: number) {
    this.#most = most;
    this.#room = most;
  }

  get title(): string | null {
    const title = collapseSpace(this.#title.join(" "));
    return title === "" ? null : title;
  }

  addTitle(text: string): void {
    this.#title.push(text);
  }

  add(kind: BlockKind, text: string, form: BlockForm = {}): void {
    this.#room -= text.length;
    if (this.#room < 0) throw textTooLong(this.#most);
    this.blocks.push({ kind, text, ...form });
  }

  addTable(grid: TableGrid): void {
    const { kind = "paragraph", texts } = grid.loose ?? {};
    const form = kind === "list_item" ? { level: 1, tight: true } : {};
    if (texts !== undefined) for (const text of texts) this.add(kind, text, form);
    else
      for (const [i, { text, ...row }] of [...grid.rows()].entries())
        this.add("table_row", text, { ...row, tight: i > 0 });
  }

  /** As a page, and a section under its title. A short first line is one where the layout has none. */
  addTo(builder: DocumentBuilder, number: number): void {
    builder.startPage();
    const [first, second] = this.blocks;
    if (this.title === null && first?.kind === "paragraph" && second !== undefined && isTitle(first.text)) {
      this.addTitle(first.text);
      this.blocks.shift();
    }
    if (this.title !== null || this.blocks.length > 0)
      builder.add("heading", this.title ?? `Slide ${number}`, { level: 1 });
    for (const { kind, text, ...form } of this.blocks) builder.add(kind, text, form);
  }
}

/** Shapes with text, and tables (ECMA-376 part 1, 19.3 and 21.1). */
export class SlideWalker implements XmlHandler {
  readonly #slide: SlideBlocks;
  #placeholder: string | null = null;
  #level = 0;
  #bullet = false;
  #numbered: { readonly form: string; readonly start: number } | null = null;
  readonly #counts: (number | null)[] = [];
  #text: string[] = [];
  #inText = false;
  #fallback = 0;
  #table: {
    readonly grid: TableGrid;
    readonly cell: string[];
    columns: number;
    rows: number;
    merged: boolean;
    head: boolean;
  } | null = null;

  constructor(slide: SlideBlocks) {
    this.#slide = slide;
  }

  open(name: string, attribute: Attribute): void {
    if (name === "Fallback") this.#fallback++;
    else if (name === "sp" || name === "graphicFrame") this.#openShape();
    else if (name === "ph") this.#placeholder = attribute("type") ?? "body";
    else if (name === "t") this.#inText = true;
    else if (name === "br") this.#text.push("\n");
    else if (!this.#openParagraph(name, attribute)) this.#openTable(name, attribute);
  }

  text(text: string): void {
    if (this.#inText && this.#fallback === 0) this.#text.push(text);
  }

  close(name: string): void {
    if (name === "Fallback") this.#fallback--;
    else if (name === "t") this.#inText = false;
    else if (name === "p") this.#endParagraph();
    else if (name === "tc") this.#endCell();
    else if (name === "tbl") this.#endTable();
  }

  #openShape(): void {
    this.#placeholder = null;
    this.#counts.length = 0;
  }

  #openParagraph(name: string, attribute: Attribute): boolean {
    if (name === "p") {
      this.#text = [];
      this.#level = 0;
      this.#numbered = null;
      this.#bullet = this.#placeholder === "body" || this.#placeholder === "obj";
    } else if (name === "pPr") this.#level = Math.min(8, Math.max(0, Number(attribute("lvl")) || 0));
    else if (name === "buNone") this.#bullet = false;
    else if (name === "buChar") this.#bullet = true;
    else if (name === "buAutoNum") {
      this.#bullet = true;
      this.#numbered = { form: attribute("type") ?? "", start: Number(attribute("startAt") ?? 1) || 1 };
    } else return false;
    return true;
  }

  #endParagraph(): void {
    const text = collapseLines(this.#text.join(""));
    this.#text = [];
    if (text === "" || repeated.has(this.#placeholder ?? "")) return;
    if (this.#table !== null) this.#table.cell.push(text);
    else if (titles.has(this.#placeholder ?? "")) this.#slide.addTitle(text);
    else if (this.#bullet) this.#slide.add("list_item", this.#number() + text, { level: this.#level + 1, tight: true });
    else this.#slide.add("paragraph", text);
  }

  /** Deeper paragraphs do not interrupt counting (21.1.2.4.1). */
  #number(): string {
    const counts = this.#counts;
    counts.length = Math.min(counts.length, this.#level + 1);
    if (this.#numbered === null) {
      counts[this.#level] = null;
      return "";
    }
    const { form, start } = this.#numbered;
    const last = counts[this.#level] ?? null;
    const count = last === null ? start : last + 1;
    counts[this.#level] = count;
    const shown = numeral(count, form);
    return form.endsWith("ParenBoth") ? `(${shown}) ` : form.endsWith("ParenR") ? `${shown}) ` : `${shown}. `;
  }

  #openTable(name: string, attribute: Attribute): void {
    if (name === "tbl")
      this.#table = { grid: new TableGrid(), cell: [], columns: 1, rows: 1, merged: false, head: false };
    const table = this.#table;
    if (table === null) return;
    if (name === "tblPr") table.head = attribute("firstRow") === "1";
    else if (name === "tr") {
      table.grid.openRow(table.head);
      table.head = false;
    } else if (name === "tc") {
      table.columns = Number(attribute("gridSpan") ?? 1);
      table.rows = Number(attribute("rowSpan") ?? 1);
      table.merged = isOn(attribute("hMerge")) || isOn(attribute("vMerge"));
    }
  }

  #endCell(): void {
    const table = this.#table;
    if (table === null) return;
    if (!table.merged) table.grid.addCell(table.cell.join(" "), { columns: table.columns, rows: table.rows });
    table.cell.length = 0;
  }

  #endTable(): void {
    const table = this.#table;
    this.#table = null;
    if (table === null) return;
    this.#slide.addTable(table.grid.guessHead(mayNameColumns));
  }
}
