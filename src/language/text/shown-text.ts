/**
 * Makes foreign text safe for a terminal: names of files, quotes and answers can contain codes that move the cursor and
 * colour lines (ECMA-48) or change the order of text (Unicode TR 9), and so deceive the reader.
 */

const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const lineBreaks = /[\s\u2028\u2029]+/gu;

/** Keeps line ends and tabs; other control characters become replacement characters. */
export function shownText(text: string): string {
  return text.replace(controls, "\ufffd");
}

/** On one line: white space of any length becomes one space. */
export function shownLine(text: string): string {
  return shownText(text.replace(lineBreaks, " ").trim());
}

/** A number with its noun, for people: `1 passage`, `3 passages`. The noun has a regular plural. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const pieces = new RegExp(String.raw`\s*(?:[${unspaced}]{1,2}|(?:(?![${unspaced}])\S)+)|\s+$`, "gu");

/**
 * The pieces of a stream, which joined are the text: words with the space before them, or two characters in scripts
 * without spaces. Markers such as `[1]` stay whole.
 */
export function streamWords(text: string): readonly string[] {
  return text.match(pieces) ?? [];
}
