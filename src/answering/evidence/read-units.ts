/** The units of a passage with what each of them says of the question's terms. */
import type { PassageReading, ReadingUnit } from "../../language/structure/passage-reading.ts";
import { termAt } from "../../language/structure/placed-terms.ts";
import type { QuestionModel, SameQuestionTest } from "../question/question-model.ts";
import type { TermBearing } from "./term-bearing.ts";
import { TermMarks } from "./term-marks.ts";
import { type Unit, UnitWording } from "./units.ts";

export interface ReadUnit {
  readonly unit: Unit;
  readonly wording: UnitWording;
  /** Length in words; in unspaced scripts, half the number of overlapping letter pairs. */
  readonly words: number;
  /**
   * The question's terms in it, in the heading or question directly above it, or in what it replies to; and the content
   * terms that have a related term in it.
   */
  readonly marks: TermMarks;
  /** The number of its content terms that the question lacks. */
  readonly added: number;
  /** The sum of the weights of the expansion terms in it. */
  readonly meant: number;
  /** Whether a content term of the question is among its first three terms. */
  readonly opensWithTerm: boolean;
  /** Whether the action that the question is about is one of its first two terms. */
  readonly opensWithAction: boolean;
  /** The number of the question's adjacent pairs of terms that are adjacent in it too. */
  readonly pairs: number;
  /** Whether the heading or question directly above it is the question itself. */
  readonly isReply: boolean;
}

export interface JudgedPassage {
  readonly text: string;
  /** Its position among the passages. */
  readonly passage: number;
  readonly reading: PassageReading;
  /** The place in `bearings` of each of the reading's terms; 0 for an unrelated term. */
  readonly places: Int32Array;
  readonly bearings: readonly TermBearing[];
  /** The headings above it: where the text repeats one, it is no statement. */
  readonly headings: readonly string[];
  /** The numbers of the question's terms in what the whole passage replies to; none for most. */
  readonly repliesTo: readonly number[];
  /** Whether a heading that has the question's content terms asks the same. */
  readonly asksTheSame: SameQuestionTest;
}

export function readUnits(judged: JudgedPassage, question: QuestionModel): readonly ReadUnit[] {
  const { text, passage, reading } = judged;
  const tally = new TermTally(judged, question);
  const named = question.shortForms.filter((form) => form.isIn(text));
  const read: ReadUnit[] = [];
  let above: ReadUnit | null = null;
  let isReply = false;
  for (const at of reading.units) {
    const under: TermMarks | null = above !== null && isOver(above) ? above.marks : null;
    const { start, end, words } = at;
    const own = text.slice(start, end);
    const kind = kindIn(judged, own) ?? at.kind;
    const unit = { passage, start, end, kind, text: own };
    const { marks, added, meant, opensWithTerm, opensWithAction, pairs } = tally.of(at, under);
    for (const form of named) if (form.isIn(unit.text)) tally.relate(form.terms, marks);
    const wording = new UnitWording(reading, at);
    above = { unit, wording, words, marks, added, meant, opensWithTerm, opensWithAction, pairs, isReply };
    isReply = isOver(above) && tally.hasJustTheContent(at) && judged.asksTheSame(unit);
    read.push(above);
  }
  return read;
}

function kindIn({ headings }: JudgedPassage, text: string): Unit["kind"] | null {
  if (headings.includes(text)) return "heading";
  return askLabel.test(text) ? "question" : null;
}

/** What a list of questions and answers writes in front of a question. */
const askLabel = /^(?:Q|Question|Frage) ?[:.] /u;

/** Whether it is a heading for what follows: a heading, or a question in a list of questions and answers. */
export function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

type Tallied = Pick<ReadUnit, "marks" | "added" | "meant" | "opensWithTerm" | "opensWithAction" | "pairs">;

/** The terms in the opening of a unit, and those that may name the action. */
const openingLength = 3;
const actionLength = 2;

/** Counts the evidence in the units of a passage, one after another. Each term of a unit counts once. */
class TermTally {
  readonly #judged: JudgedPassage;
  readonly #question: QuestionModel;
  /** For each term, the number of the last unit that has it, and of the last that has it as a content word. */
  readonly #said: Uint32Array;
  readonly #told: Uint32Array;
  #unit = 0;

  constructor(judged: JudgedPassage, question: QuestionModel) {
    this.#judged = judged;
    this.#question = question;
    this.#said = new Uint32Array(judged.places.length);
    this.#told = new Uint32Array(judged.places.length);
  }

