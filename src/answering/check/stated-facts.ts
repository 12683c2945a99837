/** A sentence in comparable form: its terms, quantities, marks and denials. */

import { byKnownLanguage, wholeWords } from "../../language/data/by-language.ts";
import { knownLanguage } from "../../language/data/known-languages.ts";
import type { Language } from "../../language/data/language.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { asidesIn, blanked, type Denial, denialsIn, denies, type Part } from "../question/mismatches.ts";
import { quantityKey, type StatedQuantity, statedQuantities } from "./stated-quantities.ts";

/** Positions are UTF-16 units of the statement. */
export interface StatedTerm {
  /** Analysed; words of one meaning share a term. */
  readonly term: string;
  /** As written, in lower case; another form may be the passive. */
  readonly form: string;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
  readonly isName: boolean;
}

export type Mark = "rarely" | "sometimes" | "often" | "always" | "every" | Bound;
type Bound = "atLeast" | "atMost" | "over" | "under";

/** A word that excludes others: `before` and `after`. */
export interface Contrast {
  readonly group: number;
  readonly member: number;
  /** Whether it says more than a statement without it. */
  readonly adds: boolean;
  /** Its place among the words of the same member, from 1. */
  readonly time: number;
  /** The term or quantity next to it; null: its clause has none. */
  readonly at: StatedTerm | null;
}

export interface Statement {
  readonly text: string;
  /** In order. */
  readonly words: readonly StatedTerm[];
  /** Words whose form is unique, except stop words. */
  readonly once: ReadonlyMap<string, StatedTerm>;
  /** Pairs of neighbouring words, by how they begin, with the first one's index; NaN: there are several. */
  readonly pairs: ReadonlyMap<string, number>;
  /** Words with content, except quantities and marks. */
  readonly terms: readonly StatedTerm[];
  readonly quantities: readonly StatedQuantity[];
  readonly marks: ReadonlySet<Mark>;
  readonly contrasts: readonly Contrast[];
  /** The position of `than`. */
  readonly than: number | null;
  /** Separated by commas and conjunctions. */
  readonly clauses: readonly Part[];
  /** Also cut before conditions. */
  readonly parts: readonly Part[];
  /** Parts that are denied, each from the denying word on. */
  readonly denied: readonly Denial[];
  readonly pronoun: boolean;
}

export type ReadStatement = (text: string) => Statement;

/** Each is compared on its own. */
const adverbs = ["rarely", "sometimes", "often", "always", "every"] as const;
/** Longer ones first, because `no more than` contains `more than`. */
const bounds = ["atLeast", "atMost", "over", "under"] as const;

interface ContrastPattern {
  /** A group for each member. */
  readonly words: RegExp;
  readonly adds: readonly boolean[];
}

interface Patterns {
  /** A group for each mark. */
  readonly marks: RegExp;
  readonly contrasts: readonly ContrastPattern[];
  readonly than: RegExp;
  readonly clause: RegExp;
  readonly condition: RegExp;
  readonly pronoun: RegExp;
  /** A prefix that denies its word. */
  readonly prefix: RegExp;
}

export const wholeWord = (alternatives: string) => wholeWords({ spacing: "words" }, alternatives);

/** Prefixes that make the opposite, not a compound: `deactivate`. */
const negating = /^(?:un|in|im|il|ir|non|dis|des?|ent|miss)$/;

/** Whether both are forms of one word, or the second is a compound that ends with the first. */
export function areSame(said: StatedTerm, other: StatedTerm): boolean {
  const [a, b] = [said.term, other.term];
  if (a === b) return true;
  if (said.isName && !other.isName) return false;
  if (/\p{N}/u.test(a + b)) return false;
  if (!said.isName && a.length >= 4 && b.endsWith(a)) return !negating.test(b.slice(0, -a.length));
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let alike = 0;
  while (alike < short.length && short[alike] === long[alike]) alike++;
  return alike >= 4 && short.length - alike <= 1 && long.length - alike <= 4 && alike >= 0.6 * long.length;
}

