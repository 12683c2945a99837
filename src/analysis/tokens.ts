/**
 * An estimate of how many tokens a language model would see. No tokenizer is bundled: every model has its own. A word of an
 * alphabetic script counts one token per four letters, rounded up; any other visible character counts one. This follows the
 * published rules of thumb for byte-pair vocabularies (about 0.75 English words per token).
 */
const unit =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+|\p{N}{1,3}|[^\s]/gu;
const stickyUnit = new RegExp(unit.source, "uy");

/** The sum over `tokenUnits`. ASCII is counted without the pattern, in a twentieth of the time. */
export function estimateTokens(text: string): number {
  const count = asciiTokens(text);
  return count < 0 ? mixedTokens(text) : count;
}

/** Of a text of ASCII alone, in one pass over its runs of one kind; -1 for others. */
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

/** Of characters of one kind. */
function runTokens(kind: number, length: number): number {
  if (kind === letter) return unitTokens(length);
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
    // The unit is not ASCII, or may continue with characters that are not.
    if (kind === beyond || (end < length && kindAt(text, end) === beyond)) end = patternEnd(text, at);
    if (end > at) count += unitTokens(end - at);
    at = Math.max(at + 1, end);
  }
  return count;
}

/** The end of a run of characters of one kind. */
function asciiUnitEnd(text: string, at: number, kind: number): number {
  const longest = kind === letter ? text.length : Math.min(text.length, kind === digit ? at + 3 : at + 1);
  let end = at + 1;
  while (end < longest && kindAt(text, end) === kind) end++;
  return end;
}

/** The end of the pattern's unit; `at` itself for a space. */
function patternEnd(text: string, at: number): number {
  stickyUnit.lastIndex = at;
  return stickyUnit.test(text) ? stickyUnit.lastIndex : at;
}

const [space, letter, digit, other, beyond] = [0, 1, 2, 3, 4];

/** The class that the pattern gives to an ASCII character. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return space;
  return /[a-z]/i.test(character) ? letter : /\d/.test(character) ? digit : other;
});

/** @param at a position in the text */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code]! : beyond;
}

/** One unit of the estimate: where it ends (UTF-16) and what it counts. */
export interface TokenUnit {
  readonly end: number;
  readonly tokens: number;
}

/** The units that `estimateTokens` counts, in order, for cutting a text after a number of tokens. */
export function* tokenUnits(text: string): Generator<TokenUnit> {
  for (const match of text.matchAll(unit)) {
    yield { end: match.index + match[0].length, tokens: unitTokens(match[0].length) };
  }
}

/** @param length in UTF-16 units. */
function unitTokens(length: number): number {
  return length <= 6 ? 1 : Math.ceil(length / 4);
}
