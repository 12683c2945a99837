/** Product of weights; the model has accounted for length and frequency (SPLADE). */
import type { SenseQuestion } from "../../memory/sense.ts";
import { senseUnit } from "../../memory/sense.ts";
import { senseKey, type TermKey } from "../parts/term-key.ts";
import { contribution, scoreUnit } from "./bm25.ts";
import type { ScanTerm } from "./keyword-scan.ts";

/** Relative to BM25; see docs/decisions/0012-sense-beside-words.md. */
const senseShare = 0.5;

/** q · d / q · q of a passage without sense whose words match fully: 0.69 on SQuAD, 0.66 on Cranfield. */
const typicalNearness = 0.6;

const maxSenseTerms = 32;

export interface ReadSense {
  readonly terms: readonly SenseTerm[];
  /** Of a passage on the same subject, like `idfSum`. */
  readonly full: number;
}

export const noSense: ReadSense = { terms: [], full: 0 };

export function readSense({ terms, weights }: SenseQuestion): ReadSense {
  const strongest = Array.from(terms, (entry, i) => ({ entry, weight: weights[i]! }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.entry - b.entry)
    .slice(0, maxSenseTerms);
  const itself = strongest.reduce((sum, { weight }) => sum + weight * weight, 0);
  return {
    terms: strongest.map(({ entry, weight }) => new SenseTerm(entry, weight)),
    full: senseShare * typicalNearness * itself,
  };
}

export class SenseTerm implements ScanTerm {
  readonly name: number;
  readonly key: TermKey;
  readonly family = "sense";
  readonly weight = 0;
  readonly table = new Int32Array(256);

  constructor(entry: number, weight: number) {
    const unit = weight * senseUnit * senseShare * scoreUnit;
    this.name = entry;
    this.key = senseKey(entry);
    for (let byte = 0; byte < 256; byte++) this.table[byte] = contribution(unit, byte);
  }

  score(byte: number): number {
    return this.table[byte]!;
  }
}
