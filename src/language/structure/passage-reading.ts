import type { Analyzer } from "../words/analysis.ts";
import type { OutlineBlock } from "./outline.ts";
import { type PassageUnit, passageUnits } from "./passage-units.ts";
import { type PlacedTerms, placeTerms } from "./placed-terms.ts";

export interface ReadingUnit extends PassageUnit {
  readonly firstToken: number;
  readonly endToken: number;
  /** In unspaced scripts, half the overlapping letter pairs. */
  readonly words: number;
}

export interface PassageReading {
  readonly units: readonly ReadingUnit[];
  readonly terms: PlacedTerms;
  /** The term's place, doubled, plus one for a stop word. */
  readonly tokens: Uint32Array;
}

export function readPassage(text: string, analyzer: Analyzer, outline: readonly OutlineBlock[] = []): PassageReading {
  const found = analyzer.passageTokens;
  found.beginPassage();
  const units = passageUnits(text, analyzer.language, outline).map(({ start, end, kind }): ReadingUnit => {
    const firstToken = found.count;
    found.beginUnit(start);
    analyzer.eachToken(text.slice(start, end), found.take);
    return { start, end, kind, firstToken, endToken: found.count, words: found.words };
  });
  const { terms, starts } = found.terms;
  return { units, terms: placeTerms(text, terms, starts), tokens: found.taken() };
}
