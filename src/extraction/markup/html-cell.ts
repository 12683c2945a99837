import type { CellForm } from "../table-grid.ts";

/** Notes its span, and whether all its text is bold, as in headers. */
export class HtmlCell {
  #columns = 1;
  #rows = 1;
  #bold = 0;
  #isPlain = false;
  /** Whether a span begins where one ended. */
  #seam: "closed" | "opened" | null = null;

  open(attributes: ReadonlyMap<string, string>): void {
    [this.#columns, this.#rows] = [Number(attributes.get("colspan")), Number(attributes.get("rowspan"))];
    this.#isPlain = false;
  }

  element(name: string, step: 1 | -1): void {
    const follows = step === 1 && this.#seam === "closed" ? "opened" : null;
    this.#seam = name !== "span" ? null : step === -1 ? "closed" : follows;
    if (name === "b" || name === "strong") this.#bold = Math.max(0, this.#bold + step);
  }

  /** Styles set a price apart from what it is for. */
  spaced(before: string, text: string): string {
    const isApart = this.#seam === "opened" && /[\p{L})]$/u.test(before) && /^[\d€$£]/.test(text);
    return isApart ? ` ${text}` : text;
  }

  write(text: string): void {
    this.#seam = null;
    if (this.#bold === 0 && text.trim() !== "") this.#isPlain = true;
  }

  /** Whether all that was written since the last call is bold. */
  takeBold(): boolean {
    const isBold = !this.#isPlain;
    this.#isPlain = false;
    return isBold;
  }

  said(name: string, text: string): [text: string, form: CellForm] {
    const header = name === "th" || (!this.#isPlain && text.trim() !== "");
    return [text, { header, columns: this.#columns, rows: this.#rows }];
  }
}
