/** The units of a passage, read by a question, and which of them may be an answer. */

import { readPassage } from "../../language/structure/passage-reading.ts";
import { readingsOf } from "../../language/structure/reading-bytes.ts";
import { headingsOf, lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { RetrievedPassage } from "../answer.ts";
import { questionBefore } from "../conversation/turn-filter.ts";
import { type QuestionModel, sameQuestionTest } from "../question/question-model.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { type Evidence, sectionOf } from "./evidence.ts";
import { isOver, type ReadUnit, readUnits } from "./read-units.ts";
import { QuestionBearings } from "./term-bearing.ts";
import { TermMarks } from "./term-marks.ts";
import { announces, type Unit } from "./units.ts";

export interface PassageUnits {
  readonly units: readonly ReadUnit[];
  readonly score: number;
  /** The block of each unit; null for headings. */
  readonly blocks: readonly (Block | null)[];
  /** The question's terms in the nearest heading, and in what leads each block. */
  readonly heading: TermMarks;
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
  const askedInHeading = headingReader(analyzer, question);
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
    const blocks = blocksOf(passage, number, units);
    const marksOf = (texts: readonly string[]) => {
      const found = new TermMarks(question.termNumbers);
      for (const text of texts) for (const asked of askedInHeading(text)) found.hold(asked);
      return found;
    };
    const under = lastHeading(sectionOf(passage));
    return {
      units,
      score,
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

/** Whether it may be an answer: no heading, no question, no label, nothing with only the words of the question. */
export function isAnswerlike(
  read: ReadUnit,
  question: QuestionModel,
  { heading }: Pick<PassageUnits, "heading">,
): boolean {
  if (isOver(read) || asksAgain(read.unit, question) || isBareWord(read) || isCutCode(read.unit)) return false;
  return read.added > 0 || announces(read.unit) || confirms(read, question, heading);
}

/** Whether it is a single word that the question lacks, such as a label: `Decided.` */
function isBareWord({ words, unit, added }: ReadUnit): boolean {
  return words === 1 && added === 1 && unit.kind === "sentence";
}

/** Whether it is a part of a program or of JSON that was cut at a full stop: a brace is opened or closed elsewhere. */
const isCutCode = ({ text }: Unit) => hasBrace(text) && text.split("{").length !== text.split("}").length;

const hasBrace = (text: string) => text.includes("{") || text.includes("}");

/** Whether it, under its heading, may answer a question for yes or no with that question's own words: `They do not vote.` */
function confirms({ unit, marks }: ReadUnit, { kind, weights }: QuestionModel, heading: TermMarks): boolean {
  return (
    kind === "yes_no" &&
    (unit.kind === "sentence" || unit.kind === "line") &&
    weights.keys().some((term) => marks.holds(term)) &&
    weights.keys().every((term) => marks.says(term) || heading.says(term))
  );
}

/** Whether a text ends with the question itself, including its mark: then it is an example of the question, not an answer. */
function asksAgain({ text }: Unit, { wording }: QuestionModel): boolean {
  if (!text.includes("?") && !text.includes("？") && !text.includes("؟")) return false;
  const [before, after] = text.toLowerCase().split(/[?？؟](?=[^?？؟]*$)/u);
  return after !== undefined && !/[\p{L}\p{N}]/u.test(after) && before!.trimEnd().endsWith(wording);
}
