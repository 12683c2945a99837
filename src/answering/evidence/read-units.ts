/** What each unit of a passage has of the question. A byte for each term of the question says whether a unit has it. */

import { type PassageReading, readPassage } from "../../language/structure/passage-reading.ts";
import { allTerms, type PlacedTerms } from "../../language/structure/placed-terms.ts";
import { readingsOf } from "../../language/structure/reading-bytes.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin, hasKin, isPartOf } from "../../language/words/kinship.ts";
import type { SentenceNearness } from "../../memory/sentence-vectors.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { QuestionModel, TermNumbers } from "../question/question-model.ts";
import { announces, type Block, blocksOf, type Unit } from "./blocks.ts";
import { type Evidence, questionBefore, sectionOf } from "./evidence.ts";

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

interface JudgedPassage {
  readonly text: string;
  /** The index of its passage. */
  readonly passage: number;
  readonly reading: PassageReading;
  /** By term of the reading. */
  readonly bearings: readonly TermBearing[];
  /** Terms of the question in the turn or question that the whole passage replies to; mostly none. */
  readonly repliesTo: readonly number[];
}

function readUnits({ text, passage, reading, bearings, repliesTo }: JudgedPassage, question: QuestionModel) {
  const tally = unitTally(bearings, question);
  const read: ReadUnit[] = [];
  for (const { start, end, words, kind, firstToken, endToken } of reading.units) {
    const marks = new TermMarks(question.termNumbers);
    const above = read.at(-1);
    if (above !== undefined && isOver(above)) marks.holdAll(above.marks);
    else for (const number of repliesTo) marks.hold(number);
    const unit = { passage, start, end, kind, text: text.slice(start, end) };
    read.push({ unit, words, marks, ...tally(reading.tokens.subarray(firstToken, endToken), marks) });
  }
  return read;
}

/** A heading, or a question in a list of questions and answers. */
function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

/** In terms. */
const openingLength = 3;

/** Adds to the marks. Loops without allocations, because a question reads a thousand tokens; each term counts once. */
function unitTally(bearings: readonly TermBearing[], question: QuestionModel) {
  const { contentTerms } = question;
  /** For each term, the last unit with it, and the last with it as a content word. */
  const said = new Uint32Array(bearings.length);
  const told = new Uint32Array(bearings.length);
  let unit = 0;
  return (tokens: Uint32Array, marks: TermMarks) => {
    unit++;
    let [added, meant] = [0, 0];
    for (let i = 0; i < tokens.length; i++) {
      const term = tokens[i]! >>> 1;
      if ((tokens[i]! & 1) === 0 && isFirst(told, term, unit)) added += tell(bearings[term]!, marks);
      if (isFirst(said, term, unit)) meant += say(bearings[term]!, marks);
    }
    const opening = tokens.subarray(0, openingLength);
    const opensWithTerm = opening.some((token) => contentTerms.has(bearings[token >>> 1]!.asked));
    return { added, meant, pairs: pairsHeld(tokens, bearings, question), opensWithTerm };
  };
}

