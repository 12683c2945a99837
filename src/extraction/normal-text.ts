/** NFC without control characters except `\n` and tabs, so that equal words match. */

/** CR LF, CR, NEL, LS, PS, vertical tab, form feed. */
const lineEnds = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
/** C0 and C1 controls, DEL, soft hyphen, zero-width space, word joiner, byte-order mark, non-characters. */
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;
const plain = /^[\n\t\x20-\x7e]*$/;

/** Join a block's pieces first, because NFC is not closed under concatenation. */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(lineEnds, "\n").replace(invisible, "").toWellFormed().normalize("NFC");
}

/** Most short texts: ASCII words with one space between them. */
const tidy = /^(?:[!-~]+(?: [!-~]+)*)?$/;

export function collapseSpace(text: string): string {
  if (tidy.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

export const cleanText = (text: string): string => (tidy.test(text) ? text : collapseSpace(normalizeText(text)));

export function collapseLines(text: string): string {
  if (tidy.test(text)) return text;
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

export const linesOf = (text: string): string[] => text.split(text.includes("\r") ? /\r\n?|\n/ : "\n");

export const indentOf = (line: string) => line.length - line.trimStart().length;

export const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";
