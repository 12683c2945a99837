/** Of plain text, PDF pages, sentences and answers. */

/** RFCs use an o with two spaces after it. */
const bullet = String.raw`(?:[-*+•‣◦▪■●·–—]|o(?=\s\s))`;
const number = String.raw`\d{1,3}[.)]|[a-zA-Z]\)|[ivxIVX]{2,5}\)|\([a-zA-Z\d]{1,4}\)`;
const mark = `^(?:${bullet}|${number})`;

export const listItem = new RegExp(String.raw`${mark}\s`, "u");
/** An item may be empty. */
export const listMarker = new RegExp(String.raw`${mark}(?:\s|$)`, "u");
export const indentedItem = new RegExp(String.raw`^(?<indent>\s*)(?:${bullet}|${number})\s+\S`, "u");

/** `2.`, `(b)`, `ii)`, `4.6`, `4.6.1.`, `§ 12a`. */
const shownNumber =
  /^(?:§{1,2}\s?\d{1,4}[a-z]?|\d{1,4}(?:\.\d{1,4}){1,5}[.)]?|\(?(?:\d{1,4}[a-z]?|[a-zA-Z]{1,2}|[ivxlcIVXLC]{1,7})[.)]{1,2})(?=\s)/u;

export function numberOf(text: string): string | null {
  return shownNumber.exec(text)?.[0] ?? null;
}

export const isMarkedItem = (text: string) => listMarker.test(text) || numberOf(text) !== null;

/** `4.6` and `(b)` are `4.6 (b)`; `4.6` and `4.6.1` are `4.6.1`. */
export function numberPath(above: string | undefined, own: string): string {
  if (above === undefined) return own;
  const stem = `${above.replace(/[.)]{1,2}$/, "")}.`;
  return own.startsWith(stem) && /^\d/.test(own.slice(stem.length)) ? own : `${above} ${own}`;
}
