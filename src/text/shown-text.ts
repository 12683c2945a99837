/**
 * Text of others as a terminal may show it: names of files, quotes and answers can hold the codes that move its cursor
 * and colour its lines (ECMA-48), or that turn its order about (Unicode TR 9), so that it shows what is not so.
 */

const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const lineBreaks = /[\s\u2028\u2029]+/gu;

/** With its line ends and tabs; a control character becomes a replacement character. */
export function shownText(text: string): string {
  return text.replace(controls, "\ufffd");
}

/** In one line: white space of any length becomes one space. */
export function shownLine(text: string): string {
  return shownText(text.replace(lineBreaks, " ").trim());
}
