/**
 * The form every extracted text takes, whatever it came from: NFC, `\n` line ends, no control characters but `\n` and
 * `\t`, nothing invisible that would keep two equal-looking words from matching.
 */

/** Line separators of other systems: CR LF, CR, NEL, LS, PS, vertical tab, form feed. */
const lineEnds = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
/** C0 and C1 controls, DEL, soft hyphen, zero-width space, word joiner, byte-order mark, non-characters. */
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;
const plain = /^[\n\t\x20-\x7e]*$/;

/** Normalises a whole block. Pieces of one block must be joined first: NFC is not closed under concatenation. */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(lineEnds, "\n").replace(invisible, "").toWellFormed().normalize("NFC");
}

/** Words of ASCII with a space between them: what most short texts are. */
const tidy = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Runs of white space become one space; spaces at the ends are removed. */
export function collapseSpace(text: string): string {
  if (tidy.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

/** A short text, normal and on one line. */
export const cleanText = (text: string): string => (tidy.test(text) ? text : collapseSpace(normalizeText(text)));

/** Like {@link collapseSpace}, but line ends that the author set stay. */
export function collapseLines(text: string): string {
  if (tidy.test(text)) return text;
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/** The lines of a text, whatever ends them. */
export const linesOf = (text: string): string[] => text.split(text.includes("\r") ? /\r\n?|\n/ : "\n");
