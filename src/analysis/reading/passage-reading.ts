/**
 * A passage as answers are chosen from it: its units and their terms, as numbers. It follows from the text and the
 * language alone, so it is made once and asked many times.
 */
import type { Analyzer, Token } from "../analysis.ts";
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
  const places = new Map<string, number>();
  const starts: number[] = [];
  const tokens: number[] = [];
  const units = passageUnits(text, analyzer.language).map((unit): ReadingUnit => {
    const firstToken = tokens.length;
    const found = analyzer.analyze(text.slice(unit.start, unit.end));
    for (const { term, start, stop } of found) {
      const place = places.get(term) ?? places.size;
      if (place === places.size) {
        places.set(term, place);
        starts.push(unit.start + start);
      }
      tokens.push(place * 2 + (stop ? 1 : 0));
    }
    return { ...unit, firstToken, endToken: tokens.length, words: wordsIn(found) };
  });
  return { units, terms: placeTerms(text, [...places.keys()], starts), tokens: Uint32Array.from(tokens) };
}

/** Tokens that overlap those before them (letter pairs, parts of identifiers) count half, and nothing inside a longer one. */
function wordsIn(tokens: readonly Token[]): number {
  let halves = 0;
  let end = 0;
  for (const token of tokens) {
    if (token.end < end) continue;
    halves += token.start < end ? 1 : 2;
    end = token.end;
  }
  return halves / 2;
}
