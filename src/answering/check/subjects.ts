/** Who does what to whom, in a statement and in its evidence. */
import { asidesIn, isWithin, type Part } from "../question/mismatches.ts";
import { areSame, type StatedTerm, type Statement } from "./stated-facts.ts";

/** `A is heavier than B` against `B is heavier than A`. */
export function comparesOtherwise(said: Statement, evidence: Statement): boolean {
  const [at, there] = [said.than, evidence.than];
  if (at === null || there === null) return false;
  const termsAround = ({ clauses, terms }: Statement, place: number) => {
    const clause = clauses.find(({ start, end }) => start <= place && place < end);
    return terms.filter((term) => clause !== undefined && isWithin(term, clause));
  };
  const around = termsAround(evidence, there);
  const moved = termsAround(said, at).filter((term) => {
    const others = around.filter((other) => areSame(term, other));
    return others.length > 0 && others.every((other) => other.start < there !== term.start < at);
  });
  return moved.length >= 2;
}

export const has = (some: readonly StatedTerm[], term: StatedTerm) =>
  some.some((other) => areSame(term, other) || areSame(other, term));

const textOf = ({ text }: Statement, { start, end }: Part) => text.slice(start, end);

/** Words that both have in the same order. */
interface Shared {
  /** Where they begin in each. */
  readonly said: number;
  readonly evidence: number;
  readonly length: number;
}

/** Extends pairs that are unique in both as far as the words agree. */
function sharedWords(said: Statement, evidence: Statement): Shared[] {
  const isSame = (i: number, j: number) => {
    const [one, other] = [said.words[i], evidence.words[j]];
    if (one === undefined || other === undefined || one.stop !== other.stop) return false;
    return one.stop ? one.form === other.form : areSame(one, other) || areSame(other, one);
  };
  const found = new Map<number, Shared>();
  for (const [pair, at] of said.pairs) {
    const place = evidence.pairs.get(pair);
    if (place === undefined || Number.isNaN(place + at) || !isSame(at, place) || !isSame(at + 1, place + 1)) continue;
    let [before, length] = [0, 2];
    while (isSame(at - before - 1, place - before - 1)) before++;
    while (isSame(at + length, place + length)) length++;
    found.set(at - before, { said: at - before, evidence: place - before, length: length + before });
  }
  return [...found.values()];
}

interface ComparedSentence {
  readonly evidence: Statement;
  /** What its pronoun may mean. */
  readonly meant: readonly StatedTerm[];
}

/** Whether the statement has, before words that both share, a term that the sentence lacks there. */
export const hasOtherSubject = (said: Statement, compared: ComparedSentence, subjects: SubjectWords) =>
  isSaidOfAnother(said, compared, subjects) || actionOfAnother(said, compared.evidence, subjects);

function isSaidOfAnother(said: Statement, { evidence, meant }: ComparedSentence, subjects: SubjectWords): boolean {
  return sharedWords(said, evidence).some((shared) => {
    const words = said.words.slice(shared.said, shared.said + shared.length);
    const [first] = words;
    const saysSomething = words.some((word) => said.terms.includes(word));
    const isCounted = said.quantities.some((part) => first !== undefined && isWithin(first, part));
    if (first === undefined || !saysSomething || isCounted || subjects.beginsSubject.test(first.form)) return false;
    const here = before(said, first, subjects);
    const there = before(evidence, evidence.words[shared.evidence]!, subjects);
    if (isTurned(subjects, textOf(said, here.clause), textOf(evidence, there.clause))) return false;
    const shown = evidence.words.slice(shared.evidence, shared.evidence + shared.length);
    const inClause = evidence.terms.filter((term) => isWithin(term, there.clause) && !shown.includes(term));
    const heads = headsOf(said, shared.said, here, subjects);
    const noun = nounBefore(evidence, shared.evidence, subjects);
    const others = [...there.all, ...noun];
    const isOfPronoun = evidence.pronoun && noun.length === 0;
    const isMeant = (head: StatedTerm) =>
      has(others, head) || (!subjects.isFirst && has(inClause, head)) || (isOfPronoun && !has(evidence.words, head));
    if (others.length > 0) return heads.length > 0 && !heads.some(isMeant);
    return isOfPronoun && heads.length > 0 && heads.every((head) => has(shown, head) && !has(meant, head));
  });
}

/** What the words from a place on may be said of. */
function headsOf(
  statement: Statement,
  at: number,
  { own, all }: Before,
  subjects: SubjectWords,
): readonly StatedTerm[] {
  if (own.length === 0) return all.length > 0 ? all : nounBefore(statement, at, subjects);
  return [subjectOf({ ...statement, terms: own }).at(-1) ?? own[0]!, own.at(-1)!];
}

/** The noun after a determiner, even one that says little (`the aim of it is`). */
function nounBefore(statement: Statement, place: number, { beginsSubject, of }: SubjectWords): readonly StatedTerm[] {
  const { words, quantities } = statement;
  const at = place > 3 && words[place - 1]!.stop && of.test(words[place - 2]!.form) ? place - 2 : place;
  const [determiner, noun] = words.slice(Math.max(0, at - 2), at);
  if (noun === undefined || noun.stop || quantities.some((part) => isWithin(noun, part))) return [];
  return beginsSubject.test(determiner!.form) ? [noun] : [];
}

