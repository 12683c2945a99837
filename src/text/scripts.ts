/** Which scripts texts are written in. */

/** Those that question and passage are told apart by. The scripts of Japanese count as one. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}/gu,
  /\p{Script=Thai}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
];

/** A script that has a smaller share of a text's letters stands there as a quotation or a name. */
const leastShare = 0.05;

/** The share of a text's letters that are of scripts in which another text is not written. 0 where it has no letters. */
export function foreignShare(text: string, other: string): number {
  const here = scripts.map((script) => countOf(text, script));
  const all = here.reduce((sum, letters) => sum + letters, 0);
  if (all === 0) return 0;
  const letters = countOf(other, /\p{L}/gu);
  const foreign = scripts.reduce((sum, script, i) => {
    const uses = here[i] === 0 || countOf(other, script) >= leastShare * letters;
    return uses ? sum : sum + here[i]!;
  }, 0);
  return foreign / all;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
