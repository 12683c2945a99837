const mark = String.raw`^(?:[-*+•‣◦▪·–—]|\d{1,3}[.)]|[a-zA-Z]\)|\([a-zA-Z\d]{1,3}\))`;

/** A list item: its mark and something behind it. */
export const listItem = new RegExp(String.raw`${mark}\s`, "u");
/** The mark of a list item, which may be all that there is. */
export const listMarker = new RegExp(String.raw`${mark}(?:\s|$)`, "u");
const tableRow = /^[^:;.\n]{1,60}: [^;\n]{0,400}; [^:;\n]{1,60}: /u;

/** Whether a sentence is on a line of its own: a list item or a normalised table row (`Name: Ada; Born: 1815`). */
export function isLineUnit(sentence: string): boolean {
  return listItem.test(sentence) || (sentence.includes("; ") && tableRow.test(sentence));
}
