/**
 * Compares a statement with a sentence that may support it. Everything that the statement says must be in the sentence, and
 * stand in the same relation there: deliberately strict, since a model is told to keep to the wording of its sources.
 */

import type { Denial, Mark, Part, StatedTerm, Statement } from "./stated-facts.ts";
import { isSameQuantity, type StatedQuantity } from "./stated-quantities.ts";

export interface Surroundings {
  /** What the sentence is about without saying so: its headings, and the sentences before if it begins with a pronoun. */
  readonly context: readonly StatedTerm[];
  /** All terms of the statement that the clause belongs to. */
  readonly whole: readonly StatedTerm[];
}

/** The share of the statement's terms that the sentence has, or its context; 0 if they contradict each other. */
export function shareStated(said: Statement, evidence: Statement, { context, whole }: Surroundings): number {
  const pairs = said.terms.map((term) => ({ term, in: evidence.terms.filter((other) => areSame(term, other)) }));
  const missing = pairs.filter((pair) => pair.in.length === 0).map(({ term }) => term);
  const carried = missing.filter((term) => context.some((other) => areSame(term, other)));
  const found = pairs.flatMap((pair) => pair.in);
  const size = said.terms.length + said.quantities.length;
  const here = size - missing.length;
  const isStated =
    size > 0 &&
    here > 0 &&
    quantitiesHold(said, evidence, found) &&
    marksHold(said.marks, evidence.marks) &&
    polarityHolds(said, evidence, found);
  if (!isStated || (rivals(evidence, whole) && !evidence.pronoun)) return 0;
  if (missing.some((term) => term.isName && !carried.includes(term)) || comparesOtherwise(said, evidence)) return 0;
  return (here + carried.length) / size;
}

/** Whether two terms are forms of one word, or the second is a compound that ends with the first. */
function areSame(said: StatedTerm, other: StatedTerm): boolean {
  const [a, b] = [said.term, other.term];
  if (a === b) return true;
  if (said.isName && !other.isName) return false;
  if (/\p{N}/u.test(a + b)) return false;
  if (!said.isName && a.length >= 4 && b.endsWith(a)) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let alike = 0;
  while (alike < short.length && short[alike] === long[alike]) alike++;
  return alike >= 4 && short.length - alike <= 1 && long.length - alike <= 4 && alike >= 0.6 * long.length;
}

/** Whether the sentence names something that the statement does not, and nothing that it does. */
function rivals(evidence: Statement, whole: readonly StatedTerm[]): boolean {
  const named = evidence.terms.filter(({ isName }) => isName);
  const isNaming = named.length > 0 && whole.some(({ isName }) => isName);
  return isNaming && !named.some((one) => whole.some((other) => one.term === other.term));
}

/** Each quantity is stated, and in a clause that says something of what the statement says. */
function quantitiesHold(said: Statement, evidence: Statement, found: readonly StatedTerm[]): boolean {
  return said.quantities.every((quantity) => {
    const places = evidence.quantities.filter((other) => isSameQuantity(quantity, other));
    return places.some((place) => belongs(place, evidence, found));
  });
}

function belongs(place: StatedQuantity, evidence: Statement, found: readonly StatedTerm[]): boolean {
  if (evidence.quantities.length === 1) return true;
  const clause = evidence.clauses.find(({ start, end }) => start <= place.start && place.start < end);
  if (clause === undefined) return true;
  const own = evidence.terms.filter((term) => isWithin(term, clause));
  return own.length === 0 || found.some((term) => isWithin(term, clause)) || found.length === 0;
}

const isWithin = ({ start, end }: Part, part: Part) => part.start <= start && end <= part.end;

/** For a mark of the statement: what the sentence needs one of. */
const needs: Partial<Record<Mark, readonly Mark[]>> = {
  rarely: ["rarely"],
  sometimes: ["sometimes", "may"],
  often: ["often"],
  always: ["always", "every"],
  only: ["only"],
  atLeast: ["atLeast"],
  atMost: ["atMost"],
  over: ["over"],
  under: ["under"],
};

function marksHold(said: ReadonlySet<Mark>, evidence: ReadonlySet<Mark>): boolean {
  for (const mark of said) {
    const needed = needs[mark];
    if (needed !== undefined && !needed.some((each) => evidence.has(each))) return false;
  }
  if (evidence.has("rarely") && !said.has("rarely")) return false;
  const duty = (one: Mark, other: Mark) =>
    said.has(one) && !said.has(other) && evidence.has(other) && !evidence.has(one);
  return !duty("must", "may") && !duty("may", "must");
}

