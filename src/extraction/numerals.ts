/** A number as a list shows it, in the formats of Word, HTML and PowerPoint; digits for an unknown one. */
export function numeral(count: number, format: string): string {
  if (/^(?:lowerLetter|a$|alphaLc)/.test(format)) return letters(count);
  if (/^(?:upperLetter|A$|alphaUc)/.test(format)) return letters(count).toUpperCase();
  if (/^(?:lowerRoman|i$|romanLc)/.test(format)) return roman(count);
  if (/^(?:upperRoman|I$|romanUc)/.test(format)) return roman(count).toUpperCase();
  return String(count);
}

/** As Word counts: a … z, aa, bb. */
const letters = (count: number) =>
  String.fromCharCode(97 + ((Math.max(1, count) - 1) % 26)).repeat(Math.min(10, Math.ceil(Math.max(1, count) / 26)));

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
  ] as const),
  ...([
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const),
];

function roman(count: number): string {
  let left = Math.min(3999, Math.max(1, count));
  let text = "";
  for (const [value, letter] of romans) {
    for (; left >= value; left -= value) text += letter;
  }
  return text;
}
