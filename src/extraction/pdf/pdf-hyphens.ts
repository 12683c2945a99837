import { lineText, type PdfLine } from "./pdf-line.ts";

/** In lower case with hyphens, to tell `well-known` from `docu-ment`. */
export function wordsOf(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of lineText(line).matchAll(/\p{L}+(?:[-‐]\p{L}+)*/gu)) words.add(word.toLowerCase());
  }
  return words;
}

/** Longer runs are no words, and would take quadratic time. */
const longestWord = 100;
const cutWord = /(?<!\p{L}[-‐]?)(?<head>\p{L}+(?:[-‐]\p{L}+)*)[-‐\u00ad]$/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const spacelessStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001\u3002]/u;

/** @returns `starts`: UTF-16 positions of the lines */
export function joinLines(lines: readonly string[], words: ReadonlySet<string>): { text: string; starts: number[] } {
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1];
    const piece = next === undefined ? line : ending(line, next, words);
    starts.push(length);
    pieces.push(piece);
    length += piece.length;
  }
  return { text: pieces.join(""), starts };
}

/** Without the hyphen of a split word; a word's own hyphen stays. */
function ending(line: string, next: string, words: ReadonlySet<string>): string {
  const head = cutWord.exec(line.slice(-longestWord))?.groups?.head;
  const tail = /^\p{Ll}+/u.exec(next)?.[0];
  if (head !== undefined && tail !== undefined) {
    const hyphenated = words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase());
    return hyphenated ? line : line.slice(0, -1);
  }
  if (head !== undefined && /^\p{Lu}/u.test(next)) return line;
  return spaceless.test(line) && spacelessStart.test(next) ? line : `${line} `;
}
