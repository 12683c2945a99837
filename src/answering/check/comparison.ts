/**
 * Compares a statement with a sentence that may support it. Everything that the statement says must be in the sentence, and
 * stand in the same relation there: deliberately strict, since a model is told to keep to the wording of its sources.
 */

import {
  asidesIn,
  type Contrast,
  type Denial,
  type Mark,
  type Part,
  type StatedTerm,
  type Statement,
} from "./stated-facts.ts";
import { isSameQuantity, type StatedQuantity } from "./stated-quantities.ts";

export interface Surroundings {
  /** What the sentence is about without saying so: its headings, and the sentences before if it begins with a pronoun. */
  readonly context: readonly StatedTerm[];
  /** All terms of the statement that the clause belongs to. */
  readonly whole: readonly StatedTerm[];
  /** Null: who does it is not compared. */
  readonly subjects: SubjectWords | null;
}

export interface Compared {
  /** The share of what the statement says that the sentence, or its context, says too. */
  readonly share: number;
  /** Whether the sentence has all terms and quantities of the statement itself. */
  readonly isWhole: boolean;
  /** Whether what both say stands in the same relation. */
  readonly agrees: boolean;
}

export function compare(said: Statement, evidence: Statement, { context, whole, subjects }: Surroundings): Compared {
  const pairs = said.terms.map((term) => ({ term, in: evidence.terms.filter((other) => areSame(term, other)) }));
  const missing = pairs.filter((pair) => pair.in.length === 0).map(({ term }) => term);
  const carried = missing.filter((term) => context.some((other) => areSame(term, other)));
  const found = pairs.flatMap((pair) => pair.in);
  const size = said.terms.length + said.quantities.length;
  const here = size - missing.length;
  const counts = said.quantities.every((quantity) => evidence.quantities.some((one) => isSameQuantity(quantity, one)));
  const agrees =
    quantitiesHold(said, evidence, found) &&
    marksHold(said.marks, evidence.marks) &&
    contrastsHold(said, evidence) &&
    polarityHolds(said, evidence, { found, isVerbFirst: subjects?.isFirst !== false }) &&
    !(rivals(evidence, whole) && !evidence.pronoun) &&
    !missing.some((term) => term.isName && !carried.includes(term)) &&
    !comparesOtherwise(said, evidence) &&
    (subjects === null || !(mistakesSubject(said, evidence, subjects) || hasOtherSubject(said, evidence))) &&
    !(subjects?.isFirst === true && swapsRoles(said, evidence, subjects));
  return {
    share: here === 0 ? 0 : (here + carried.length) / size,
    isWhole: here > 0 && missing.length === 0 && counts,
    agrees,
  };
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
  sometimes: ["sometimes"],
  often: ["often"],
  always: ["always", "every"],
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
  return !evidence.has("rarely") || said.has("rarely");
}

/** No word stands where the sentence has one that excludes it, and none is added that says more. */
function contrastsHold(said: Statement, evidence: Statement): boolean {
  return said.contrasts.every(({ group, member, adds, at }) => {
    const rivalsHere = evidence.contrasts.filter((other) => other.group === group);
    const same = rivalsHere.filter((other) => other.member === member);
    const others = rivalsHere.filter((other) => other.member !== member);
    const standsAt = (some: readonly Contrast[]) =>
      some.some((other) => at !== null && other.at !== null && areSame(at, other.at));
    if (standsAt(others) && !standsAt(same)) return false;
    const count = said.contrasts.filter((other) => other.group === group && other.member === member).length;
    return !adds || count <= same.length;
  });
}

interface Polarity {
  readonly found: readonly StatedTerm[];
  /** Whether the verb stands next to what denies it, and not also at the end. */
  readonly isVerbFirst: boolean;
}

/** What one denies, the other denies too: the first word after the denial counts, which both may have elsewhere. */
function polarityHolds(said: Statement, evidence: Statement, { found, isVerbFirst }: Polarity): boolean {
  const times = (term: StatedTerm, { denied }: Statement) => denied.filter((part) => isWithin(term, part)).length;
  /** Null: there is no such word. */
  const denies = (one: Statement, part: Denial, other: Statement) => {
    const inPart = one.terms.filter((term) => isWithin(term, part));
    const anchors = part.isWhole ? inPart : [...inPart.slice(0, 1), ...(isVerbFirst ? [] : inPart.slice(1).slice(-1))];
    const pairs = anchors.flatMap((anchor) => {
      const same = other.terms.filter((term) => areSame(anchor, term) || areSame(term, anchor));
      const alike = same.filter((term) => formOf(other, term) === formOf(one, anchor));
      return (alike.length > 0 ? alike : same).map((term) => [anchor, term] as const);
    });
    return pairs.length === 0 ? null : pairs.some(([anchor, term]) => times(term, other) === times(anchor, one));
  };
  return (
    said.denied.every((part) => denies(said, part, evidence) ?? !said.terms.some((term) => isWithin(term, part))) &&
    evidence.denied.every((part) => {
      const isSaid = found.some((term) => isWithin(term, part));
      return !isSaid || (denies(evidence, part, said) ?? said.denied.length > 0);
    }) &&
    (said.denied.length <= evidence.denied.length || (!isVerbFirst && evidence.denied.length > 0))
  );
}

