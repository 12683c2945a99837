/** Scripts that are written without spaces between words, and how their text is cut. */

const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+/gu;
const unspacedStart =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly unspaced: boolean;
}

/** Cuts a word-like stretch where spaced and unspaced scripts meet: `NFL橄榄球` is `NFL` and `橄榄球`. */
export function unspacedPieces(raw: string): Stretch[] {
  if (!unspacedStart.test(raw)) return [{ text: raw, start: 0, unspaced: false }];
  const pieces: Stretch[] = [];
  let at = 0;
  for (const match of raw.matchAll(unspacedRun)) {
    if (!unspacedStart.test(match[0])) continue;
    if (match.index > at) pieces.push({ text: raw.slice(at, match.index), start: at, unspaced: false });
    pieces.push({ text: match[0], start: match.index, unspaced: true });
    at = match.index + match[0].length;
  }
  if (at < raw.length) pieces.push({ text: raw.slice(at), start: at, unspaced: false });
  return pieces;
}

/** Overlapping pairs of letters; a single letter stands for itself. Positions are UTF-16, marks stay with their letter. */
export function letterPairs(text: string): { readonly text: string; readonly start: number }[] {
  const letters = [...text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)];
  if (letters.length === 1) return [{ text, start: 0 }];
  return letters.slice(1).map((letter, i) => {
    const first = letters[i];
    return { text: (first?.[0] ?? "") + letter[0], start: first?.index ?? 0 };
  });
}
