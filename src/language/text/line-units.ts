/** The forms of lines in plain text, PDF pages, sentences and answers: list items with their marks, and table rows. */

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

const tableRow = /^[^:;.\n]{1,60}: [^;\n]{0,400}; [^:;\n]{1,60}: /u;
/** As `German; before: 0.8; now: 0.9`: the first column has no name. */
const namedRow = /^[^:;.\n]{1,80}; [^:;\n]{1,60}: [^;\n]{0,200}; [^:;\n]{1,60}: /u;

/** As `Name: Ada; Born: 1815`. */
export const isTableRow = (text: string) => text.includes("; ") && (tableRow.test(text) || namedRow.test(text));

export const isLineUnit = (sentence: string) => listItem.test(sentence) || isTableRow(sentence);

/** Signs of code, and options of commands. */
const code = /[=<>{}$\\|~^`#@*]|\s-/u;
const labelled = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}: \S/u;
const begins = /^["'“‘«(]?[\p{Lu}\p{Lo}\p{N}]/u;
const fewestLetters = 10;
const fewestWords = 3;

/** Wrapped lines must be joined before. Code has no items. */
export function areListItems(above: string, below: string): boolean {
  if (!isWorded(above) || !isWorded(below)) return false;
  if (above.endsWith(";") || (labelled.test(above) && labelled.test(below))) return true;
  return begins.test(above) && begins.test(below) && /[\p{L}\p{N})"'”’»]$/u.test(above);
}

function isWorded(line: string): boolean {
  if (line.length > 600 || code.test(line)) return false;
  const letters = line.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < fewestLetters || letters < 0.8 * line.replaceAll(/\s/gu, "").length) return false;
  return !/^[\x20-\x7e]*$/u.test(line) || line.split(" ").length >= fewestWords;
}
