/** The units of a passage with what each of them says of the question's terms. */
import type { PassageReading, ReadingUnit } from "../../analysis/reading/passage-reading.ts";
import type { QuestionModel } from "./question/question-model.ts";
import { noBearing, type TermBearing } from "./terms/term-bearing.ts";
import { UnitWording } from "./terms/unit-wording.ts";
import type { Unit } from "./units.ts";

/** A unit with its evidence. */
export interface ReadUnit {
  readonly unit: Unit;
  readonly wording: UnitWording;
  /** Length in words; in unspaced scripts, half the number of overlapping letter pairs. */
  readonly words: number;
  /** The heading or question directly above it. */
  readonly under: ReadUnit | null;
  /** The question's terms in it, in the heading above it, or in what it replies to. */
  readonly held: ReadonlySet<string>;
  /** The question's content terms that have a related term in it. */
  readonly related: ReadonlySet<string>;
  /** The number of its content terms that the question lacks. */
  readonly added: number;
  /** The sum of the weights of the expansion terms in it. */
  readonly meant: number;
  /** Its first terms, including stop words. */
  readonly opening: readonly TermBearing[];
  /** The number of the question's adjacent pairs of terms that are adjacent in it too. */
  readonly pairs: number;
}

export interface JudgedPassage {
  readonly text: string;
  /** Its position among the passages. */
  readonly passage: number;
  readonly reading: PassageReading;
  /** The bearing of each of the reading's terms. */
  readonly bearings: readonly TermBearing[];
  /** The question's terms in what the whole passage replies to; none for most. */
  readonly repliesTo: readonly string[];
}

export function readUnits(judged: JudgedPassage, question: QuestionModel): readonly ReadUnit[] {
  const { text, passage, reading } = judged;
  const tally = new TermTally(judged, question);
  const named = question.shortForms.filter((form) => form.isIn(text));
  const read: ReadUnit[] = [];
  let above: ReadUnit | null = null;
  for (const at of reading.units) {
    const under: ReadUnit | null = above !== null && isOver(above) ? above : null;
    const { start, end, kind, words } = at;
    const unit = { passage, start, end, kind, text: text.slice(start, end) };
    const tallied = tally.of(at, under);
    const related = named.length === 0 ? tallied.related : withNames(named, unit.text, tallied.related);
    above = { unit, wording: new UnitWording(reading, at), words, under, ...tallied, related };
    read.push(above);
  }
  return read;
}

/** The related terms, and those of names that the text writes shorter or longer than the question. */
function withNames(
  shortForms: QuestionModel["shortForms"],
  text: string,
  related: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = shortForms.filter((form) => form.isIn(text));
  return found.length === 0 ? related : related.union(new Set(found.flatMap(({ terms }) => terms)));
}

/** Whether it is a heading for what follows: a heading, or a question in a list of questions and answers. */
export function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

type Tallied = Pick<ReadUnit, "held" | "related" | "added" | "meant" | "opening" | "pairs">;

/** The terms in the opening of a unit. */
const openingLength = 3;

/** Counts the evidence in a unit. Each term of a unit counts once. */
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
    this.#said = new Uint32Array(judged.bearings.length);
    this.#told = new Uint32Array(judged.bearings.length);
  }

  of({ firstToken, endToken }: ReadingUnit, under: ReadUnit | null): Tallied {
    this.#unit++;
    const opening = this.#opening(firstToken, endToken);
    const pairs = this.#pairs(firstToken, endToken);
    return { ...this.#saidIn(firstToken, endToken, under), ...this.#toldIn(firstToken, endToken), opening, pairs };
  }

  /** By all its terms. */
  #saidIn(first: number, end: number, under: ReadUnit | null): Pick<Tallied, "held" | "meant"> {
    const { reading, bearings } = this.#judged;
    const held = new Set(under?.held ?? this.#judged.repliesTo);
    let meant = 0;
    for (let i = first; i < end; i++) {
      const place = reading.tokens[i]! >>> 1;
      const bearing = bearings[place]!;
      if (bearing === noBearing || !isFirst(this.#said, place, this.#unit)) continue;
      meant += bearing.meant;
      if (bearing.asked) held.add(bearing.term);
    }
    return { held, meant };
  }

  /** By its content terms. */
  #toldIn(first: number, end: number): Pick<Tallied, "related" | "added"> {
    const { reading, bearings } = this.#judged;
    const related = new Set<string>();
    let added = 0;
    for (let i = first; i < end; i++) {
      const token = reading.tokens[i]!;
      const place = token >>> 1;
      if ((token & 1) === 1 || !isFirst(this.#told, place, this.#unit)) continue;
      const bearing = bearings[place]!;
      if (!bearing.asked) added++;
      for (const one of bearing.kin) related.add(one);
    }
    return { related, added };
  }

  #opening(first: number, end: number): readonly TermBearing[] {
    const { reading, bearings } = this.#judged;
    const opening: TermBearing[] = [];
    for (let i = first; i < end && i < first + openingLength; i++) opening.push(bearings[reading.tokens[i]! >>> 1]!);
    return opening;
  }

  #pairs(first: number, end: number): number {
    const { reading, bearings } = this.#judged;
    const { followers } = this.#question;
    const found: string[] = [];
    let after: ReadonlySet<string> | undefined;
    let last = "";
    for (let i = first; i < end; i++) {
      const { term, asked } = bearings[reading.tokens[i]! >>> 1]!;
      if (after?.has(term) === true) found.push(`${last} ${term}`);
      after = asked ? followers.get(term) : undefined;
      last = term;
    }
    return found.length < 2 ? found.length : new Set(found).size;
  }
}

/** Whether this is the first occurrence of a term in a unit. Notes the occurrence. */
function isFirst(lastSaid: Uint32Array, place: number, unit: number): boolean {
  if (lastSaid[place] === unit) return false;
  lastSaid[place] = unit;
  return true;
}
