/** Strict, because models are told to keep to their sources' words: all must be said, in the same relation. */

import { asidesIn, type Denial, isDenied, isWithin } from "../question/mismatches.ts";
import { areSame, type Contrast, type Mark, type StatedTerm, type Statement } from "./stated-facts.ts";
import { isSameQuantity, type StatedQuantity } from "./stated-quantities.ts";
import { comparesOtherwise, has, hasOtherSubject, isTurned, mistakesSubject, type SubjectWords } from "./subjects.ts";

export interface Surroundings {
  /** Terms of its headings. */
  readonly context: readonly StatedTerm[];
  /** What its pronoun may mean: terms of earlier sentences. */
  readonly meant: readonly StatedTerm[];
  /** All terms of the clause's statement. */
  readonly whole: readonly StatedTerm[];
  /** Null: subjects are not compared. */
  readonly subjects: SubjectWords | null;
}

export interface Compared {
  /** The share of the statement that the sentence or its context says. */
  readonly share: number;
  /** Whether the sentence itself has all terms and quantities. */
  readonly isWhole: boolean;
  /** Whether what both say is in the same relation. */
  agrees(): boolean;
}

/** Cached, because a long statement may say one term a thousand times. */
function onceEach<T>(find: (term: StatedTerm) => T): (term: StatedTerm) => T {
  const [names, others] = [new Map<string, T>(), new Map<string, T>()];
  return (term) => {
    const known = term.isName ? names : others;
    const found = known.has(term.term) ? known.get(term.term)! : find(term);
    known.set(term.term, found);
    return found;
  };
}

export function compare(
  said: Statement,
  evidence: Statement,
  { context, meant, whole, subjects }: Surroundings,
): Compared {
  const inEvidence = onceEach((term) => evidence.terms.filter((other) => areSame(term, other)));
  const pairs = said.terms.map((term) => ({ term, in: inEvidence(term) }));
  const missing = pairs.filter((pair) => pair.in.length === 0).map(({ term }) => term);
  const isInContext = onceEach((term) => context.some((other) => areSame(term, other)));
  const last = Math.max(
    ...pairs.map((pair) => (pair.in.length > 0 ? pair.term.start : -1)),
    ...said.quantities.map(({ start }) => start),
  );
  const isPassive = subjects !== null && isTurned(subjects, said.text, evidence.text);
  const isMeant = (term: StatedTerm) => (term.start < last || isPassive) && meant.some((other) => areSame(term, other));
  const carried = missing.filter((term) => isInContext(term) || isMeant(term));
  const found = pairs.flatMap((pair) => pair.in);
  const size = said.terms.length + said.quantities.length;
  const here = size - missing.length;
  const counts = said.quantities.every((quantity) => placesOf(said, quantity, evidence).length > 0);
  const agrees = () =>
    quantitiesHold(said, evidence, found) &&
    marksHold(said.marks, evidence.marks) &&
    contrastsHold(said, evidence) &&
    polarityHolds(said, evidence, { found, isVerbFirst: subjects?.isFirst !== false }) &&
    !(rivals(evidence, whole) && !evidence.pronoun) &&
    !missing.some((term) => term.isName && !carried.includes(term)) &&
    !comparesOtherwise(said, evidence) &&
    (subjects === null ||
      !(mistakesSubject(said, evidence, subjects) || hasOtherSubject(said, { evidence, meant }, subjects)));
  return {
    share: here === 0 ? 0 : (here + carried.length) / size,
    isWhole: here > 0 && missing.length === 0 && counts,
    agrees,
  };
}

/** Whether the sentence names something else, and nothing that the statement names. */
function rivals(evidence: Statement, whole: readonly StatedTerm[]): boolean {
  const named = evidence.terms.filter(({ isName }) => isName);
  const isNaming = named.length > 0 && whole.some(({ isName }) => isName);
  return isNaming && !named.some((one) => whole.some((other) => one.term === other.term));
}

/** What a number without a unit counts: up to two words after it. */
function countedBy({ text, words }: Statement, { end, unit }: StatedQuantity): readonly StatedTerm[] {
  const isNoun = ({ stop, start }: StatedTerm) => !stop || /\p{Lu}/u.test(text.charAt(start));
  const first = unit === null ? words.findIndex(({ start }) => start === end + 1) : -1;
  const [one, two] = first === -1 ? [] : words.slice(first, first + 2);
  if (one === undefined || !isNoun(one)) return [];
  return two !== undefined && isNoun(two) && two.start <= one.end + 1 ? [one, two] : [one];
}

/** Where a sentence states the same quantity, and of the same thing. */
function placesOf(said: Statement, quantity: StatedQuantity, evidence: Statement): readonly StatedQuantity[] {
  const same = evidence.quantities.filter((other) => isSameQuantity(quantity, other));
  const own = countedBy(said, quantity);
  const isOther = (other: StatedQuantity) => {
    const counted = countedBy(evidence, other);
    if ((quantity.unit === null) !== (other.unit === null)) return own.length + counted.length > 0;
    return own.length > 0 && counted.length > 0 && !own.some((one) => has(counted, one));
  };
  return same.filter((other) => !isOther(other));
}

/** Each quantity is stated, in a clause that shares a term with the statement. */
function quantitiesHold(said: Statement, evidence: Statement, found: readonly StatedTerm[]): boolean {
  return said.quantities.every((quantity) => {
    const places = placesOf(said, quantity, evidence);
    if (!places.some((place) => belongs(place, evidence, found))) return false;
    return placesOf(said, quantity, said).length <= places.length;
  });
}

