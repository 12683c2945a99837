/** Who does what to whom, in a statement and in a sentence that may support it. */
import { asidesIn, isWithin, type Part } from "./denials.ts";
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

const has = (some: readonly StatedTerm[], term: StatedTerm) =>
  some.some((other) => areSame(term, other) || areSame(other, term));

interface Around {
  readonly clause: Part;
  readonly before: readonly StatedTerm[];
  readonly behind: readonly StatedTerm[];
}

/**
 * What stands before and behind a term in its clause. The clause before comes first if this one goes on with its subject: after
 * a comma, if nothing else stands before the term, or if it is only a name (`the hall and the cellar are dry`).
 */
function around({ text, words, terms, clauses }: Statement, place: StatedTerm): Around {
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

/** Around the sentence's word of the same form, if both have it once. */
function aroundSame(said: Statement, { form }: StatedTerm, evidence: Statement): Around | null {
  const place = said.once.has(form) ? evidence.once.get(form) : undefined;
  return place === undefined ? null : around(evidence, place);
}

const textOf = ({ text }: Statement, { start, end }: Part) => text.slice(start, end);

/** `The gateway calls the broker` against `the broker calls the gateway`. */
export function swapsRoles(said: Statement, evidence: Statement, { by }: SubjectWords): boolean {
  return said.once.values().some((action) => {
    const there = aroundSame(said, action, evidence);
    if (there === null) return false;
    const { clause, before, behind } = around(said, action);
    const subject = before.at(-1);
    return (
      subject !== undefined &&
      by.test(textOf(said, clause)) === by.test(textOf(evidence, there.clause)) &&
      has(there.behind, subject) &&
      !has(there.before, subject) &&
      behind.some((object) => has(there.before, object) && !has(there.behind, object))
    );
  });
}

/** Terms of a statement among which its verb is looked for. */
const nearTerms = 3;

/** Whether the sentence says the same of another subject, one that the statement does not name. */
export function hasOtherSubject(said: Statement, evidence: Statement, { by }: SubjectWords): boolean {
  if (subjectOf(said).length === 0) return false;
  return said.terms.slice(1, nearTerms).some((action, i) => {
    const there = aroundSame(said, action, evidence);
    if (there === null || there.before.length === 0) return false;
    const here = around(said, action);
    if (!here.before.includes(said.terms[0]!)) return false;
    const isTurned = by.test(textOf(said, here.clause)) !== by.test(textOf(evidence, there.clause));
    const own = said.terms.slice(0, i + 1);
    return (
      !there.before.some((term) => has(said.terms, term)) &&
      !own.some((term) => has(there.before, term) || (isTurned && has(there.behind, term)))
    );
  });
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
  /** Whether what stands before a verb is always its subject. */
  readonly isFirst: boolean;
  /** What stands before the one who does it in the passive. */
  readonly by: RegExp;
  readonly of: RegExp;
  /** What follows a noun that ends a subject; null where nouns are not put together by a space. */
  readonly auxiliary: RegExp | null;
}

/** The subject of a statement: its first terms, up to the next stop word. */
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
