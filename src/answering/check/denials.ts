/** What a sentence denies. */
import { isNegated } from "../question/mismatches.ts";

export interface Part {
  readonly start: number;
  readonly end: number;
}

export const isDenied = (term: Part, part: Denial) =>
  isWithin(term, part) && !part.asides.some((aside) => isWithin(term, aside));

export const isWithin = ({ start, end }: Part, part: Part) => part.start <= start && end <= part.end;

export interface Denial extends Part {
  /** Asides in it, which it does not deny. */
  readonly asides: readonly Part[];
  readonly isAside: boolean;
  /** Whether nothing follows the word that denies, so that it is the whole clause. */
  readonly isWhole: boolean;
}

export const blanked = (text: string, spans: readonly Part[]) =>
  spans.reduce((left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end), text);

/** What stands in parentheses. */
export const asidesIn = (text: string): Part[] =>
  [...text.matchAll(/\([^()]*\)/g)].map(({ index, 0: aside }) => ({ start: index, end: index + aside.length }));

interface WrittenWord extends Part {
  readonly form: string;
}

interface Denying {
  /** What begins a word that it denies. */
  readonly prefix?: RegExp | undefined;
  readonly words: readonly WrittenWord[];
  readonly terms: readonly WrittenWord[];
  readonly language: string;
}

/** What each of some parts of a text denies, and each aside. */
export function denialsIn(text: string, parts: readonly Part[], denying: Denying): readonly Denial[] {
  const asides = asidesIn(text);
  const words = denying.words.filter((word) => !asides.some((aside) => isWithin(word, aside)));
  const outer = [
    ...parts.flatMap((part) =>
      deniedIn(blanked(text, asides), { ...part, asides, isAside: false }, { ...denying, words }),
    ),
    ...asides.flatMap((aside) => deniedIn(text, { ...aside, asides: [], isAside: true }, denying)),
  ];
  return withPrefixes(outer, denying.words, denying.prefix);
}

/** From each word that denies on; the whole part if nothing follows it. */
function deniedIn(text: string, within: Omit<Denial, "isWhole">, { words, terms, language }: Denying): Denial[] {
  const { start, end } = within;
  if (!isNegated(text.slice(start, end), language)) return [];
  const own = words.filter((word) => word.start >= start && word.end <= end);
  const from = own.findLast((word) => isNegated(text.slice(word.end, end), language))?.end ?? start;
  const said = terms.filter((term) => own.includes(term));
  const says = said.length === 0 || said.some((term) => term.start >= from);
  const rest = { ...within, start: says ? from : start, isWhole: !says };
  return from === start ? [rest] : [...deniedIn(text, { ...within, end: from }, { words: own, terms, language }), rest];
}

/** With the words that their prefix denies; what denies such a word says the same as the word without prefix. */
function withPrefixes(denied: readonly Denial[], words: readonly WrittenWord[], prefix: RegExp | undefined): Denial[] {
  const prefixed = words.filter(({ form }) => prefix?.test(form));
  const isOf = (word: WrittenWord, part: Denial) => words.filter((each) => isDenied(each, part))[1] === word;
  const once = prefixed.filter((word) => !denied.some((part) => isOf(word, part)));
  return [
    ...denied.filter((part) => !prefixed.some((word) => isOf(word, part))),
    ...once.map(({ start, end }) => ({ start, end, asides: [], isAside: false, isWhole: false })),
  ];
}