/** Words in a row that both have. */
export const mostShared = (said: Statement, evidence: Statement) =>
  Math.max(0, ...sharedWords(said, evidence).map(({ length }) => length));

/** Whether one is passive and the other is not. */
export const isTurned = ({ by }: SubjectWords, one: string, other: string) => by.test(one) !== by.test(other);

/** Words of a statement among which its verb is looked for. */
const nearWords = 3;

/** Whether a word is said of a subject that the statement does not name, or with exchanged roles. */
function actionOfAnother(said: Statement, evidence: Statement, subjects: SubjectWords): boolean {
  if (subjectOf(said).length === 0) return false;
  const actions = said.words.filter(({ stop }) => !stop).slice(1, nearWords);
  return actions.some((action) => {
    const place = said.once.has(action.form) ? evidence.once.get(action.form) : undefined;
    return place !== undefined && isActionOfAnother(said, evidence, [action, place], subjects);
  });
}

/** @param word in the statement and in the sentence */
function isActionOfAnother(
  said: Statement,
  evidence: Statement,
  word: readonly [StatedTerm, StatedTerm],
  subjects: SubjectWords,
): boolean {
  const [here, there] = [before(said, word[0], subjects), before(evidence, word[1], subjects)];
  if (there.all.length === 0 || !here.all.includes(said.terms[0]!)) return false;
  const turned = isTurned(subjects, textOf(said, here.clause), textOf(evidence, there.clause));
  const own = said.terms.filter(({ end }) => end <= word[0].start);
  const behind = evidence.terms.filter((term) => isWithin(term, there.clause) && term.start >= word[1].end);
  const isBehind = own.some((term) => has(behind, term));
  if (own.some((term) => has(there.all, term)) || (turned && isBehind)) return false;
  return (isBehind && subjects.isFirst) || !there.all.some((term) => has(said.terms, term));
}

export const hasOwnSubject = (clause: string, begins: RegExp) =>
  begins.test(clause) || /^\s*[\p{Lu}\p{N}]/u.test(clause);

/** Words of a clause that may be one of several subjects. */
const longestOfList = 3;

interface Before {
  readonly own: readonly StatedTerm[];
  readonly all: readonly StatedTerm[];
  readonly clause: Part;
}

/** What precedes a word in its clause, and in the clauses that this one continues. */
function before(statement: Statement, place: StatedTerm, subjects: SubjectWords): Before {
  const { beginsSubject, joint, conditions } = subjects;
  const { text, words, terms, parts } = statement;
  const asides = asidesIn(text).filter((part) => !isWithin(place, part));
  const main = terms.filter((term) => !asides.some((part) => isWithin(term, part)));
  let at = parts.findIndex((part) => isWithin(place, part));
  const clause = parts[at] ?? place;
  const own = main.filter((term) => isWithin(term, clause) && term.end <= place.start);
  const all = [...own];
  const isCondition = own.length === 0 && conditions.test(textOf(statement, clause));
  for (let [goesOn, next] = [!isCondition, clause]; goesOn && at > 0; at--) {
    const last = parts[at - 1]!;
    const size = words.filter((word) => isWithin(word, last)).length;
    if (size === 0) continue;
    const hasOwn = all.length > 0 && hasOwnSubject(textOf(statement, next).replace(joint, ""), beginsSubject);
    goesOn = !hasOwn || size <= longestOfList;
    if (goesOn) all.unshift(...main.filter((term) => isWithin(term, last)));
    next = last;
  }
  const list = subjects.announcing.test(text) ? text.indexOf(": ", place.end) : -1;
  if (list !== -1) all.push(...main.filter(({ start }) => start > list));
  return { own, all, clause };
}

/** Whether the statement is about what only specifies another thing: the pump, in `the filters of the pump room`. */
export function mistakesSubject(said: Statement, evidence: Statement, { of, auxiliary }: SubjectWords): boolean {
  const subjects = auxiliary === null ? subjectOf(said).slice(0, 1) : subjectOf(said);
  const isSaid = (word: StatedTerm) => said.terms.some((term) => areSame(term, word));
  return subjects.some((subject) => {
    const places = evidence.words.flatMap((word, i) => (!word.stop && areSame(subject, word) ? [i] : []));
    return places.length > 0 && places.every((at) => isPartOfAnother(evidence, at, { of, auxiliary, isSaid }));
  });
}

export interface SubjectWords {
  /** A word that begins a clause with a subject of its own. */
  readonly beginsSubject: RegExp;
  /** A word that joins a clause to another. */
  readonly joint: RegExp;
  /** A word before a list. */
  readonly announcing: RegExp;
  readonly conditions: RegExp;
  /** Whether the subject always precedes its verb. */
  readonly isFirst: boolean;
  /** The word before the agent of the passive. */
  readonly by: RegExp;
  readonly of: RegExp;
  /** A word after a noun that ends a subject; null in languages without compounds of several words. */
  readonly auxiliary: RegExp | null;
}

/** The first terms, up to the next stop word. */
function subjectOf({ words, terms }: Pick<Statement, "words" | "terms">): readonly StatedTerm[] {
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
  const isJoined = of.test(joint.form) && /^\s*$/.test(text.slice(head.end, joint.start));
  return isJoined && terms.includes(head) && !isSaid(head);
}
