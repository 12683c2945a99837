/** Names written by their initials: `EU`, where the other text says `European Union`. */
import type { Token } from "../../language/words/analysis.ts";

/** A name that a text may write differently from the question. */
export interface ShortForm {
  /** The question's terms for the name. */
  readonly terms: readonly string[];
  /** The initials of a name that the question writes out; null where it has the initials themselves. */
  readonly initials: string | null;
  /** Whether a text writes it in the other way. */
  isIn(text: string): boolean;
}

const initials = /^\p{Lu}{2,5}$/u;
/** Two to five words with capitals, small words between them. */
const longName = /\p{Lu}\p{Ll}+(?:[ -](?:(?:of|and|the|for|und|der|des|für|de|la|du|del) ){0,2}\p{Lu}\p{Ll}+){1,4}/gu;
const wordLike = /[\p{L}\p{N}]/u;

export function shortFormsIn(question: string, tokens: readonly Token[]): readonly ShortForm[] {
  return [...writtenOut(question, tokens), ...shortened(question, tokens)];
}

/** For `AAA`: words in a row that begin with these letters, with small words between them. */
function writtenOut(question: string, tokens: readonly Token[]): ShortForm[] {
  return tokens.flatMap(({ term, start, end }) => {
    const letters = question.slice(start, end);
    if (!initials.test(letters)) return [];
    const isIn = (text: string) => text.match(longName)?.some((name) => capitals(name).includes(letters)) === true;
    return [{ terms: [term], initials: null, isIn }];
  });
}

/** For `European Union`: EU. The question's first word has its capital from the start of the sentence. */
function shortened(question: string, tokens: readonly Token[]): ShortForm[] {
  const from = question.search(/\s/) + 1;
  if (from === 0) return [];
  return [...question.slice(from).matchAll(longName)].map(({ index, 0: name }) => {
    const [start, end] = [from + index, from + index + name.length];
    const terms = tokens.filter((token) => !token.stop && token.start >= start && token.end <= end);
    const letters = capitals(name);
    return { terms: terms.map(({ term }) => term), initials: letters, isIn: (text) => hasWord(text, letters) };
  });
}

const capitals = (name: string) => name.match(/\p{Lu}/gu)!.join("");

/** Not a pattern, because making one for each question costs more than it saves. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!wordLike.test(text[at - 1] ?? " ") && !wordLike.test(text[at + word.length] ?? " ")) return true;
  }
  return false;
}
