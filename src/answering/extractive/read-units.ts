/** The units of a passage with what each of them says of the question's terms. */
import type { PassageReading, ReadingUnit } from "../../analysis/reading/passage-reading.ts";
import type { TermBearing } from "./term-bearing.ts";
import type { Unit } from "./units.ts";

/** A unit with its evidence. */
export interface ReadUnit {
  readonly unit: Unit;
  /** Its terms in order, including stop words. */
  readonly terms: readonly TermBearing[];
  /** Length in words; in unspaced scripts, half the number of overlapping letter pairs. */
  readonly words: number;
  /** The heading or question directly above it. */
  readonly under: ReadUnit | null;
  /** The question's terms in it or in the heading above it. */
  readonly held: ReadonlySet<string>;
  /** The question's content terms that have a related term in it. */
  readonly related: ReadonlySet<string>;
  /** The number of its content terms that the question lacks. */
  readonly added: number;
  /** The sum of the weights of the expansion terms in it. */
  readonly meant: number;
}

/** @param passage its position among the passages. */
export function readUnits(
  { units, terms, tokens }: PassageReading,
  { text, passage }: { readonly text: string; readonly passage: number },
  bearingOf: (term: string) => TermBearing,
): readonly ReadUnit[] {
  const bearings = terms.map(bearingOf);
  const tally = new TermTally(bearings);
  const read: ReadUnit[] = [];
  for (const unit of units) {
    const above = read.at(-1);
    const under = above !== undefined && isOver(above) ? above : null;
    const { start, end, kind, words } = unit;
    const own = { passage, start, end, kind, text: text.slice(start, end) };
    read.push({ unit: own, words, under, ...tally.of(tokens, unit, under) });
  }
  return read;
}

/** Whether it is a heading for what follows: a heading, or a question in a list of questions and answers. */
export function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

type Tallied = Pick<ReadUnit, "terms" | "held" | "related" | "added" | "meant">;

/** Counts the evidence in a unit. Each term of a unit counts once. */
class TermTally {
  readonly #bearings: readonly TermBearing[];
  /** For each term, the number of the last unit that has it, and of the last that has it as a content word. */
  readonly #said: Uint32Array;
  readonly #told: Uint32Array;
  #unit = 0;

  constructor(bearings: readonly TermBearing[]) {
    this.#bearings = bearings;
    this.#said = new Uint32Array(bearings.length);
    this.#told = new Uint32Array(bearings.length);
  }

  of(tokens: Uint32Array, { firstToken, endToken }: ReadingUnit, under: ReadUnit | null): Tallied {
    const unit = ++this.#unit;
    const terms: TermBearing[] = [];
    const held = new Set(under?.held);
    const related = new Set<string>();
    let [added, meant] = [0, 0];
    for (const token of tokens.subarray(firstToken, endToken)) {
      const place = token >>> 1;
      const bearing = this.#bearings[place]!;
      terms.push(bearing);
      if (isFirst(this.#said, place, unit)) {
        meant += bearing.meant;
        if (bearing.asked) held.add(bearing.term);
      }
      if (token % 2 === 1 || !isFirst(this.#told, place, unit)) continue;
      added += Number(!bearing.asked);
      for (const one of bearing.kin) related.add(one);
    }
    return { terms, held, related, added, meant };
  }
}

/** Whether this is the first occurrence of a term in a unit. Notes the occurrence. */
function isFirst(lastSaid: Uint32Array, place: number, unit: number): boolean {
  if (lastSaid[place] === unit) return false;
  lastSaid[place] = unit;
  return true;
}
