import { ExtractionError } from "../../sources/extraction-error.ts";
import type { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionLimits } from "../format-extractor.ts";
import { collapseSpace } from "../normal-text.ts";
import type { OdfStyles } from "./odf-styles.ts";
import type { Attribute, XmlHandler } from "./office-package.ts";
import { type FilledRow, type MergedArea, mergedSheet, mostColumns, mostMerges } from "./xlsx-sheet.ts";
import { addTables } from "./xlsx-tables.ts";

/** Cells that a file says once and that stand several times. */
const mostRepeated = 10_000;

const silentElements: ReadonlySet<string> = new Set(["annotation", "shapes", "forms", "covered-table-cell"]);

interface OdsCell {
  readonly type: string;
  readonly value: string;
  readonly times: number;
  readonly text: string[];
}

interface OpenSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: FilledRow[];
  readonly areas: MergedArea[];
  number: number;
}

/** A visible sheet is a section. Cells as they are shown, dates as ISO 8601 (OpenDocument 1.3 part 3, 9.1). */
export class OdsReader implements XmlHandler {
  readonly title = null;
  readonly firstHeading = null;
  readonly #builder: DocumentBuilder;
  readonly #hidden: ReadonlySet<string>;
  readonly #mostSheets: number;
  #sheets = 0;
  #sheet: OpenSheet | null = null;
  #row = new Map<number, string>();
  #rowTimes = 1;
  #column = 0;
  #cell: OdsCell | null = null;
  #silent = 0;
  #left = mostRepeated;

  constructor(builder: DocumentBuilder, { hidden }: OdfStyles, { pages }: ExtractionLimits) {
    this.#builder = builder;
    this.#hidden = hidden;
    this.#mostSheets = pages;
  }

  open(name: string, attribute: Attribute): void {
    if (name === "covered-table-cell" && this.#silent === 0)
      this.#column += repeated(attribute("number-columns-repeated"));
    if (silentElements.has(name)) this.#silent++;
    else if (this.#silent > 0) return;
    else if (name === "table") this.#openSheet(attribute);
    else if (name === "table-row") this.#openRow(attribute);
    else if (name === "table-cell") this.#openCell(attribute);
    else if (name === "p") this.#cell?.text.push("");
    else if (name === "s" || name === "tab" || name === "line-break") this.text(" ");
  }

  text(text: string): void {
    const { text: lines = [] } = this.#cell ?? {};
    if (this.#silent === 0 && lines.length > 0) lines[lines.length - 1] += text;
  }

  close(name: string): void {
    if (silentElements.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (this.#silent > 0) return;
    else if (name === "table-cell") this.#closeCell();
    else if (name === "table-row") this.#closeRow();
    else if (name === "table") this.#closeSheet();
  }

  end(): void {
    this.#closeSheet();
  }

  #openSheet(attribute: Attribute): void {
    this.#sheets++;
    if (this.#sheets > this.#mostSheets)
      throw new ExtractionError("too_large", `The file has more than ${this.#mostSheets} sheets.`);
    const isHidden = this.#hidden.has(attribute("style-name") ?? "");
    this.#sheet = { name: attribute("name") ?? "", isHidden, rows: [], areas: [], number: 1 };
  }

  #openRow(attribute: Attribute): void {
    this.#row = new Map();
    this.#rowTimes = repeated(attribute("number-rows-repeated"));
    this.#column = 0;
  }

  #openCell(attribute: Attribute): void {
    const value = attribute("date-value") ?? attribute("string-value") ?? attribute("value") ?? "";
    const type = attribute("value-type") ?? "";
    this.#cell = { type, value, times: repeated(attribute("number-columns-repeated")), text: [] };
    const [columns, rows] = ["number-columns-spanned", "number-rows-spanned"].map((side) => repeated(attribute(side)));
    const area = this.#sheet?.areas;
    if (area === undefined || area.length >= mostMerges || (columns === 1 && rows === 1)) return;
    const [first, top] = [this.#column, this.#sheet!.number];
    area.push({ first, last: first + columns! - 1, top, bottom: top + rows! - 1 });
  }

  #closeCell(): void {
    if (this.#cell === null) return;
    const { times } = this.#cell;
    const said = contentOf(this.#cell);
    const filled = said === "" ? 0 : this.#taken(Math.min(times, mostColumns - this.#column));
    for (let i = 0; i < filled; i++) this.#row.set(this.#column + i, said);
    this.#column = Math.min(mostColumns, this.#column + times);
    this.#cell = null;
  }

  #closeRow(): void {
    const sheet = this.#sheet;
    if (sheet === null) return;
    const times = this.#row.size === 0 ? 0 : this.#taken(this.#rowTimes);
    for (let i = 0; i < times; i++) sheet.rows.push({ number: sheet.number + i, cells: new Map(this.#row) });
    sheet.number += this.#rowTimes;
  }

  #closeSheet(): void {
    if (this.#sheet === null) return;
    const { name, isHidden, rows, areas } = this.#sheet;
    this.#sheet = null;
    if (isHidden || rows.length === 0) return;
    this.#builder.add("heading", name, { level: 1 });
    addTables(this.#builder, mergedSheet(rows, areas));
  }

  /** How many of so many the budget allows, the first one always. */
  #taken(times: number): number {
    const taken = Math.min(times, this.#left + 1);
    this.#left -= taken - 1;
    return taken;
  }
}

const repeated = (written: string | undefined) => Math.max(1, Math.trunc(Number(written)) || 1);

function contentOf({ type, value, text }: OdsCell): string {
  const shown = collapseSpace(text.join(" "));
  if (type === "date") return value.replace(/T00:00:00(?:\.0+)?$/, "").replace("T", " ") || shown;
  return type === "float" && isLocal(shown, Number(value)) ? String(Number(Number(value).toPrecision(15))) : shown;
}

/** Whether a number is written otherwise than with a decimal point: `1.234,50`. */
function isLocal(shown: string, value: number): boolean {
  if (!/^[-+−]?[\d.,'’\s]+$/u.test(shown)) return false;
  const digits = shown.split(".")[1]?.length ?? 0;
  return !(Math.abs(Number(shown) - value) <= 0.5 * 10 ** -digits);
}
