/** Where a quote stands on the pictures of its pages. */
import type { WordPlace } from "../language/structure/outline.ts";
import type { TextSpan } from "../language/text/sentences.ts";

/** The words of a quote on one line. `confidence` is that of the word that was read least surely. */
export type QuoteBox = Omit<WordPlace, "start" | "end">;

/** @param quote position in the text that the places are of */
export function quoteBoxes(places: readonly WordPlace[], quote: TextSpan): QuoteBox[] {
  const boxes: QuoteBox[] = [];
  for (const { start, end, ...word } of places) {
    if (end <= quote.start || start >= quote.end) continue;
    const last = boxes.at(-1);
    if (last !== undefined && isOnLineOf(last, word)) boxes[boxes.length - 1] = together(last, word);
    else boxes.push(word);
  }
  return boxes;
}

/** Beside each other: they share most of their height. */
function isOnLineOf(box: QuoteBox, word: QuoteBox): boolean {
  const shared = Math.min(box.bottom, word.bottom) - Math.max(box.top, word.top);
  const lower = Math.min(box.bottom - box.top, word.bottom - word.top);
  const gap = word.left - box.right;
  return box.page === word.page && shared > 0.5 * lower && gap > -0.03 && gap < 0.1;
}

function together(box: QuoteBox, word: QuoteBox): QuoteBox {
  return {
    page: box.page,
    left: Math.min(box.left, word.left),
    top: Math.min(box.top, word.top),
    right: Math.max(box.right, word.right),
    bottom: Math.max(box.bottom, word.bottom),
    confidence: Math.min(box.confidence, word.confidence),
  };
}
