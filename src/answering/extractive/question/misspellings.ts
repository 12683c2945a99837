/** Words of a question that are probably misspelt. */
import type { QuestionTerm } from "../../../memory/index-ports.ts";

/** Fewer letters are too often another word: `house`, `horse`. */
const shortest = 6;
/** The same where the built-in model says whether the word exists. */
const shortestUnknown = 5;

/**
 * The terms that no passage has and that the model, if it took part, does not know as a word either.
 * @param meaning the terms of the question's expansion.
 */
export function misspeltTerms(
  terms: readonly QuestionTerm[],
  meaning: ReadonlyMap<string, number>,
  isExpanded: boolean,
): ReadonlySet<string> {
  const least = isExpanded ? shortestUnknown : shortest;
  const isMisspelt = ({ term, documentFrequency }: QuestionTerm) =>
    documentFrequency === 0 && term.length >= least && !meaning.has(term) && !/\P{L}/u.test(term);
  return new Set(terms.filter(isMisspelt).map(({ term }) => term));
}