/** What one denies, the other denies too: the first word after the denial counts, which both may have elsewhere. */
function polarityHolds(said: Statement, evidence: Statement, found: readonly StatedTerm[]): boolean {
  const times = (term: StatedTerm, { denied }: Statement) => denied.filter((part) => isWithin(term, part)).length;
  /** Null: there is no such word. */
  const denies = (one: Statement, part: Denial, other: Statement) => {
    const anchors = one.terms.filter((term) => isWithin(term, part)).slice(0, part.isWhole ? undefined : 1);
    const pairs = anchors.flatMap((anchor) =>
      other.terms.flatMap((term) => (areSame(anchor, term) || areSame(term, anchor) ? [[anchor, term] as const] : [])),
    );
    return pairs.length === 0 ? null : pairs.some(([anchor, term]) => times(term, other) === times(anchor, one));
  };
  return (
    said.denied.every((part) => denies(said, part, evidence) ?? !said.terms.some((term) => isWithin(term, part))) &&
    evidence.denied.every((part) => {
      const isSaid = found.some((term) => isWithin(term, part));
      return !isSaid || (denies(evidence, part, said) ?? said.denied.length > 0);
    }) &&
    (evidence.denied.length > 0 || said.denied.length === 0)
  );
}

/** `A is heavier than B` against `B is heavier than A`. */
function comparesOtherwise(said: Statement, evidence: Statement): boolean {
  const split = /(?<![\p{L}])(?:than|als|que)(?![\p{L}])/iu;
  const at = split.exec(said.text)?.index;
  const there = split.exec(evidence.text)?.index;
  if (at === undefined || there === undefined) return false;
  const moved = said.terms.filter((term) => {
    const others = evidence.terms.filter((other) => areSame(term, other));
    return others.length > 0 && others.every((other) => other.start < there !== term.start < at);
  });
  return moved.length >= 2;
}

/**
 * Whether the statement is about something that the sentence names only to tell which other thing it means: the pump for
 * `the filters of the pump room`.
 */
export function mistakesSubject(said: Statement, evidence: Statement, { of, auxiliary }: SubjectWords): boolean {
  const subjects = auxiliary === null ? subjectOf(said).slice(0, 1) : subjectOf(said);
  const isSaid = (word: StatedTerm) => said.terms.some((term) => areSame(term, word));
  return subjects.some((subject) => {
    const places = evidence.words.flatMap((word, i) => (!word.stop && areSame(subject, word) ? [i] : []));
    return places.length > 0 && places.every((at) => isPartOfAnother(evidence, at, { of, auxiliary, isSaid }));
  });
}

export interface SubjectWords {
  readonly of: RegExp;
  /** What follows a noun that ends a subject; null where nouns are not put together by a space. */
  readonly auxiliary: RegExp | null;
}

/** The words before the first one that is no part of a name for a thing. */
function subjectOf({ words, terms }: Statement): readonly StatedTerm[] {
  const first = words.findIndex((word) => terms.includes(word));
  if (first === -1 || first > 2) return [];
  const length = words.slice(first).findIndex((word) => word.stop);
  return words.slice(first, length === -1 ? first + 1 : first + length).filter((word) => terms.includes(word));
}

interface Position extends SubjectWords {
  readonly isSaid: (word: StatedTerm) => boolean;
}

function isPartOfAnother({ words, text }: Statement, at: number, { of, auxiliary, isSaid }: Position): boolean {
  const next = words[at + 1];
  const afterNext = words[at + 2];
  const follows =
    auxiliary !== null && next !== undefined && !next.stop && text.slice(words[at]!.end, next.start) === " ";
  const isModifier =
    follows &&
    !isSaid(next) &&
    !/(?:ed|ing|ly)$/.test(text.slice(next.start, next.end)) &&
    afterNext !== undefined &&
    auxiliary.test(text.slice(afterNext.start, afterNext.end));
  if (isModifier) return true;
  let before = at - 1;
  while (before >= 0 && !words[before]!.stop && at - before < 3) before--;
  while (before > 0 && words[before]!.stop && !of.test(text.slice(words[before]!.start, words[before]!.end))) before--;
  const joint = words[before];
  const head = words[before - 1];
  if (joint === undefined || head === undefined || at - before > 4) return false;
  return of.test(text.slice(joint.start, joint.end)) && !head.stop && !isSaid(head);
}
