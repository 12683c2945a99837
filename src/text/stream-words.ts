/**
 * A text in the pieces in which a stream tells it, so that a reader sees it grow: words with the space before them, and
 * of scripts that write no spaces two characters. Markers such as `[1]` stay whole. The pieces joined are the text.
 */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const pieces = new RegExp(String.raw`\s*(?:[${unspaced}]{1,2}|(?:(?![${unspaced}])\S)+)|\s+$`, "gu");

export function streamWords(text: string): readonly string[] {
  return text.match(pieces) ?? [];
}
