const longWord = 8;
/** Shorter words are too often other words. */
const shortestMeant = 4;
/** Comparing is quadratic. */
export const longestSpelt = 64;

const mostErrors = (length: number) => (length >= longWord ? 2 : 1);

/** Letters may be missing, added, changed or swapped, except the first. */
export function maySpell(misspelt: string, term: string): boolean {
  if (misspelt.length > longestSpelt || misspelt.charCodeAt(0) !== term.charCodeAt(0)) return false;
  const most = mostErrors(Math.min(misspelt.length, term.length));
  if (Math.abs(misspelt.length - term.length) > most || term.length < shortestMeant) return false;
  return spellingDistance(misspelt, term) <= most;
}

/** Restricted Damerau–Levenshtein (Boytsov, Indexing methods for approximate dictionary searching, 2011). */
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

/** Words of a to z with one error; may repeat. */
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
