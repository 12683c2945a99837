/** When in doubt a full stop does not end a sentence, because half a sentence is a worse quote than two. */

import { byLanguage } from "../data/by-language.ts";
import { english } from "../data/english.ts";
import { type AbbreviationLists, primarySubtag } from "../data/language.ts";
import { thaiBorders } from "../data/thai.ts";
import { areListItems, isTableRow, listMarker } from "./line-units.ts";

/** UTF-16, half-open, without white space at its ends. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Stops with closing signs, footnote marks and space; line ends; Thai spaces. Greedy runs keep it linear. */
const stops = String.raw`(?<stop>[…\p{STerm}]+)`;
const greekStops = String.raw`(?<stop>[…;\p{STerm}]+)`;
const rest =
  String.raw`(?<close>["'”’»›)\]}」』）］】〉》]*)(?<note>(?:\[\d{1,3}\])*)(?<gap>\s*)` +
  String.raw`|\n\s*|(?<=\p{Script=Thai})(?<thai> +)(?=\p{Script=Thai})`;
const candidates = new RegExp(`${stops}${rest}`, "gu");
const greekCandidates = new RegExp(`${greekStops}${rest}`, "gu");

const reach = 24;

const spaceless = /[^.!?…;‼⁇⁈⁉]/u;
/** A quotation within a sentence: 「はい。」と, “Go!”, he said. */
const continues = /^[,;:、，；：と]/u;
/** A small letter or another stop continues the sentence. */
const goesOn = /^["'“‘«‹([{¿¡\-–—*_]*(?:\p{Ll}|[….!?])/u;

interface Stop extends TextSpan {
  readonly stop: string;
  /** A quotation mark, bracket or footnote mark follows the stop. */
  readonly closed: boolean;
  readonly gap: string;
  readonly sentenceStart: number;
}

/** Ascending, covering everything but white space. Blank lines end sentences, as do ends of items and rows. */
export function splitSentences(text: string, language: string): readonly TextSpan[] {
  const rules = abbreviationsOf(language);
  const spans: TextSpan[] = [];
  let start = 0;
  for (const match of text.matchAll(primarySubtag(language) === "el" ? greekCandidates : candidates)) {
    if (!endsSentence(text, match, { rules, sentenceStart: start })) continue;
    const end = match.index + match[0].length;
    push(spans, trim(text, start, end));
    start = end;
  }
  push(spans, trim(text, start, text.length));
  return spans;
}

function push(spans: TextSpan[], span: TextSpan): void {
  if (span.start < span.end) spans.push(span);
}

interface BreakContext {
  readonly rules: Abbreviations;
  readonly sentenceStart: number;
}

function endsSentence(text: string, match: RegExpExecArray, { rules, sentenceStart }: BreakContext): boolean {
  const start = match.index;
  const end = start + match[0].length;
  const { stop, close, note, gap, thai } = match.groups ?? {};
  if (thai !== undefined) {
    const before = text.slice(Math.max(sentenceStart, start - reach), start);
    return endsThaiSentence(before, text.slice(end, end + reach), start - sentenceStart);
  }
  if (stop === undefined) return lineEnds(text, start, end);
  const closed = close !== "" || note !== "";
  return stopEnds(text, { start, end, stop, closed, gap: gap ?? "", sentenceStart }, rules);
}

function trim(text: string, from: number, to: number): TextSpan {
  const piece = text.slice(from, to);
  const start = from + (piece.length - piece.trimStart().length);
  return { start, end: Math.max(start, from + piece.trimEnd().length) };
}

/** @param at, next the white space with a line end */
function lineEnds(text: string, at: number, next: number): boolean {
  const gap = text.slice(at, next);
  if (gap.indexOf("\n", gap.indexOf("\n") + 1) >= 0) return true;
  const following = lineFrom(text, next);
  if (listMarker.test(following) || isTableRow(following)) return true;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  if (at - lineStart > 4000) return false;
  const line = text.slice(lineStart, at).trimEnd();
  return isTableRow(line) || (gap === "\n" && areListItems(line, following));
}

const longestLine = 1000;

function lineFrom(text: string, from: number): string {
  const rest = text.slice(from, from + longestLine);
  const end = rest.indexOf("\n");
  return (end < 0 ? rest : rest.slice(0, end)).trimEnd();
}

function stopEnds(text: string, at: Stop, rules: Abbreviations): boolean {
  const { end, gap, stop, closed } = at;
  if (end >= text.length || (gap.includes("\n") && lineEnds(text, end - gap.length, end))) return true;
  const after = text.slice(end, end + reach);
  if (closed && continues.test(after)) return false;
  if (spaceless.test(stop)) return !(stop === "．" && /^\p{N}/u.test(after));
  if (goesOn.test(after) || (gap === "" && !footnoted(text[end - 1], after))) return false;
  const lone = stop === "." && !closed;
  return !lone || loneStopEnds(text, at, { after, rules });
}

interface TextAfterGap {
  readonly after: string;
  readonly rules: Abbreviations;
}

function loneStopEnds(text: string, { start, sentenceStart }: Stop, { after, rules }: TextAfterGap): boolean {
  const from = Math.max(sentenceStart, start - reach);
  const word = plainWordBefore(text, from, start);
  return word === null ? fullStopEnds(text.slice(from, start), after, rules) : plainWordEnds(word, after, rules);
}

/** `in 1932.[4]The bridge`: a footnote mark replaces the space. */
const footnoted = (last: string | undefined, after: string) => last === "]" && /^\p{Lu}/u.test(after);

/** Letters; shorter words may be numbers, initials or abbreviations. */
const plainLength = 4;

/** The lower-case ASCII word that ends at `to`, after a space or comma; else null. */
function plainWordBefore(text: string, from: number, to: number): string | null {
  let at = to;
  while (at > from && isLowerAscii(text.charCodeAt(at - 1))) at--;
  if (to - at < plainLength || at === from) return null;
  const before = text[at - 1]!;
  return before === " " || before === "," ? text.slice(at, to) : null;
}

const isLowerAscii = (code: number) => code >= 97 && code <= 122;

/** A fast path for nearly every sentence. */
function plainWordEnds(word: string, after: string, rules: Abbreviations): boolean {
  if (rules.titles.has(word)) return false;
  if (rules.references.has(word)) return !referred.test(after);
  return !rules.others.has(word) || startsSentence(after, rules);
}

const referred = /^[\p{N}IVXLC(]/u;

/** Of a heading or an item: `3.`, `5.12.1.`, `b.` */
const numbering = /^(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z])$/u;

/** The last part of `Trinity-St`. */
const hyphenated = /(?<=-)\p{Lu}\p{Ll}+$/u;

/** In all languages: `Jones et al. 1998`. */
const andOthers = /\bet al\s*$/u;

/** @param after does not begin with a small letter */
function fullStopEnds(before: string, after: string, rules: Abbreviations): boolean {
  const word = /[\p{L}\p{M}\p{N}№º.-]*$/u.exec(before.trimEnd())![0].replace(/^[.-]+/u, "");
  const lower = word.toLowerCase();
  if (word !== "" && word.length === before.trim().length && numbering.test(word)) return false;
  if (rules.titles.has(lower) || rules.titles.has(hyphenated.exec(word)?.[0].toLowerCase() ?? "")) return false;
  const isInitial = /^\p{Lu}$/u.test(word);
  if (rules.references.has(lower) && !isInitial) return !referred.test(after);
  const abbreviated =
    rules.others.has(lower) ||
    andOthers.test(before) ||
    /^\p{L}$/u.test(word) ||
    /^\p{L}{1,3}(?:\.\p{L}{1,3})+$/u.test(word) ||
    (rules.ordinals && /^(?:\d{1,2}|[IVX]{1,5})$/u.test(word));
  return !abbreviated || startsSentence(after, rules);
}

function startsSentence(after: string, rules: Abbreviations): boolean {
  const next = /^[^\p{L}\p{N}]*(?<word>[\p{L}\p{M}]+)(?<dot>\.?)/u.exec(after)?.groups;
  return next !== undefined && next.dot === "" && rules.starters.has(next.word!.toLowerCase());
}

export interface Abbreviations {
  readonly titles: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly starters: ReadonlySet<string>;
  readonly ordinals: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").filter(Boolean));

function setsOf({ titles, references, others, starters, ordinals }: AbbreviationLists): Abbreviations {
  return {
    titles: words(titles),
    references: words(references),
    others: words(others),
    starters: words(starters),
    ordinals,
  };
}

const none: AbbreviationLists = { titles: "", references: "", others: "", starters: "", ordinals: false };

/** English rules for languages without a list. */
const abbreviationsOf = byLanguage(({ abbreviations }) => setsOf(abbreviations ?? english.abbreviations ?? none));

/** UTF-16 units of a Thai sentence: Thai has no full stops, and spaces within sentences, so words at the space count. */
const least = {
  /** A question or a polite ending (`ครับ`) closes a sentence. */
  closed: 10,
  /** The next word often begins a sentence. */
  opened: 60,
  other: 110,
  /** The next word continues a clause, or the last one needs another. */
  joined: 320,
};

const { closers, openers, joiners, leaders } = thaiBorders;
const closing = new RegExp(`(?:${closers})$`, "u");
const opening = new RegExp(`^(?:${openers})`, "u");
const joining = new RegExp(`^(?:${joiners})`, "u");
const leading = new RegExp(`(?:${leaders})$`, "u");

/** @param before, after at least 24 characters around the space @param length of the sentence so far */
function endsThaiSentence(before: string, after: string, length: number): boolean {
  if (length < least.closed) return false;
  if (closing.test(before)) return !joining.test(after) || length >= least.other;
  if (joining.test(after) || leading.test(before)) return length >= least.joined;
  return length >= (opening.test(after) ? least.opened : least.other);
}
