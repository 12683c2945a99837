/**
 * The parts of instructions that can be followed without a model: the length of the answer, and the language of Docent's
 * own words. Everything else needs a model.
 */
import { knownLanguages } from "../../language/data/known-languages.ts";

export interface AnswerConstraints {
  /** Most sentences. */
  readonly sentences: number | null;
  /** Most words. */
  readonly words: number | null;
  /** BCP 47. */
  readonly language: string | null;
  /** Whether the instructions contain anything else. */
  readonly more: boolean;
}

const numbers = ["zero", "one", "two", "three", "four", "five"];
const number = String.raw`(?<n>\d{1,3}|a single|a|one|two|three|four|five)`;
const politeness = `(?:please )?(?:always )?(?:answer|reply|respond|write|be|keep (?:it|answers?))? ?`;
const sentenceLimit = new RegExp(
  `${politeness}(?:in|within|with|using)? ?(?:at most|no more than|maximum(?: of)?|up to|only|exactly|not more than)? ?${number} (?:short |brief |complete )?sentences?`,
  "i",
);
const wordLimit = new RegExp(
  String.raw`${politeness}(?:in|within|with|using)? ?(?:at most|no more than|under|maximum(?: of)?|up to|fewer than|less than|not more than) (?<n>\d{1,4}) words`,
  "i",
);
const brevity =
  /(?:please )?(?:be|answer|reply|respond|keep (?:it|(?:your )?(?:answers?|replies))) (?:very )?(?:brief|briefly|concise|concisely|short|terse|tersely)(?: and to the point)?/i;
const inLanguage =
  /(?:please )?(?:always |only ){0,2}(?:answer|reply|respond|write|speak) (?:always |only ){0,2}in (?:the )?(?<name>\p{L}+)(?: language)?(?: only)?/iu;
const inItsOwnWords: readonly [RegExp, string][] = [
  [/\bantworte\w* (?:bitte )?(?:immer |nur ){0,2}auf deutsch/i, "de"],
  [/\br[ée]pond\w* (?:toujours )?en français/i, "fr"],
  [/\brespond\w* (?:siempre )?en español/i, "es"],
  [/\brispond\w* (?:sempre )?in italiano/i, "it"],
  [/\brespond\w* (?:sempre )?em português/i, "pt"],
  [/\bantwoord\w* (?:altijd )?in het nederlands/i, "nl"],
];

/** Of longer instructions the beginning and the end are read, UTF-16: they take a millisecond. */
const longestPart = 8000;

export const noConstraints: AnswerConstraints = { sentences: null, words: null, language: null, more: false };

export function readConstraints(instructions: readonly string[]): AnswerConstraints {
  if (instructions.length === 0) return noConstraints;
  const text = instructions.join("\n");
  const read = text.length <= 2 * longestPart ? text : `${text.slice(0, longestPart)}\n${text.slice(-longestPart)}`;
  // With single spaces, no pattern has a run to go back in.
  let rest = read.replace(/\s+/g, " ");
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found !== null) rest = rest.replace(found[0], " ");
    return found;
  };
  const sentences = take(sentenceLimit)?.groups?.n;
  const words = take(wordLimit)?.groups?.n;
  const isBrief = take(brevity) !== null;
  const language = languageIn(rest);
  if (language !== null) rest = rest.replace(language.said, " ");
  return {
    sentences: sentences === undefined ? (isBrief ? 1 : null) : Math.max(1, countOf(sentences)),
    words: words === undefined ? null : Number(words),
    language: language?.tag ?? null,
    more: /\p{L}{3}/u.test(rest.replace(/\b(?:and|please|always|und|bitte)\b/gi, "")),
  };
}

export function hasConstraints({ sentences, words, language }: AnswerConstraints): boolean {
  return sentences !== null || words !== null || language !== null;
}

function countOf(written: string): number {
  const named = numbers.indexOf(written.toLowerCase());
  return named >= 0 ? named : /^\d+$/.test(written) ? Number(written) : 1;
}

/** The requested language, if it is a known one, and the words that request it. */
function languageIn(text: string): { tag: string; said: string } | null {
  for (const [pattern, tag] of inItsOwnWords) {
    const found = pattern.exec(text);
    if (found !== null) return { tag, said: found[0] };
  }
  const found = inLanguage.exec(text);
  if (found === null) return null;
  const name = found.groups?.name?.toLowerCase();
  const english = new Intl.DisplayNames(["en"], { type: "language" });
  const known = knownLanguages.find(({ tag }) => english.of(tag)?.toLowerCase() === name);
  return known === undefined ? null : { tag: known.tag, said: found[0] };
}
