/** In formats of Word, HTML and PowerPoint; digits for unknown ones. */
export function numeral(count: number, format: string): string {
  if (/^(?:lowerLetter|a$|alphaLc)/.test(format)) return letters(count);
  if (/^(?:upperLetter|A$|alphaUc)/.test(format)) return letters(count).toUpperCase();
  if (/^(?:lowerRoman|i$|romanLc)/.test(format)) return roman(count);
  if (/^(?:upperRoman|I$|romanUc)/.test(format)) return roman(count).toUpperCase();
  return String(count);
}

/** As in Word: a … z, aa, bb. */
const letters = (count: number) =>
  String.fromCharCode(97 + ((Math.max(1, count) - 1) % 26)).repeat(Math.min(10, Math.ceil(Math.max(1, count) / 26)));

const romanValues = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
const romanLetters = "m cm d cd c xc l xl x ix v iv i".split(" ");

function roman(count: number): string {
  let left = Math.min(3999, Math.max(1, count));
  let text = "";
  for (const [i, value] of romanValues.entries()) {
    for (; left >= value; left -= value) text += romanLetters[i];
  }
  return text;
}