const patternsOf = byKnownLanguage(({ statements }: Language): Patterns | null =>
  statements === undefined
    ? null
    : {
        marks: new RegExp(
          wholeWord([...bounds, ...adverbs].map((mark) => `(?<${mark}>${statements[mark]})`).join("|")),
          "giu",
        ),
        contrasts: statements.contrasts.map(contrastPattern),
        than: new RegExp(wholeWord(statements.than), "iu"),
        clause: new RegExp(String.raw`[,;:](?=\s)|[.!?](?=\s+\p{Lu})|[–—]|\s(?:${statements.joins})\s`, "giu"),
        condition: new RegExp(String.raw`\s(?:${statements.conditions})\s`, "giu"),
        pronoun: new RegExp(
          String.raw`^[\s"'“«(*_-]*(?:${wholeWord(statements.pronouns)}|(?:[\p{L}'’]+ ){1,3}${wholeWord(statements.subjects)})`,
          "iu",
        ),
        prefix: new RegExp(`^(?:${statements.prefixed})`, "iu"),
      },
);

function contrastPattern(written: string): ContrastPattern {
  const members = written.split(" / ");
  const named = members.map((words, i) => `(?<m${i}>${words.replace("~", "")})`);
  return { words: new RegExp(wholeWord(named.join("|")), "giu"), adds: members.map((words) => !words.startsWith("~")) };
}

export function statementReader(analyzer: Analyzer): ReadStatement {
  const { language } = analyzer;
  const known = knownLanguage(language);
  const patterns = patternsOf(language);
  const meanings = meaningsOf(analyzer, known);
  const light = new Set(termsOf(analyzer, `${known?.statements?.light ?? ""} ${known?.frames ?? ""}`));
  return (text) => {
    const quantities = statedQuantities(text, language);
    const { marks, spans } = marksIn(text, quantities, patterns);
    const taken = [...quantities, ...spans];
    const words = analyzer.analyze(text).map(({ term, start, end, stop }): StatedTerm => {
      const isName = known?.capitalNouns === false && isNameAt(text, start, end);
      const prefix = patterns?.prefix.exec(text.slice(start, end))?.[0].length ?? 0;
      const plain = prefix === 0 ? term : (analyzer.analyze(text.slice(start + prefix, end))[0]?.term ?? term);
      const meant = stop ? term : (meanings.get(plain) ?? withoutPrefix(plain, known));
      return { term: meant, form: text.slice(start, end).toLowerCase(), start, end, stop, isName };
    });
    const terms = words.filter(
      ({ term, start, end, stop, isName }) =>
        !stop &&
        !denies(text.slice(start, end), language) &&
        (isName || !(light.has(term) || /^[a-z]$/.test(term))) &&
        !taken.some((span) => span.start < end && start < span.end),
    );
    const clauses = clausesOf(text, patterns === null ? [] : [patterns.clause]);
    const parts = clausesOf(text, patterns === null ? [] : [patterns.clause, patterns.condition]);
    const counts = quantities.filter(({ start, end }) => /[\s\p{N}]/u.test(text.slice(start, end)));
    const plain = blanked(text, [...spans, ...counts]);
    const denied = denialsIn(plain, parts, { words, terms, language, prefix: patterns?.prefix });
    const anchors = [...terms, ...quantities.map(asTerm)].toSorted((a, b) => a.start - b.start);
    const contrasts = contrastsIn(plain, anchors, patterns?.contrasts ?? [], clauses);
    const than = patterns?.than.exec(text)?.index ?? null;
    const pronoun = patterns?.pronoun.test(text) === true;
    const [once, pairs] = [onceIn(words), pairsIn(words)];
    return { text, words, once, pairs, terms, quantities, marks, contrasts, than, clauses, parts, denied, pronoun };
  };
}

/** `gründet` for `gegründet`. */
function withoutPrefix(term: string, known: Language | null): string {
  const prefix = known?.separableVerbs?.participle;
  return prefix !== undefined && term.startsWith(prefix) && term.length > prefix.length + 3
    ? term.slice(prefix.length)
    : term;
}