function belongs(place: StatedQuantity, evidence: Statement, found: readonly StatedTerm[]): boolean {
  if (evidence.quantities.length === 1) return true;
  const clause = evidence.clauses.find(({ start, end }) => start <= place.start && place.start < end);
  if (clause === undefined) return true;
  const asides = asidesIn(evidence.text).filter((aside) => !isWithin(place, aside));
  const own = evidence.terms.filter((term) => isWithin(term, clause) && !asides.some((aside) => isWithin(term, aside)));
  return own.length === 0 || found.some((term) => isWithin(term, clause)) || found.length === 0;
}

/** By mark of the statement: marks of which the sentence needs one. */
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

/** No word of the statement excludes one of the sentence, and none adds more. */
function contrastsHold(said: Statement, evidence: Statement): boolean {
  return said.contrasts.every(({ group, member, adds, time, at }) => {
    const rivalsHere = evidence.contrasts.filter((other) => other.group === group);
    const same = rivalsHere.filter((other) => other.member === member);
    const others = rivalsHere.filter((other) => other.member !== member);
    const standsAt = (some: readonly Contrast[]) =>
      some.some((other) => at !== null && other.at !== null && areSame(at, other.at));
    if (standsAt(others) && !standsAt(same)) return false;
    return !adds || time <= same.length;
  });
}

interface Polarity {
  readonly found: readonly StatedTerm[];
  /** Whether the verb is next to the word that denies it, and not also at the end. */
  readonly isVerbFirst: boolean;
}

/** Both must deny the same. The first word after the denial counts, if both have it elsewhere. */
function polarityHolds(said: Statement, evidence: Statement, { found, isVerbFirst }: Polarity): boolean {
  const times = (term: StatedTerm, { denied }: Statement) => denied.filter((part) => isDenied(term, part)).length;
  const anchorsOf = ({ terms, words }: Statement, part: Denial) => {
    const inPart = terms.filter((term) => isDenied(term, part));
    const [first, second = first] = words.filter((word) => isDenied(word, part));
    if (inPart.length === 0) return first === undefined ? [] : [second!];
    return part.isWhole ? inPart : [...inPart.slice(0, 1), ...(isVerbFirst ? [] : inPart.slice(1).slice(-1))];
  };
  /** Null: there is no such word. */
  const denies = (one: Statement, part: Denial, other: Statement) => {
    const pairs = anchorsOf(one, part).flatMap((anchor) => {
      const same = other.words.filter((term) => areSame(anchor, term) || areSame(term, anchor));
      const isAlike = ({ form }: StatedTerm) => form === anchor.form;
      const alike = same.filter(isAlike);
      const own = one.words.filter(isAlike);
      const counterpart =
        own.length > 0 && own.length === alike.length ? [counterpartOf(anchor, { one, own, other, alike })] : alike;
      return (alike.length > 0 ? counterpart : same).map((term) => [anchor, term] as const);
    });
    return pairs.length === 0 ? null : pairs.some(([anchor, term]) => times(term, other) === times(anchor, one));
  };
  const isAlsoElsewhere = (part: Denial) =>
    evidence.terms
      .filter((term) => found.includes(term) && isDenied(term, part))
      .every((term) => evidence.terms.some((other) => areSame(term, other) && times(other, evidence) === 0));
  return (
    said.denied.every((part) => denies(said, part, evidence) ?? !said.terms.some((term) => isDenied(term, part))) &&
    evidence.denied.every(
      (part) =>
        !isStated(said, evidence, part, found) ||
        (denies(evidence, part, said) ?? (said.denied.length > 0 || isAlsoElsewhere(part))),
    ) &&
    (said.denied.length <= evidence.denied.length || (!isVerbFirst && evidence.denied.length > 0))
  );
}

/** Whether it says something that the sentence denies, or all of it if that is an aside. */
function isStated(said: Statement, evidence: Statement, part: Denial, found: readonly StatedTerm[]): boolean {
  const inPart = evidence.terms.filter((term) => isDenied(term, part));
  if (inPart.length === 0) return isSaidWithout(evidence, part, said);
  const isFound = (term: StatedTerm) => found.includes(term);
  return part.isAside ? inPart.every(isFound) : inPart.some(isFound);
}

/** Whether it has all words of a part that says little, except the denial: `if you know it` for `if you do not`. */
function isSaidWithout(evidence: Statement, part: Denial, said: Statement): boolean {
  const unit = evidence.parts.find((each) => isWithin(part, each)) ?? part;
  const [, ...denied] = evidence.words.filter((word) => isDenied(word, part));
  const before = evidence.words.filter((word) => isWithin(word, unit) && word.end <= part.start);
  return [...before, ...denied].every(({ form }) => said.words.some((word) => word.form === form));
}

interface Repeated {
  readonly one: Statement;
  readonly own: readonly StatedTerm[];
  readonly other: Statement;
  readonly alike: readonly StatedTerm[];
}

/** The same word in the clause with most in common; of several, the one at the same place. */
function counterpartOf(anchor: StatedTerm, { one, own, other, alike }: Repeated): StatedTerm {
  const clauseOf = ({ parts, terms }: Statement, word: StatedTerm) => {
    const clause = parts.find((part) => isWithin(word, part)) ?? word;
    return terms.filter((term) => isWithin(term, clause));
  };
  const around = clauseOf(one, anchor);
  const likeness = (word: StatedTerm) => {
    const there = clauseOf(other, word);
    const common = around.filter((term) => there.some((each) => areSame(term, each))).length;
    return common / Math.max(around.length, there.length, 1);
  };
  const at = own.indexOf(anchor);
  const ranked = alike.map((word, i) => ({ word, likeness: likeness(word) + (i === at ? 1e-6 : 0) }));
  return ranked.reduce((best, each) => (each.likeness > best.likeness ? each : best)).word;
}
