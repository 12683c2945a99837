/** Weight in the question times weight in the passage; the model has counted length and frequency in (SPLADE). */
import type { SenseQuestion } from "../../memory/sense.ts";
import { senseUnit } from "../../memory/sense.ts";
import type { BlockPosition, DecodedBlock } from "../parts/posting-blocks.ts";
import { senseKey, type TermKey } from "../parts/term-key.ts";
import { contribution, scoreUnit } from "./bm25.ts";
import type { ScanTerm, ScoredColumns, ScoreWindow, TermScoring } from "./term-scoring.ts";
import { addWeights } from "./weight-adder.ts";

/** Relative to BM25; see docs/decisions/0012-sense-beside-words.md. */
export const senseShare = 0.5;

/** q · d / q · q of a passage without sense whose words match fully: 0.69 on SQuAD, 0.66 on Cranfield. */
const typicalNearness = 0.6;

const maxSenseTerms = 32;

export interface ReadSense {
  readonly terms: readonly SenseTerm[];
  /** Of a passage on the same subject; the counterpart of `idfSum`. */
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

  scoringIn({ postings }: ScoredColumns): TermScoring {
    return new SenseScoring(postings, this.table);
  }
}

class SenseScoring implements TermScoring {
  readonly #bytes: Uint8Array;
  readonly #adds: Int32Array;

  constructor(bytes: Uint8Array, adds: Int32Array) {
    this.#bytes = bytes;
    this.#adds = adds;
  }

  bound(peak: number): number {
    return this.#adds[peak]!;
  }

  score(weight: number): number {
    return this.#adds[weight]!;
  }

  addEncoded(position: BlockPosition, window: ScoreWindow): boolean {
    return addWeights(position, { bytes: this.#bytes, adds: this.#adds }, window);
  }

  addDecoded({ slots, frequencies, count }: DecodedBlock, from: number, window: ScoreWindow): number {
    const { start, end, scores, onlyScored } = window;
    const adds = this.#adds;
    let at = from;
    while (at < count && slots[at]! < start) at += 1;
    for (; at < count; at++) {
      const place = (slots[at]! - start) | 0;
      if (slots[at]! >= end) break;
      if (onlyScored && scores[place] === 0) continue;
      scores[place] = (scores[place]! + adds[frequencies[at]!]!) | 0;
    }
    if (!onlyScored) window.unlisted = true;
    return at;
  }
}
