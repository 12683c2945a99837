/**
 * Tells text from what a font without a map yields: characters that are not those it draws. Such a font keeps the words
 * and changes their letters, so letters follow each other that do not in any language.
 *
 * Each pair of a table here makes up at least 2 of 1,000 pairs of letters in the Debian reference card of one of 36
 * languages, or in a manual in English, German, French or Spanish. On 7,000 pages of manuals, papers, forms, tables and
 * code in 40 languages, .75 of the pairs of letters and more were in it; with the letters of these pages exchanged at
 * random, .54 on the median page, below .72 on 19 of 20. With signs counted too, for fonts whose characters are signs,
 * pages of text and code had .68 and more, and pages numbered by first use of a sign .19 on the median one.
 */
const usualNext: Readonly<Record<string, string>> = {
  a: "abcdfghiklmnopqrstuvwxyz",
  b: "abeiloruyz",
  c: "acdehijkloprstuxz",
  d: "adehioprsuz",
  e: "abcdefghijklmnprstuvxyz",
  f: "aefilor",
  g: "aeghiknoprsuyz",
  h: "acehijlnortuv",
  i: "abcdefgijklmnoprstuvxz",
  j: "aejklou",
  k: "aeghiklorstuy",
  l: "adeghiklnopstuy",
  m: "abcdeilmnopu",
  n: "acdefghiknostuvyz",
  o: "abcdefgijklmnoprstuvwz",
  p: "adeghikloprstuy",
  q: "qu",
  r: "acdefgiklmnoqrstuvyz",
  s: "acehijklopstuyz",
  t: "abcdehiklnoprstuwxyz",
  u: "abcdefghijklmnoprstuvyz",
  v: "aeinovy",
  w: "aehioswy",
  x: "aeptxz",
  y: "abcmnoprsty",
  z: "aeijknoptuwyz",
};

/** Fewer pairs say nothing. */
const fewestPairs = 100;
/** Least shares of usual pairs: of two letters, and of all characters. */
const leastUsual = { letters: 0.72, all: 0.6 } as const;

const [space, digit, sign, accented, other, none] = [26, 27, 28, 29, 30, 31];
const classes = 32;
const classOf = Uint8Array.from({ length: 0x100 }, (_, code) => classAt(code));
const usual = usualPairs();

/** Whether the pieces of a page's text are text. Pages of few characters are. */
export function isLegible(pieces: readonly string[]): boolean {
  const counts = { letters: 0, usualLetters: 0, all: 0, usualAll: 0 };
  for (const piece of pieces) {
    let before = space;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      const kind = code < 0x100 ? classOf[code]! : isNoCharacter(code) ? none : other;
      if (before !== space && kind !== space && piece.charCodeAt(i - 1) !== code) count(counts, before, kind);
      before = kind;
    }
  }
  const { letters, usualLetters, all, usualAll } = counts;
  if (letters >= fewestPairs && usualLetters < leastUsual.letters * letters) return false;
  return all < fewestPairs || usualAll >= leastUsual.all * all;
}

function count(
  counts: { letters: number; usualLetters: number; all: number; usualAll: number },
  before: number,
  kind: number,
): void {
  const isUsual = usual[before * classes + kind]!;
  // Numbers are any digits and signs.
  if (before === digit || kind === digit) return;
  counts.all++;
  counts.usualAll += isUsual;
  if ((before < space || before === accented) && (kind < space || kind === accented)) {
    counts.letters++;
    counts.usualLetters += isUsual;
  }
}

function usualPairs(): Uint8Array {
  const pairs = new Uint8Array(classes * classes).fill(1);
  for (let one = 0; one < classes; one++) {
    for (let next = 0; next < classes; next++) {
      const letters = one < space && next < space;
      const follows = letters && usualNext[letterOf(one)]!.includes(letterOf(next));
      const noText = one === none || next === none || (one === next && (one === sign || one === accented));
      if ((letters && !follows) || noText) pairs[one * classes + next] = 0;
    }
  }
  return pairs;
}

function letterOf(kind: number): string {
  return String.fromCharCode(97 + kind);
}

/** Of a character of Latin-1. */
function classAt(code: number): number {
  const letter = (code | 0x20) - 97;
  if (code < 0x80 && letter >= 0 && letter < 26) return letter;
  if (code >= 48 && code <= 57) return digit;
  if (code === 9 || code === 10 || code === 13 || code === 32 || code === 0xa0) return space;
  if (code < 32 || (code >= 0x7f && code < 0xa0)) return none;
  return code < 0xc0 || code === 0xd7 || code === 0xf7 ? sign : accented;
}

/** Private use, non-characters and the mark for what could not be read. */
const isNoCharacter = (code: number) => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xfffd;
