/** How near two words are to each other in their spelling. */

/** From this many letters on, two errors are allowed. */
const longWord = 8;
/** A shorter word is too often another word. */
const shortestMeant = 4;
/** A longer word is not a misspelt one, and comparing it takes the square of its length. */
export const longestSpelt = 64;

/** The most errors with which a word of so many letters may be spelt. */
const mostErrors = (length: number) => (length >= longWord ? 2 : 1);

/** Whether a misspelt term may stand for another: letters left out, added, changed or swapped, but not the first. */
export function maySpell(misspelt: string, term: string): boolean {
  if (misspelt.length > longestSpelt || misspelt.charCodeAt(0) !== term.charCodeAt(0)) return false;
  const most = mostErrors(Math.min(misspelt.length, term.length));
  if (Math.abs(misspelt.length - term.length) > most || term.length < shortestMeant) return false;
  return spellingDistance(misspelt, term) <= most;
}

/** Restricted Damerau-Levenshtein distance (Boytsov, Indexing methods for approximate dictionary searching, 2011). */
export function spellingDistance(a: string, b: string): number {
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

const letters = "abcdefghijklmnopqrstuvwxyz";

/**
 * Every word of the letters a to z that differs from one by one error, but not in its first letter; some more than once. None
 * for a word of more than `longestSpelt` letters.
 */
export function spelledNearly(word: string): Iterable<string> {
  return word.length > longestSpelt ? [] : variantsOf(word);
}

function* variantsOf(word: string): Iterable<string> {
  for (let at = 1; at <= word.length; at++) {
    const before = word.slice(0, at);
    for (const letter of letters) yield before + letter + word.slice(at);
    if (at === word.length) return;
    yield before + word.slice(at + 1);
    for (const letter of letters) if (letter !== word[at]) yield before + letter + word.slice(at + 1);
    if (at + 1 < word.length) yield before + word[at + 1] + word[at] + word.slice(at + 2);
  }
}
