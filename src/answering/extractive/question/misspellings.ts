/** Words of a question that are probably misspelt, and what they may have meant. */
import type { QuestionTerm } from "../../../memory/ports.ts";

/** Fewer letters are too often another word: `house`, `horse`. */
const shortest = 6;
/** The same where the built-in model says whether the word exists. */
const shortestUnknown = 5;
/** From this many letters on, two errors are allowed. */
const longWord = 8;

/**
 * The terms that no passage has and that the model, if it took part, does not know as a word either.
 * @param meaning the terms of the question's expansion.
 */
export function misspeltTerms(
  terms: readonly QuestionTerm[],
  meaning: ReadonlyMap<string, number>,
  isExpanded: boolean,
): ReadonlySet<string> {
  const least = isExpanded ? shortestUnknown : shortest;
  const isMisspelt = ({ term, documentFrequency }: QuestionTerm) =>
    documentFrequency === 0 && term.length >= least && !meaning.has(term) && !/\P{L}/u.test(term);
  return new Set(terms.filter(isMisspelt).map(({ term }) => term));
}

/** Whether a misspelt term may stand for another: letters left out, added, changed or swapped, but not the first. */
export function maySpell(misspelt: string, term: string): boolean {
  if (misspelt.charCodeAt(0) !== term.charCodeAt(0)) return false;
  const most = Math.min(misspelt.length, term.length) >= longWord ? 2 : 1;
  if (Math.abs(misspelt.length - term.length) > most || term.length < shortestUnknown - 1) return false;
  return distance(misspelt, term) <= most;
}

/** Restricted Damerau-Levenshtein distance (Boytsov, Indexing methods for approximate dictionary searching, 2011). */
function distance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = last[j - 1]! + (isSame ? 0 : 1);
      const best = Math.min(changed, last[j]! + 1, row[j - 1]! + 1);
      row.push(isSwapped ? Math.min(best, beforeLast[j - 2]! + 1) : best);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