/** The number of the question's pairs of adjacent terms that are among the tokens. */
function pairsHeld(tokens: Uint32Array, bearings: readonly TermBearing[], question: QuestionModel): number {
  const { termNumbers, pairs } = question;
  const found: number[] = [];
  let last = -1;
  for (let i = 0; i < tokens.length; i++) {
    const { asked } = bearings[tokens[i]! >>> 1]!;
    if (last >= 0 && asked >= 0) {
      const pair = last * termNumbers.count + asked;
      if (pairs.has(pair) && !found.includes(pair)) found.push(pair);
    }
    last = asked;
  }
  return found.length;
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

function isFirst(lastSaid: Uint32Array, term: number, unit: number): boolean {
  if (lastSaid[term] === unit) return false;
  lastSaid[term] = unit;
  return true;
}

export interface PassageUnits {
  readonly units: readonly ReadUnit[];
  readonly nearness: readonly SentenceNearness[];
  /** The block of each unit; null for headings. */
  readonly blocks: readonly (Block | null)[];
  /** Terms of the question in the nearest heading, and in what leads each block. */
  readonly heading: TermMarks;
  /** The nearest heading; empty: none. */
  readonly under: string;
  /** The share of the heading's content terms that the question has; 0 unless the heading has all of the question's. */
  readonly titled: number;
  readonly first: Block | undefined;
  readonly leading: ReadonlyMap<Block, TermMarks>;
}

/** Finds the question's terms in a passage's units, title and section. */
export function passageReader({ analyzer }: Evidence, question: QuestionModel) {
  const bearingsOf = bearingReader(question);
  const storedReading = readingsOf(analyzer);
  const readHeading = headingReader(analyzer, question);
  return (passage: RetrievedPassage, number: number): PassageUnits => {
    const { text, outline } = passage;
    const stored = passage.reading ? storedReading(passage.reading, text) : null;
    const reading = stored ?? readPassage(text, analyzer, outline);
    const repliesTo = passage.turn == null ? [] : readHeading(questionBefore(passage)).asked;
    const bearings = bearingsOf(reading.terms);
    const judged = { text, passage: number, reading, bearings, repliesTo };
    const units = readUnits(judged, question);
    const blocks = blocksOf(passage, number, units);
    const marksOf = (texts: readonly string[]) => {
      const found = new TermMarks(question.termNumbers);
      for (const text of texts) for (const number of readHeading(text).asked) found.hold(number);
      return found;
    };
    const under = lastHeading(sectionOf(passage));
    return {
      units,
      nearness: passage.nearness ?? [],
      blocks: blockOfEach(units, blocks),
      heading: marksOf([under || passage.title]),
      under,
      titled: under === "" ? 0 : titledBy(readHeading(under), question),
      first: blocks[0],
      leading: new Map(blocks.filter(({ leads }) => leads.length > 0).map((block) => [block, marksOf(block.leads)])),
    };
  };
}

interface ReadHeading {
  readonly asked: readonly number[];
  readonly content: readonly string[];
}

function headingReader(analyzer: Analyzer, { termNumbers }: QuestionModel): (heading: string) => ReadHeading {
  const known = new Map<string, ReadHeading>();
  return (heading) => {
    const earlier = known.get(heading);
    if (earlier !== undefined) return earlier;
    const tokens = analyzer.analyze(heading);
    const asked = tokens.map(({ term }) => termNumbers.of(term)).filter((number) => number >= 0);
    const read = { asked, content: tokens.flatMap(({ term, stop }) => (stop ? [] : [term])) };
    known.set(heading, read);
    return read;
  };
}

function titledBy({ content }: ReadHeading, { weights }: QuestionModel): number {
  if (content.length === 0 || !weights.keys().every((term) => hasKin(content, term))) return 0;
  return content.filter((term) => hasKin(weights.keys(), term)).length / content.length;
}

function blockOfEach(units: readonly ReadUnit[], blocks: readonly Block[]): (Block | null)[] {
  const byStart = new Map(blocks.flatMap((block) => block.units.map(({ start }) => [start, block] as const)));
  return units.map(({ unit }) => byStart.get(unit.start) ?? null);
}

/** It says more than the question, leads to a list, or answers yes or no in the question's words. */
export function isAnswerlike(read: ReadUnit, { kind }: QuestionModel): boolean {
  return !isOver(read) && (read.added > 0 || announces(read.unit) || kind === "yes_no");
}

export const related = 1;
export const held = 2;

export class TermMarks {
  readonly #numbers: TermNumbers;
  /** By term: `related`, `held` or 0. */
  readonly row: Uint8Array;

  constructor(numbers: TermNumbers) {
    this.#numbers = numbers;
    this.row = new Uint8Array(numbers.count);
  }

  /** Whether it has the term, or a related one. */
  says(term: string): boolean {
    return (this.row[this.#numbers.of(term)] ?? 0) > 0;
  }

  /** Whether it has a term, or a related one, that the other lacks. */
  saysMoreThan({ row: other }: TermMarks): boolean {
    return this.row.some((mark, i) => mark > 0 && other[i] === 0);
  }

  hold(number: number): void {
    this.row[number] = held;
  }

  relate(number: number): void {
    if (this.row[number] === 0) this.row[number] = related;
  }

  static ofAll(numbers: TermNumbers, sentences: readonly { readonly marks: TermMarks }[]): TermMarks {
    const all = new TermMarks(numbers);
    for (const { marks } of sentences) {
      for (let i = 0; i < all.row.length; i++) all.row[i] = Math.max(all.row[i]!, marks.row[i]!);
    }
    return all;
  }

  holdAll({ row: other }: TermMarks): void {
    for (let i = 0; i < other.length; i++) if (other[i] === held) this.row[i] = held;
  }
}

/** Terms, by name or number, with their weights. */
export type WeightedTerms<T> = Iterable<readonly [term: T, weight: number]>;

/** The share, by weight, of the terms that pass; 0 without terms. */
export function shareOf<T>(terms: WeightedTerms<T>, test: (term: T) => boolean): number {
  let [all, passed] = [0, 0];
  for (const [term, weight] of terms) {
    all += weight;
    if (test(term)) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}

interface TermBearing {
  /** The term's number in the question, stop words included; else -1. */
  readonly asked: number;
  /** Related content terms, by number. */
  readonly kin: readonly number[];
  /** Its weight in the expansion, or 0. */
  readonly meant: number;
}

const noBearing: TermBearing = { asked: -1, kin: [], meant: 0 };

/** Judges each term once for a question; most have `noBearing`. */
function bearingReader({ weights, termNumbers, meaning, otherForms, language }: QuestionModel) {
  const content = [...weights.keys()];
  const known = new Map<string, TermBearing>();
  const judge = (term: string): TermBearing => {
    const asked = termNumbers.of(term);
    const alike = content.filter((one) => areKin(one, term) || isPartOf(one, term, language));
    const kin = [...alike, ...(otherForms.get(term) ?? [])];
    const meant = meaning.get(term) ?? 0;
    if (asked < 0 && kin.length === 0 && meant === 0) return noBearing;
    return { asked, kin: kin.map((one) => termNumbers.of(one)), meant };
  };
  return (terms: PlacedTerms): readonly TermBearing[] =>
    allTerms(terms).map((term) => {
      const bearing = known.get(term) ?? judge(term);
      known.set(term, bearing);
      return bearing;
    });
}
