import { type PassageReading, type ReadingUnit, readPassage } from "../../language/structure/passage-reading.ts";
import { readingsOf } from "../../language/structure/reading-bytes.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { announces, type Block, blocksOf, type Unit } from "./blocks.ts";
import { type Evidence, questionBefore, sectionOf } from "./evidence.ts";
import { bearingReader, type TermBearing, TermMarks } from "./term-marks.ts";

export interface ReadUnit {
  readonly unit: Unit;
  /** In unspaced scripts, half the overlapping letter pairs. */
  readonly words: number;
  /** Terms of the question in it, directly above it, or in what it replies to, and related terms. */
  readonly marks: TermMarks;
  /** Content terms that the question lacks. */
  readonly added: number;
  /** The sum of weights of expansion terms. */
  readonly meant: number;
  /** A content term is among its first three terms. */
  readonly opensWithTerm: boolean;
  /** The question's adjacent pairs that are adjacent in it too. */
  readonly pairs: number;
}

export interface JudgedPassage {
  readonly text: string;
  /** The index of its passage. */
  readonly passage: number;
  readonly reading: PassageReading;
  /** By term of the reading. */
  readonly bearings: readonly TermBearing[];
  /** Terms of the question in the turn or question that the whole passage replies to; mostly none. */
  readonly repliesTo: readonly number[];
}

export function readUnits(judged: JudgedPassage, question: QuestionModel): readonly ReadUnit[] {
  const { text, passage, reading } = judged;
  const tally = new TermTally(judged, question);
  const read: ReadUnit[] = [];
  for (const at of reading.units) {
    const above = read.at(-1);
    const { start, end, words, kind } = at;
    const unit = { passage, start, end, kind, text: text.slice(start, end) };
    read.push({ unit, words, ...tally.of(at, above !== undefined && isOver(above) ? above.marks : null) });
  }
  return read;
}

/** A heading, or a question in a list of questions and answers. */
export function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

type Tallied = Omit<ReadUnit, "unit" | "words">;

/** In terms. */
const openingLength = 3;

/** Evidence in the units of a passage, one by one. Each term of a unit counts once. */
class TermTally {
  readonly #judged: JudgedPassage;
  readonly #question: QuestionModel;
  /** For each term, the last unit with it, and the last with it as a content word. */
  readonly #said: Uint32Array;
  readonly #told: Uint32Array;
  #unit = 0;

  constructor(judged: JudgedPassage, question: QuestionModel) {
    this.#judged = judged;
    this.#question = question;
    this.#said = new Uint32Array(judged.bearings.length);
    this.#told = new Uint32Array(judged.bearings.length);
  }

  /** One loop over locals, because a question reads a thousand tokens. @param under what stands above the unit */
  of({ firstToken, endToken }: ReadingUnit, under: TermMarks | null): Tallied {
    const { bearings, reading } = this.#judged;
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
      const bearing = bearings[term]!;
      if (isTold) added += tell(bearing, marks);
      if (isFirst(this.#said, term, unit)) meant += say(bearing, marks);
      this.#notePair(last, bearing.asked, pairs);
      last = bearing.asked;
    }
    return {
      marks,
      added,
      meant,
      pairs: pairs.length,
      opensWithTerm: this.#opens(firstToken, Math.min(endToken, firstToken + openingLength)),
    };
  }

  #inherited(under: TermMarks | null): TermMarks {
    const marks = new TermMarks(this.#question.termNumbers);
    if (under !== null) marks.holdAll(under);
    else for (const number of this.#judged.repliesTo) marks.hold(number);
    return marks;
  }

  /** Terms by number; -1: none. */
  #notePair(first: number, second: number, found: number[]): void {
    if (first < 0 || second < 0) return;
    const { pairs, termNumbers } = this.#question;
    const pair = first * termNumbers.count + second;
    if (pairs.has(pair) && !found.includes(pair)) found.push(pair);
  }

  #opens(first: number, end: number): boolean {
    const { reading, bearings } = this.#judged;
    for (let i = first; i < end; i++) {
      if (this.#question.contentTerms.has(bearings[reading.tokens[i]! >>> 1]!.asked)) return true;
    }
    return false;
  }
}

/** Notes a content term. @returns how many terms the question lacks */
function tell({ asked, kin }: TermBearing, marks: TermMarks): number {
  for (let i = 0; i < kin.length; i++) marks.relate(kin[i]!);
  return asked < 0 ? 1 : 0;
}

/** Notes any term. @returns its weight in the question's expansion */
function say({ asked, meant }: TermBearing, marks: TermMarks): number {
  if (asked >= 0) marks.hold(asked);
  return meant;
}

/** Also notes the occurrence. */
function isFirst(lastSaid: Uint32Array, term: number, unit: number): boolean {
  if (lastSaid[term] === unit) return false;
  lastSaid[term] = unit;
  return true;
}

export interface PassageUnits {
  readonly units: readonly ReadUnit[];
  /** The block of each unit; null for headings. */
  readonly blocks: readonly (Block | null)[];
  /** Terms of the question in the nearest heading, and in what leads each block. */
  readonly heading: TermMarks;
  /** The nearest heading; empty: none. */
  readonly under: string;
  readonly leading: ReadonlyMap<Block, TermMarks>;
}

/** Finds the question's terms in a passage's units, title and section. */
export function passageReader({ analyzer }: Evidence, question: QuestionModel) {
  const bearingsOf = bearingReader(question);
  const storedReading = readingsOf(analyzer);
  const askedInHeading = headingReader(analyzer, question);
  return (passage: RetrievedPassage, number: number): PassageUnits => {
    const { text, outline } = passage;
    const stored = passage.reading ? storedReading(passage.reading, text) : null;
    const reading = stored ?? readPassage(text, analyzer, outline);
    const repliesTo = passage.turn == null ? [] : askedInHeading(questionBefore(passage));
    const bearings = bearingsOf(reading.terms);
    const judged = { text, passage: number, reading, bearings, repliesTo };
    const units = readUnits(judged, question);
    const blocks = blocksOf(passage, number, units);
    const marksOf = (texts: readonly string[]) => {
      const found = new TermMarks(question.termNumbers);
      for (const text of texts) for (const asked of askedInHeading(text)) found.hold(asked);
      return found;
    };
    const under = lastHeading(sectionOf(passage));
    return {
      units,
      blocks: blockOfEach(units, blocks),
      heading: marksOf([under || passage.title]),
      under,
      leading: new Map(blocks.filter(({ leads }) => leads.length > 0).map((block) => [block, marksOf(block.leads)])),
    };
  };
}

function headingReader(analyzer: Analyzer, { termNumbers }: QuestionModel): (heading: string) => readonly number[] {
  const askedIn = new Map<string, readonly number[]>();
  return (heading) => {
    const known = askedIn.get(heading);
    if (known !== undefined) return known;
    const numbers = analyzer.analyze(heading).map(({ term }) => termNumbers.of(term));
    const asked = numbers.filter((number) => number >= 0);
    askedIn.set(heading, asked);
    return asked;
  };
}

function blockOfEach(units: readonly ReadUnit[], blocks: readonly Block[]): (Block | null)[] {
  const byStart = new Map(blocks.flatMap((block) => block.units.map(({ start }) => [start, block] as const)));
  return units.map(({ unit }) => byStart.get(unit.start) ?? null);
}

/** It says more than the question, leads to a list, or answers yes or no in the question's words. */
export function isAnswerlike(read: ReadUnit, { kind }: QuestionModel): boolean {
  return !isOver(read) && (read.added > 0 || announces(read.unit) || kind === "yes_no");
}
