import { listItem } from "../structure/list-mark.ts";

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
