/**
 * Splits a text into the pieces of a stream: words with the space before them, or two characters in scripts without spaces.
 * Markers such as `[1]` stay whole. The joined pieces are the text.
 */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const pieces = new RegExp(String.raw`\s*(?:[${unspaced}]{1,2}|(?:(?![${unspaced}])\S)+)|\s+$`, "gu");

export function streamWords(text: string): readonly string[] {
  return text.match(pieces) ?? [];
}