/** `A is heavier than B` against `B is heavier than A`. */
function comparesOtherwise(said: Statement, evidence: Statement): boolean {
  const [at, there] = [said.than, evidence.than];
  if (at === null || there === null) return false;
  const clause = evidence.clauses.find(({ start, end }) => start <= there && there < end);
  const moved = said.terms.filter((term) => {
    const others = evidence.terms.filter(
      (other) => clause !== undefined && isWithin(other, clause) && areSame(term, other),
    );
    return others.length > 0 && others.every((other) => other.start < there !== term.start < at);
  });
  return moved.length >= 2;
}

/** As it is written: another form may be the passive. */
const formOf = ({ text }: Statement, { start, end }: StatedTerm) => text.slice(start, end).toLowerCase();

const has = (some: readonly StatedTerm[], term: StatedTerm) =>
  some.some((other) => areSame(term, other) || areSame(other, term));

interface Place {
  readonly clause: Part;
  readonly before: readonly StatedTerm[];
  readonly behind: readonly StatedTerm[];
}

/**
 * What stands before and behind a term in its clause. The clause before comes first if this one goes on with its subject: after
 * a comma, if nothing else stands before the term, or if it is only a name (`the hall and the cellar are dry`).
 */
function around({ text, words, terms, clauses }: Statement, place: StatedTerm): Place {
  const asides = asidesIn(text).filter((part) => !isWithin(place, part));
  const main = terms.filter((term) => !asides.some((part) => isWithin(term, part)));
  const at = clauses.findIndex((part) => isWithin(place, part));
  const inClause = (index: number) => main.filter((term) => index >= 0 && isWithin(term, clauses[index]!));
  const own = inClause(at);
  const clause = clauses[at] ?? place;
  const before = own.filter(({ end }) => end <= place.start);
  const last = at > 0 && /[\s,]/.test(text.charAt(clause.start)) ? inClause(at - 1) : [];
  const isName =
    last.length > 0 && !words.some(({ stop, start, end }) => stop && start > last[0]!.start && end <= clause.start);
  const goesOn = last.length > 0 && (before.length === 0 || isName || text.startsWith(",", clause.start));
  return {
    clause,
    before: goesOn ? [...last, ...before] : before,
    behind: own.filter(({ start }) => start >= place.end),
  };
}

/** Around the sentence's term of the same form, if both have it once. */
function aroundSame(said: Statement, action: StatedTerm, evidence: Statement): Place | null {
  const form = formOf(said, action);
  const [place, ...more] = evidence.words.filter((word) => formOf(evidence, word) === form);
  const isOnce = said.words.filter((word) => formOf(said, word) === form).length === 1 && more.length === 0;
  return place === undefined || !isOnce ? null : around(evidence, place);
}

/** `The gateway calls the broker` against `the broker calls the gateway`. */
function swapsRoles(said: Statement, evidence: Statement, { by }: SubjectWords): boolean {
  const isPassive = ({ text }: Statement, { start, end }: Part) => by.test(text.slice(start, end));
  const actions = said.words.filter(({ stop }) => !stop);
  return actions.some((action) => {
    const there = aroundSame(said, action, evidence);
    const { clause, before, behind } = around(said, action);
    const subject = before.at(-1);
    return (
      there !== null &&
      subject !== undefined &&
      isPassive(said, clause) === isPassive(evidence, there.clause) &&
      has(there.behind, subject) &&
      !has(there.before, subject) &&
      behind.some((object) => has(there.before, object) && !has(there.behind, object))
    );
  });
}

/** Terms of a statement among which its verb is looked for. */
const nearTerms = 3;

/** Whether what the statement says of its subject is said of something that it does not name. */
function hasOtherSubject(said: Statement, evidence: Statement): boolean {
  if (subjectOf(said).length === 0) return false;
  return said.terms.slice(1, nearTerms).some((action, i) => {
    const there = aroundSame(said, action, evidence);
    const own = said.terms.slice(0, i + 1);
    const isNear = around(said, action).before.includes(said.terms[0]!);
    if (there === null || there.before.length === 0 || !isNear) return false;
    return (
      !there.before.some((term) => has(said.terms, term)) &&
      !own.some((term) => has(there.before, term) || has(there.behind, term))
    );
  });
}

/**
 * Whether the statement is about something that the sentence names only to tell which other thing it means: the pump for
 * `the filters of the pump room`.
 */
function mistakesSubject(said: Statement, evidence: Statement, { of, auxiliary }: SubjectWords): boolean {
  const subjects = auxiliary === null ? subjectOf(said).slice(0, 1) : subjectOf(said);
  const isSaid = (word: StatedTerm) => said.terms.some((term) => areSame(term, word));
  return subjects.some((subject) => {
    const places = evidence.words.flatMap((word, i) => (!word.stop && areSame(subject, word) ? [i] : []));
    return places.length > 0 && places.every((at) => isPartOfAnother(evidence, at, { of, auxiliary, isSaid }));
  });
}

export interface SubjectWords {
  /** Whether what stands before a verb is always its subject. */
  readonly isFirst: boolean;
  /** What stands before the one who does it in the passive. */
  readonly by: RegExp;
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

interface Position extends Pick<SubjectWords, "of" | "auxiliary"> {
  readonly isSaid: (word: StatedTerm) => boolean;
}

function isPartOfAnother({ words, terms, text }: Statement, at: number, { of, auxiliary, isSaid }: Position): boolean {
  const next = words[at + 1];
  const afterNext = words[at + 2];
  const follows =
    auxiliary !== null && next !== undefined && !next.stop && text.slice(words[at]!.end, next.start) === " ";
  const isModifier =
    follows &&
    terms.includes(next) &&
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
  return of.test(text.slice(joint.start, joint.end)) && terms.includes(head) && !isSaid(head);
}
