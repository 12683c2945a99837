/** Estimates a model's tokens: four letters of an alphabet, or one other character. */
const alphabets =
  "\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Armenian}\\p{Script=Georgian}" +
  "\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Cherokee}\\p{Script=Tifinagh}";

/** Characters a token, as in XLM-R's vocabulary. */
const joined: readonly {
  readonly from: number;
  readonly to: number;
  readonly letters: number;
  readonly spaced: boolean;
}[] = [
  { from: 0x09_00, to: 0x0d_ff, letters: 3, spaced: true }, // Devanagari to Sinhala
  { from: 0x0e_00, to: 0x0e_ff, letters: 3, spaced: false }, // Thai, Lao
  { from: 0x0f_00, to: 0x0f_ff, letters: 3, spaced: true }, // Tibetan
  { from: 0x10_00, to: 0x10_9f, letters: 3, spaced: false }, // Burmese
  { from: 0x12_00, to: 0x13_9f, letters: 2, spaced: true }, // Ethiopic
  { from: 0x14_00, to: 0x16_7f, letters: 2, spaced: true }, // Canadian syllables
  { from: 0x17_00, to: 0x17_7f, letters: 3, spaced: true }, // scripts of the Philippines
  { from: 0x17_80, to: 0x17_ff, letters: 3, spaced: false }, // Khmer
  { from: 0x19_50, to: 0x1a_af, letters: 3, spaced: false }, // Tai, Buginese
  { from: 0x1b_00, to: 0x1b_7f, letters: 3, spaced: false }, // Balinese
  { from: 0x1b_80, to: 0x1c_7f, letters: 3, spaced: true }, // Sundanese to Ol Chiki
  { from: 0xa9_80, to: 0xaa_7f, letters: 3, spaced: false }, // Javanese, Cham
  { from: 0xaa_e0, to: 0xab_ff, letters: 3, spaced: true }, // Meetei Mayek, and more of Ethiopic and Cherokee
];
/** An earlier version counted each of these letters as a token. */
const joinedLetters = new RegExp(
  `(?:[\\p{Script=Armenian}\\p{Script=Georgian}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Mongolian}` +
    `\\p{Script=Cherokee}\\p{Script=Tifinagh}${joined.map(({ from, to }) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("")}])+`,
  "gu",
);
const leastJoined = 0.1;

export function isOfJoinedLetters(text: string): boolean {
  let letters = 0;
  for (const { 0: run } of text.matchAll(joinedLetters)) letters += run.length;
  return letters >= leastJoined * text.length && letters > 0;
}

const signs = "\\p{M}\\u200c\\u200d";
const joinedUnit = ({ from, to, letters, spaced }: (typeof joined)[number]) => {
  const own = `(?=[\\p{L}\\p{M}])[\\u{${from.toString(16)}}-\\u{${to.toString(16)}}]`;
  return spaced ? `${own}(?:${own}|[\\u200c\\u200d])*` : `(?:${own}){1,${letters}}[${signs}]*`;
};
const unit = new RegExp(
  [...joined.map(joinedUnit), `[${alphabets}${signs}]+`, "\\p{N}{1,3}", "[^\\s]"].join("|"),
  "gu",
);
const stickyUnit = new RegExp(unit.source, "uy");

/** ASCII is counted without the pattern, in a twentieth of the time. */
export function estimateTokens(text: string): number {
  const count = asciiTokens(text);
  return count < 0 ? mixedTokens(text) : count;
}

/** -1: not only ASCII. */
function asciiTokens(text: string): number {
  const { length } = text;
  let count = 0;
  let begin = 0;
  let last = space;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return -1;
    const kind = kinds[code]!;
    if (kind === last) continue;
    count += runTokens(last, at - begin);
    last = kind;
    begin = at;
  }
  return count + runTokens(last, length - begin);
}

function runTokens(kind: number, length: number): number {
  if (kind === letter) return unitTokens(length, 0);
  if (kind === digit) return Math.ceil(length / 3);
  return kind === other ? length : 0;
}

function mixedTokens(text: string): number {
  const { length } = text;
  let count = 0;
  for (let at = 0; at < length; ) {
    const kind = kindAt(text, at);
    if (kind === space) {
      at++;
      continue;
    }
    let end = asciiUnitEnd(text, at, kind);
    if (kind === beyond || (end < length && kindAt(text, end) === beyond)) end = patternEnd(text, at);
    if (end > at) count += unitTokens(end - at, text.charCodeAt(at));
    at = Math.max(at + 1, end);
  }
  return count;
}

function asciiUnitEnd(text: string, at: number, kind: number): number {
  const longest = kind === letter ? text.length : Math.min(text.length, kind === digit ? at + 3 : at + 1);
  let end = at + 1;
  while (end < longest && kindAt(text, end) === kind) end++;
  return end;
}

function patternEnd(text: string, at: number): number {
  stickyUnit.lastIndex = at;
  return stickyUnit.test(text) ? stickyUnit.lastIndex : at;
}

const [space, letter, digit, other, beyond] = [0, 1, 2, 3, 4];

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return space;
  return /[a-z]/i.test(character) ? letter : /\d/.test(character) ? digit : other;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code]! : beyond;
}

export interface TokenUnit {
  readonly end: number;
  readonly tokens: number;
}

export function* tokenUnits(text: string): Generator<TokenUnit> {
  for (const match of text.matchAll(unit)) {
    yield { end: match.index + match[0].length, tokens: unitTokens(match[0].length, match[0].charCodeAt(0)) };
  }
}

function unitTokens(length: number, firstCode: number): number {
  const row =
    firstCode < joined[0]!.from ? undefined : joined.find(({ from, to }) => firstCode >= from && firstCode <= to);
  if (row !== undefined) return row.spaced ? Math.ceil(length / row.letters) : 1;
  return length <= 6 ? 1 : Math.ceil(length / 4);
}
