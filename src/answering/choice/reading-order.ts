/** Decides the order of chosen sentences. */
import type { RetrievedPassage } from "../answer.ts";
import type { SentenceChoice } from "../evidence/evidence.ts";

/** A chosen sentence, and whether it can be understood only after the sentence before it. */
export interface Chosen extends SentenceChoice {
  readonly leans: boolean;
}

/**
 * Best first, so that the answer starts with the best sentence. But a sentence that depends on the one before it follows
 * that one, and list items keep their order. Each place occurs once, and a place that says no more than another, or no less, is left out.
 */
export function inReadingOrder(
  passages: readonly RetrievedPassage[],
  chosen: readonly Chosen[],
): readonly SentenceChoice[] {
  const ordered: Chosen[] = [];
  for (const one of chosen) {
    const { text } = passages[one.passage]!;
    if (ordered.some((other) => isSaidTwice(passages, one, other))) continue;
    const follower = ordered.findIndex((other) => other.leans && touch(text, one, other));
    if (follower >= 0) ordered.splice(follower, 0, one);
    else ordered.splice(1 + placeBefore(ordered, (other) => touch(text, other, one)), 0, one);
  }
  return ordered.map(({ leans: _, ...choice }) => choice);
}

/** Whether one place has all that the other says. They may lie in two passages: what leads a list stands in front of one. */
function isSaidTwice(passages: readonly RetrievedPassage[], a: SentenceChoice, b: SentenceChoice): boolean {
  if (a.passage === b.passage) return a.start < b.end && b.start < a.end;
  const [one, other] = [passages[a.passage]!, passages[b.passage]!];
  if (one.sourceId !== other.sourceId) return false;
  const [said, known] = [one.text.slice(a.start, a.end), other.text.slice(b.start, b.end)];
  return said.includes(known) || known.includes(said);
}

/** The position of the sentence directly before it, or the end. */
function placeBefore(ordered: readonly Chosen[], precedes: (other: Chosen) => boolean): number {
  const found = ordered.findIndex(precedes);
  return found >= 0 ? found : ordered.length - 1;
}

/** Whether `b` follows `a` in one passage with only white space between. */
function touch(text: string, a: SentenceChoice, b: SentenceChoice): boolean {
  return a.passage === b.passage && a.end <= b.start && text.slice(a.end, b.start).trim() === "";
}