function onceIn(words: readonly StatedTerm[]): ReadonlyMap<string, StatedTerm> {
  const times = Map.groupBy(
    words.filter(({ stop }) => !stop),
    ({ form }) => form,
  );
  return new Map([...times].flatMap(([form, [word, ...more]]) => (more.length > 0 ? [] : [[form, word!] as const])));
}

function pairsIn(words: readonly StatedTerm[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const keyOf = ({ stop, form, term }: StatedTerm) => (stop ? form : term.slice(0, 4));
  for (const [i, word] of words.entries()) {
    const pair = `${i > 0 ? keyOf(words[i - 1]!) : ""} ${keyOf(word)}`;
    found.set(pair, found.has(pair) ? Number.NaN : i - 1);
  }
  return found;
}

/** Maps words of one meaning, and irregular forms, to the first one's term. */
function meaningsOf(analyzer: Analyzer, known: Language | null): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const group of [known?.statements?.synonyms, known?.forms].flatMap((list) => list?.split("|") ?? [])) {
    const terms = termsOf(analyzer, group);
    const first = terms.map((term) => meanings.get(term)).find((term) => term !== undefined) ?? terms[0];
    for (const term of terms) if (first !== undefined && !meanings.has(term)) meanings.set(term, first);
  }
  return meanings;
}

const termsOf = (analyzer: Analyzer, words: string) =>
  analyzer.analyze(words).flatMap(({ term, stop }) => (stop ? [] : [term]));

/** A capital within the sentence, or letters with digits. */
function isNameAt(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end);
  if (/\p{L}/u.test(word) && /\p{N}/u.test(word)) return true;
  return (
    /^\p{Lu}/u.test(word) && !/(?:^|[.:!?|\n])[\s"'“«(*_|-]{0,8}$/u.test(text.slice(Math.max(0, start - 8), start))
  );
}

function marksIn(text: string, quantities: readonly StatedQuantity[], patterns: Patterns | null) {
  const marks = new Set<Mark>();
  const spans: Part[] = [];
  for (const { index: start, 0: found, groups = {} } of patterns === null ? [] : text.matchAll(patterns.marks)) {
    const end = start + found.length;
    const mark = [...bounds, ...adverbs].find((each) => groups[each] !== undefined)!;
    const isBound = bounds.some((bound) => bound === mark);
    const isNear = quantities.some((each) => Math.max(each.start - end, start - each.end) <= 4);
    if (isBound && !isNear) continue;
    marks.add(mark);
    spans.push({ start, end });
  }
  return { marks, spans };
}

function asTerm(quantity: StatedQuantity): StatedTerm {
  const { start, end } = quantity;
  return { term: quantityKey(quantity), form: "", start, end, stop: false, isName: false };
}

/** Each belongs to the next term of its clause, or else the one before. */
function contrastsIn(
  text: string,
  terms: readonly StatedTerm[],
  patterns: readonly ContrastPattern[],
  clauses: readonly Part[],
): Contrast[] {
  return patterns.flatMap(({ words, adds }, group) => {
    const times = adds.map(() => 0);
    return [...text.matchAll(words)].map(({ index, 0: found, groups = {} }) => {
      const member = adds.findIndex((_, i) => groups[`m${i}`] !== undefined);
      const time = ++times[member]!;
      const clause = clauses.find(({ start, end }) => start <= index && index < end);
      const near = terms.filter(({ start, end }) => clause !== undefined && clause.start <= start && end <= clause.end);
      const next = near.find(({ start }) => start >= index + found.length);
      const at = next ?? near.findLast(({ end }) => end <= index) ?? null;
      return { group, member, adds: adds[member]!, time, at };
    });
  });
}

function clausesOf(text: string, cuts: readonly RegExp[]): Part[] {
  const asides = asidesIn(text);
  const breaks = cuts.flatMap((cut) => [...text.matchAll(cut)].map(({ index }) => index)).toSorted((a, b) => a - b);
  const starts = [0, ...breaks.filter((at) => !asides.some(({ start, end }) => start < at && at < end))];
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}