  /** One loop over locals: a question reads a thousand tokens. @param under what stands directly above the unit */
  of({ firstToken, endToken }: ReadingUnit, under: TermMarks | null): Tallied {
    const { places, bearings, reading } = this.#judged;
    const { tokens } = reading;
    const unit = ++this.#unit;
    const marks = this.#inherited(under);
    const pairs: number[] = [];
    let added = 0;
    let meant = 0;
    let last = -1;
    for (let i = firstToken; i < endToken; i++) {
      const token = tokens[i]!;
      const term = token >>> 1;
      const isTold = (token & 1) === 0 && isFirst(this.#told, term, unit);
      const place = places[term]!;
      if (place === 0) {
        if (isTold) added++;
        last = -1;
        continue;
      }
      const bearing = bearings[place]!;
      if (isTold) added += tell(bearing, marks);
      if (isFirst(this.#said, term, unit)) meant += say(bearing, marks);
      this.#notePair(last, bearing.asked, pairs);
      last = bearing.asked;
    }
    const { contentTerms, action } = this.#question;
    return {
      marks,
      added,
      meant,
      pairs: pairs.length,
      opensWithTerm: this.#opens(firstToken, Math.min(endToken, firstToken + openingLength), contentTerms),
      opensWithAction: this.#opens(firstToken, Math.min(endToken, firstToken + actionLength), action),
    };
  }

  relate(terms: readonly string[], marks: TermMarks): void {
    for (const term of terms) marks.relate(this.#question.termNumbers.of(term));
  }

  /** Whether its content terms are those of the question, in their order. Numbers and single letters may stand before them. */
  hasJustTheContent({ firstToken, endToken }: ReadingUnit): boolean {
    const { contentInOrder } = this.#question;
    let next = 0;
    for (let i = firstToken; i < endToken; i++) {
      const asked = this.#askedAt(i);
      const isContent = asked < 0 ? (this.#judged.reading.tokens[i]! & 1) === 0 : contentInOrder.includes(asked);
      if (!isContent || (next === 0 && asked < 0 && this.#isMark(i))) continue;
      if (asked !== contentInOrder[next]) return false;
      next++;
    }
    return next > 0 && next === contentInOrder.length;
  }

  #isMark(token: number): boolean {
    const { terms, tokens } = this.#judged.reading;
    return /^(?:\p{L}|[\p{N}.]+)$/u.test(termAt(terms, tokens[token]! >>> 1));
  }

  #inherited(under: TermMarks | null): TermMarks {
    const marks = new TermMarks(this.#question.termNumbers);
    if (under !== null) marks.holdAll(under);
    else for (const number of this.#judged.repliesTo) marks.hold(number);
    return marks;
  }

  /** Notes two terms of the question that are adjacent in it too. They are given by their numbers; -1 is no term. */
  #notePair(first: number, second: number, found: number[]): void {
    if (first < 0 || second < 0) return;
    const { pairs, termNumbers } = this.#question;
    const pair = first * termNumbers.count + second;
    if (pairs.has(pair) && !found.includes(pair)) found.push(pair);
  }

  /** Whether one of the tokens is one of these terms of the question, given by their numbers. */
  #opens(first: number, end: number, numbers: ReadonlySet<number>): boolean {
    if (numbers.size === 0) return false;
    for (let i = first; i < end; i++) if (numbers.has(this.#askedAt(i))) return true;
    return false;
  }

  /** The number of the term of a token; -1 if the question does not have it. */
  #askedAt(token: number): number {
    const { reading, places, bearings } = this.#judged;
    return bearings[places[reading.tokens[token]! >>> 1]!]!.asked;
  }
}

/** Notes a content term of a unit. @returns how many the question lacks */
function tell({ asked, kin }: TermBearing, marks: TermMarks): number {
  for (let i = 0; i < kin.length; i++) marks.relate(kin[i]!);
  return asked < 0 ? 1 : 0;
}

/** Notes any term of a unit. @returns its weight in the question's expansion */
function say({ asked, meant }: TermBearing, marks: TermMarks): number {
  if (asked >= 0) marks.hold(asked);
  return meant;
}

/** Whether this is the first occurrence of a term in a unit. Notes the occurrence. */
function isFirst(lastSaid: Uint32Array, term: number, unit: number): boolean {
  if (lastSaid[term] === unit) return false;
  lastSaid[term] = unit;
  return true;
}
