import { listItem } from "../structure/list-mark.ts";

const tableRow = /^[^:;.\n]{1,60}: [^;\n]{0,400}; [^:;\n]{1,60}: /u;
/** A row whose first column has no name: `German; before: 0.8; now: 0.9`. */
const namedRow = /^[^:;.\n]{1,80}; [^:;\n]{1,60}: [^;\n]{0,200}; [^:;\n]{1,60}: /u;

/** Whether a text begins with a normalised table row (`Name: Ada; Born: 1815`). */
export const isTableRow = (text: string) => text.includes("; ") && (tableRow.test(text) || namedRow.test(text));

/** Whether a sentence is on a line of its own: a list item with its mark, or a table row. */
export const isLineUnit = (sentence: string) => listItem.test(sentence) || isTableRow(sentence);

/** Letters and marks that only code has, or options of commands. */
const code = /[=<>{}$\\|~^`#@*]|\s-/u;
const labelled = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,39}: \S/u;
const begins = /^["'“‘«(]?[\p{Lu}\p{Lo}\p{N}]/u;
const fewestLetters = 10;
const fewestWords = 3;

/**
 * Whether two lines, one directly below the other, are items of a list without marks, and so end where their lines end. Line
 * ends that only wrap a text have been removed when it was read in. Lines of code are no items: they belong together.
 */
export function areListItems(above: string, below: string): boolean {
  if (!isWorded(above) || !isWorded(below)) return false;
  if (above.endsWith(";") || (labelled.test(above) && labelled.test(below))) return true;
  return begins.test(above) && begins.test(below) && /[\p{L}\p{N})"'”’»]$/u.test(above);
}

/** Whether a line is words of a language. */
function isWorded(line: string): boolean {
  if (line.length > 600 || code.test(line)) return false;
  const letters = line.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < fewestLetters || letters < 0.8 * line.replaceAll(/\s/gu, "").length) return false;
  return !/^[\x20-\x7e]*$/u.test(line) || line.split(" ").length >= fewestWords;
}
