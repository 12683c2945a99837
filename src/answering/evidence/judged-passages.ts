/** The units of a passage, read by a question, and which of them may be an answer. */

import { readPassage } from "../../language/structure/passage-reading.ts";
import { readingsOf } from "../../language/structure/reading-bytes.ts";
import { headingsOf, lastHeading } from "../../language/text/section-path.ts";
import type { Token } from "../../language/words/analysis.ts";
import type { RetrievedPassage } from "../answer.ts";
import { questionBefore } from "../conversation/turn-filter.ts";
import { type QuestionModel, sameQuestionTest } from "../question/question-model.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { type Evidence, headingOf, sectionOf } from "./evidence.ts";
import { isOver, type ReadUnit, readUnits } from "./read-units.ts";
import { QuestionBearings } from "./term-bearing.ts";
import { part, TermMarks } from "./term-marks.ts";
import { announces, type Unit } from "./units.ts";

export interface PassageUnits {
  readonly units: readonly ReadUnit[];
  /** The question's terms in the passage, its title or its section. */
  readonly marks: TermMarks;
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  /** The block of each unit; null for headings. */
  readonly blocks: readonly (Block | null)[];
  /** The question's terms in the nearest heading, and in what leads each block. */
  readonly heading: TermMarks;
  /** The share of that heading's content terms that the question has. */
  readonly headed: number;
  /** The nearest heading of its section; empty without one. */
  readonly under: string;
  readonly leading: ReadonlyMap<Block, TermMarks>;
}

/** Reads the units of a passage by a question, and finds the question's terms in its title and section. */
export function passageReader({ analyzer }: Evidence, question: QuestionModel) {
  const judge = new QuestionBearings(question);
  const { bearings } = judge;
  const storedReading = readingsOf(analyzer);
  const asksTheSame = sameQuestionTest(question, analyzer.language);
  const askedIn = new Map<string, readonly number[]>();
  const askedInHeading = (heading: string): readonly number[] => {
    const known = askedIn.get(heading);
    if (known !== undefined) return known;
    const numbers = analyzer.analyze(heading).map(({ term }) => question.termNumbers.of(term));
    const asked = numbers.filter((number) => number >= 0);
    askedIn.set(heading, asked);
    return asked;
  };
  return (passage: RetrievedPassage, number: number): PassageUnits => {
    const { text, outline, score } = passage;
    const stored = passage.reading ? storedReading(passage.reading, text) : null;
    const reading = stored ?? readPassage(text, analyzer, outline);
    const repliesTo = passage.turn == null ? [] : askedInHeading(questionBefore(passage));
    const places = judge.ofAll(reading.terms);
    const within = outline.filter(({ kind }) => kind === "heading").map(({ start, end }) => text.slice(start, end));
    const headings = [passage.title, ...headingsOf(passage.section), ...within];
    const judged = { text, passage: number, reading, places, bearings, headings, repliesTo, asksTheSame };
    const units = readUnits(judged, question);
    const marks = new TermMarks(question.termNumbers);
    for (const asked of askedInHeading(headingOf(passage))) marks.hold(asked);
    for (const unit of units) marks.holdAll(unit.marks);
    const blocks = blocksOf(passage, number, units);
    const marksOf = (texts: readonly string[]) => {
      const found = new TermMarks(question.termNumbers);
      for (const text of texts) for (const asked of askedInHeading(text)) found.hold(asked);
      return found;
    };
    const under = lastHeading(sectionOf(passage));
    const above = under || passage.title;
    return {
      units,
      marks,
      score,
      rank: number + 1,
      blocks: blockOfEach(units, blocks),
      heading: marksOf([above]),
      headed: shareAsked(analyzer.analyze(above), question),
      under,
      leading: new Map(blocks.filter(({ leads }) => leads.length > 0).map((block) => [block, marksOf(block.leads)])),
    };
  };
}

function shareAsked(heading: readonly Token[], { weights }: QuestionModel): number {
  return part([...new Set(heading.flatMap(({ term, stop }) => (stop ? [] : [term])))], (term) => weights.has(term));
}

function blockOfEach(units: readonly ReadUnit[], blocks: readonly Block[]): (Block | null)[] {
  const byStart = new Map(blocks.flatMap((block) => block.units.map(({ start }) => [start, block] as const)));
  return units.map(({ unit }) => byStart.get(unit.start) ?? null);
}

/** Whether it may be an answer: no heading, no question, no label, nothing with only the words of the question. */
export function isAnswerlike(read: ReadUnit, question: QuestionModel): boolean {
  if (isOver(read) || asksAgain(read.unit, question) || isBareWord(read) || isCutCode(read.unit)) return false;
  return read.added > 0 || announces(read.unit) || confirms(read, question);
}

/** Whether it is a single word that the question lacks, such as a label: `Decided.` */
function isBareWord({ words, unit, added }: ReadUnit): boolean {
  return words === 1 && added === 1 && unit.kind === "sentence";
}

/** Whether it is a part of a program or of JSON that was cut at a full stop: a brace is opened or closed elsewhere. */
const isCutCode = ({ text }: Unit) => hasBrace(text) && text.split("{").length !== text.split("}").length;

const hasBrace = (text: string) => text.includes("{") || text.includes("}");

/** Whether it may answer a question for yes or no with that question's own words: `There must be no subdirectories in /bin.` */
function confirms({ unit, marks }: ReadUnit, { kind, weights }: QuestionModel): boolean {
  return (
    kind === "yes_no" &&
    (unit.kind === "sentence" || unit.kind === "line") &&
    weights.keys().every((term) => marks.holds(term))
  );
}

/** Whether a text ends with the question itself, including its mark: then it is an example of the question, not an answer. */
function asksAgain({ text }: Unit, { wording }: QuestionModel): boolean {
  if (!text.includes("?") && !text.includes("？") && !text.includes("؟")) return false;
  const [before, after] = text.toLowerCase().split(/[?？؟](?=[^?？؟]*$)/u);
  return after !== undefined && !/[\p{L}\p{N}]/u.test(after) && before!.trimEnd().endsWith(wording);
}
