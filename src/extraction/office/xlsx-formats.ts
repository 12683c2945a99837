import { readXml } from "./office-package.ts";

type NumberKind = "number" | "date" | "time" | "datetime" | "percent";

/** Predefined in every workbook (ECMA-376 part 1, 18.8.30). */
const builtIn: ReadonlyMap<number, NumberKind> = new Map([
  ...[9, 10].map((id) => [id, "percent"] as const),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, "date"] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, "time"] as const),
  [22, "datetime"],
]);

const day = 86_400_000;
/** A day early, because the calendar of 1900 has a 29 February that never was. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);

/** By the cell's style: dates in ISO 8601, shares in percent. */
export class CellFormats {
  readonly #kinds: NumberKind[] = [];
  readonly #epoch: number;

  constructor(styles: string, from1904: boolean) {
    this.#epoch = from1904 ? epoch1904 : epoch1900;
    const custom = new Map<number, NumberKind>();
    let inCells = false;
    readXml(styles, {
      open: (name, attribute) => {
        const id = Number(attribute("numFmtId"));
        if (name === "numFmt") custom.set(id, kindOf(attribute("formatCode") ?? ""));
        else if (name === "cellXfs") inCells = true;
        else if (name === "xf" && inCells) this.#kinds.push(custom.get(id) ?? builtIn.get(id) ?? "number");
      },
      close: (name) => {
        if (name === "cellXfs") inCells = false;
      },
    });
  }

  show(value: number, style: number): string {
    const kind = this.#kinds[style] ?? "number";
    if (!Number.isFinite(value)) return "";
    if (kind === "percent") return `${plain(value * 100)}%`;
    if (kind === "number" || value < 0 || value > 2_958_466) return plain(value);
    // To seconds, because doubles are inexact below them.
    const moment = new Date(this.#epoch + Math.round((value * day) / 1000) * 1000).toISOString();
    const time = moment.slice(11, 19).replace(/:00$/, "");
    if (kind === "time" && value < 1) return time;
    return kind === "date" || value % 1 === 0 ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${time}`;
  }
}

/** As Excel, which keeps 15 digits: `0.1 + 0.2` is 0.3. */
const plain = (value: number) => String(Number(value.toPrecision(15)));

function kindOf(code: string): NumberKind {
  const letters = code
    .split(";")[0]!
    .replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "")
    .toLowerCase();
  const date = /[yd]|mmm/.test(letters);
  const time = /[hs]/.test(letters);
  if (date && time) return "datetime";
  if (date || time) return date ? "date" : "time";
  return letters.includes("%") ? "percent" : "number";
}
