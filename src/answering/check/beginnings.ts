/** The part of a model's unfinished sentence that can be shown: first words that a sentence of a passage can complete. */
import type { PassageSpan } from "../answer.ts";
import { isWithin, type Part } from "../question/mismatches.ts";
import { areSame, type ReadStatement, type StatedTerm, type Statement } from "./stated-facts.ts";

export interface Begun {
  /** Whole words that both begin with, or say. */
  readonly said: string;
  /** Completes it: the rest of the passage's sentence, or all of it. */
  readonly rest: string;
  readonly place: PassageSpan;
}

/** Can be shown as it is, without a list mark. */
export interface Quotable {
  readonly text: string;
  readonly place: PassageSpan;
  readonly evidence: QuotableStatement;
}

export interface QuotableStatement extends Part {
  readonly statement: Statement;
  /** Terms of its headings. */
  readonly context: readonly StatedTerm[];
  /** What its pronoun may mean. */
  readonly meant: readonly StatedTerm[];
  readonly isRow: boolean;
}

const quotable = /^[^[\]<>*_#|`\n\\{}]{10,300}[.!?。]$/u;
const plainCharacter = String.raw`[^[\]<>*_#|\x60\s\\{}]`;

export function quotableAmong(some: readonly QuotableStatement[], passage: number): Quotable[] {
  return some
    .map((evidence) => ({
      text: evidence.statement.text.replace(/^[-*•]\s+/, ""),
      place: { passage, start: evidence.start, end: evidence.end },
      evidence,
    }))
    .filter(({ text }) => quotable.test(text));
}

/** The mark of a list, and the text before the first stop. */
const beginning = /^((?:[-*•]\s+)?)((?:[^.!?…。]|[.!?…。](?=\S)){0,300})/u;

function repeatedFrom(plain: readonly Quotable[], text: string): Begun | null {
  const [, mark = "", words = ""] = beginning.exec(text) ?? [];
  let [most, best]: [string, Quotable | null] = ["", null];
  for (const sentence of plain) {
    const said = commonWords(words, sentence.text);
    if (said.length > most.length) [most, best] = [said, sentence];
  }
  return best && { said: mark + most, rest: best.text.slice(most.length), place: best.place };
}

/** Words in which a beginning is looked for: later ones would be shown hardly earlier than the sentence's end. */
const openingWords = 12;
const opening = new RegExp(String.raw`^(?:[-*•]\s+)?(?:${plainCharacter}{1,60}\s+){0,${openingWords}}`, "u");

/** Words that are shown, and that both have (without articles): fewer may begin a sentence about anything. */
const leastInCommon = 2;
const isArticle = /^(?:the|an?|der|die|das|eine?|les?|la|l|une?|el|los|las|una)$/;

/** Whether both are about the same: they begin with a term that begins a clause, or share words. */
function isAbout({ words, terms: [first] }: Statement, { words: others, terms, parts }: Statement): boolean {
  if (first === undefined || words.length < leastInCommon) return false;
  const firstOf = (part: Part) => terms.find((term) => isWithin(term, part));
  const isFirst = (term: StatedTerm | undefined) => term !== undefined && areSame(first, term);
  const isThere = (word: StatedTerm) => others.some((other) => other.form === word.form || areSame(word, other));
  const inCommon = words.filter((word) => !isArticle.test(word.form) && isThere(word));
  return inCommon.length >= leastInCommon || (inCommon.length > 0 && parts.some((part) => isFirst(firstOf(part))));
}

interface Looking {
  readonly plain: readonly Quotable[];
  /** Places to ignore. */
  readonly used: readonly PassageSpan[];
  /** UTF-16 units; less is not compared in other words. */
  readonly from: number;
  readonly read: ReadStatement;
  /** The sentence that supports a statement; null: only repeated words count. */
  readonly supporting:
    | ((some: readonly QuotableStatement[], said: Statement) => QuotableStatement | "contradicted" | null)
    | null;
}

/** A sentence that begins as the text does, or else one that says what its first words say. */
export function beginningOf(text: string, reading: Looking): Begun | null {
  const isUsed = ({ place }: Quotable) =>
    reading.used.some(({ passage, start }) => passage === place.passage && start === place.start);
  const plain = reading.plain.filter((each) => !isUsed(each));
  const repeated = repeatedFrom(plain, text);
  if (repeated !== null && reading.read(repeated.said).terms.length > 0) return repeated;
  return saidInOtherWords(text, { ...reading, plain });
}

/** The longest beginning that a sentence supports; the sentence is quoted after it. */
function saidInOtherWords(text: string, reading: Looking): Begun | null {
  const { plain, from, read, supporting } = reading;
  const words = opening.exec(text)?.[0] ?? "";
  if (supporting === null || words.length < from) return null;
  const some = plain.map(({ evidence }) => evidence);
  const ends = read(words).words.filter(({ end }) => end >= from && /\s/.test(text.charAt(end)));
  for (const { end } of ends.toReversed()) {
    const said = read(text.slice(0, end));
    const best = supporting(some, said);
    const found = plain.find(({ evidence }) => evidence === best);
    if (found !== undefined && isAbout(said, found.evidence.statement))
      return { said: said.text, rest: ` … ${found.text}`, place: found.place };
  }
  return null;
}

/** At least two whole words that both begin with; else empty. */
function commonWords(text: string, sentence: string): string {
  const most = Math.min(text.length, sentence.length);
  let alike = 0;
  while (alike < most && text[alike] === sentence[alike]) alike++;
  while (alike > 0 && !(isBetweenWords(text, alike) && isBetweenWords(sentence, alike))) alike--;
  const said = text.slice(0, alike).trimEnd();
  return /\S\s+\S/.test(said) ? said : "";
}

const isBetweenWords = (text: string, at: number) => /^(?:\s|[,;.!?…。](?:\s|$))/u.test(text.slice(at, at + 2));
