/**
 * Foreign text can deceive a reader at a terminal with codes that move the cursor (ECMA-48) or change the order of
 * text (Unicode TR 9).
 */

const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const lineBreaks = /[\s\u2028\u2029]+/gu;

/** Keeps line ends and tabs; other control characters become U+FFFD. */
export function shownText(text: string): string {
  return text.replace(controls, "\ufffd");
}

export function shownLine(text: string): string {
  return shownText(text.replace(lineBreaks, " ").trim());
}

/** `1 passage`, `3 passages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const pieces = new RegExp(String.raw`\s*(?:[${unspaced}]{1,2}|(?:(?![${unspaced}])\S)+)|\s+$`, "gu");

/**
 * Words with the space before them, or two characters in scripts without spaces. Markers such as `[1]` stay whole.
 * Joined, they are the text.
 */
export function streamWords(text: string): readonly string[] {
  return text.match(pieces) ?? [];
}
