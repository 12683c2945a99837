/** The built-in model's expansion of a question in words, so that a person can see why a passage was found. */
import type { SenseModel, SenseQuestion } from "../memory/sense/sense.ts";

export interface ExpandedTerm {
  /** An entry of the model's vocabulary: a word or, after `##`, the end of a word. */
  readonly term: string;
  readonly weight: number;
}

/** Strongest first, then alphabetical. */
export function expansionOf(model: Pick<SenseModel, "entry">, { terms, weights }: SenseQuestion): ExpandedTerm[] {
  const expanded = Array.from(terms, (entry, i) => ({ term: model.entry(entry), weight: weights[i]! }));
  return expanded.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}
