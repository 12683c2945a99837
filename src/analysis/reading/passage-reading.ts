/**
 * A passage as answers are chosen from it: its units and their terms, as numbers. It follows from the text and the
 * language alone, so it is made once and asked many times.
 */
import type { Analyzer } from "../analysis.ts";
import { type PassageUnit, passageUnits } from "./passage-units.ts";
import { type PlacedTerms, placeTerms } from "./placed-terms.ts";

export interface ReadingUnit extends PassageUnit {
  /** Its tokens are `PassageReading.tokens[firstToken]` up to, not including, `[endToken]`. */
  readonly firstToken: number;
  readonly endToken: number;
  /** Its length in words; of unspaced scripts, half the overlapping letter pairs. */
  readonly words: number;
}

export interface PassageReading {
  /** In order. */
  readonly units: readonly ReadingUnit[];
  /** Each once, in the order in which they first occur. */
  readonly terms: PlacedTerms;
  /** The tokens of all units: the place of the term in `terms`, doubled, and one more for a stop word. */
  readonly tokens: Uint32Array;
}

export function readPassage(text: string, analyzer: Analyzer): PassageReading {
  const found = analyzer.passageTokens;
  found.beginPassage();
  const units = passageUnits(text, analyzer.language).map(({ start, end, kind }): ReadingUnit => {
    const firstToken = found.count;
    found.beginUnit(start);
    analyzer.eachToken(text.slice(start, end), found.take);
    return { start, end, kind, firstToken, endToken: found.count, words: found.words };
  });
  const { terms, starts } = found.terms;
  return { units, terms: placeTerms(text, terms, starts), tokens: found.taken() };
}
