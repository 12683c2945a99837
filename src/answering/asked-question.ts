import type { Expert } from "../experts/expert.ts";
import type { KeyId } from "../kernel/ids.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import { byLanguage } from "../language/data/by-language.ts";
import { knownLanguages } from "../language/data/known-languages.ts";
import { autoLanguage, findLanguage, followedLanguage, undetermined } from "../language/find-language.ts";
import type { SearchOutcome } from "../memory/index-ports.ts";
import type { ToolUse } from "./answer.ts";
import type { ModelMessage, Sampling } from "./ports.ts";
import { readAsking } from "./question/question-model.ts";

/** Code points. A longer text should be added as a source. */
export const maxQuestionLength = 8000;

export const searchModes = ["auto", "keyword", "sense", "vector", "hybrid"] as const;
export type RequestedMode = (typeof searchModes)[number];

export interface Question {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly surface: "query" | "chat";
  /** 1 to `maxQuestionLength` characters. */
  readonly text: string;
  /** Earlier turns, oldest first, for follow-up questions. */
  readonly history: readonly Turn[];
  /** The client's instructions for a model, besides the expert's own. */
  readonly instructions: readonly string[];
  /** Texts sent with the question, which answer together with the memory. */
  readonly material: readonly Material[];
  /** Passages to retrieve, 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below it are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
  /** False: passages without an answer. */
  readonly generate: boolean;
  /** False: `retrieved` may lack passages that the answer does not cite. */
  readonly wantsPassages: boolean;
  /** For a model; null: Docent decides. */
  readonly maxTokens: number | null;
  /** Passed on to a model under their own names. */
  readonly sampling: Sampling;
  /** Tools for a model; null: none. */
  readonly tools: ToolUse | null;
  /** Calls of those tools since the question, with results. */
  readonly exchange: readonly ModelMessage[];
  /** Null: text. */
  readonly format: AnswerFormat | null;
}

export interface Material {
  readonly origin: "message" | "tool";
  /** The position of its message in the request. */
  readonly message: number;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  /** Where it starts in its message, in code points. */
  readonly start: number;
}

/** Whether a program reads the answer: as JSON, or as calls of tools. */
export function isFormed({ tools, format, exchange }: Pick<Question, "tools" | "format" | "exchange">): boolean {
  return format !== null || exchange.length > 0 || (tools !== null && tools.choice !== "none");
}

export const plainQuestion = {
  history: [],
  instructions: [],
  material: [],
  maxTokens: null,
  sampling: {},
  tools: null,
  exchange: [],
  format: null,
  k: null,
  minScore: null,
  filter: null,
  mode: "auto",
  generate: true,
  wantsPassages: true,
} as const satisfies Partial<Question>;

export interface AnswerFormat {
  /** OpenAI's `response_format`, for a model. */
  readonly request: object;
  /** JSON Schema; null: any JSON. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The rule of the schema that a JSON text breaks; null: none. Absent: only its kind is checked. */
  readonly brokenRule?: (text: string) => string | null;
  /** The request's field, for error messages. */
  readonly param: string;
}

type SearchLanguage = Pick<SearchOutcome, "language" | "asked">;

/** The language (BCP 47) in which the search read the question. @param outcome of the search; null: before it */
export function languageOf(
  { language }: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  return outcome?.language ?? ownLanguage(language, question);
}

/** The language of the reply: the question's, or the passages' where the question does not show its own. */
export function spokenLanguage(
  expert: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  const asked = outcome?.asked;
  if (asked !== undefined && asked !== null) return followedLanguage(expert.language, asked);
  return languageOf(expert, question, outcome);
}

/** Sets the expert's language for this question. */
export function answeringIn(expert: Expert, question: string, outcome: SearchLanguage | null): Expert {
  const language = languageOf(expert, question, outcome);
  return language === expert.language ? expert : { ...expert, language };
}

function ownLanguage(set: string, question: string): string {
  const own = followedLanguage(set, findLanguage(question, set === autoLanguage ? [] : [set]));
  return own === undetermined ? "en" : own;
}

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** UTF-16 units: an earlier message may be a whole document. */
const longestEarlier = 2000;

/** What is searched for: the question after those that it depends on. @param language BCP 47, unknown ones as English */
export function standaloneQuestion(question: string, history: readonly Turn[], language: string) {
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text.trim().slice(0, longestEarlier));
  const trail: string[] = [];
  for (let current = question, at = earlier.length - 1; at >= 0 && trail.length < 2 && leans(current, language); at--) {
    current = earlier[at] ?? "";
    if (current !== "") trail.unshift(current);
  }
  if (trail.length === 0) return { text: question, followUp: null };
  const text = [...trail, question].join(" ");
  const answered = history.findLast(({ role }) => role === "assistant")?.text.slice(0, longestEarlier) ?? "";
  const asked = saysWhatItWants(question, language) ? question : text;
  return { text, followUp: { own: question, asked, isOther: namesOther(question, language), answered } };
}

/** `And in winter?` does; `and how long?` may be asked of the same sentence. */
const namesOther = (question: string, language: string) =>
  openersIn(language).test(question.trim()) && readAsking(question, language).words === "";

/** Whether it can be understood only with the previous turns. */
function leans(question: string, language: string): boolean {
  const text = question.trim();
  const opens = openersIn(language).test(text) && text.length < 120;
  return isFragment(text, language) || opens || pointersIn(language).test(text);
}

const wordEnd = "(?![\\p{L}\\p{N}])";

const pointersIn = byLanguage(({ followUps: { pointers }, spacing }) => {
  const [before, after] = spacing === "none" ? ["", ""] : ["(?<![\\p{L}\\p{N}])", wordEnd];
  return new RegExp(`${before}(?:${pointers})${after}`, "iu");
});

const openersIn = byLanguage(
  ({ followUps, spacing }) =>
    new RegExp(`^[\\s¿¡"'“«]*(?:${followUps.openers})${spacing === "none" ? "" : wordEnd}`, "iu"),
);

/** A few words without a question word: "In winter?", "The other pump?" */
function isFragment(text: string, language: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 3 && readAsking(text, language).words.trim() === "";
}

/** "When will they arrive?" does; "Why?" and "And for the big one?" do not. */
function saysWhatItWants(question: string, language: string): boolean {
  const asking = readAsking(question, language).words.match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  return asking.length > 0 && words.length - asking.length >= 2;
}

export interface AnswerConstraints {
  /** At most. */
  readonly sentences: number | null;
  /** At most. */
  readonly words: number | null;
  /** BCP 47. */
  readonly language: string | null;
  /** Whether the instructions say anything else. */
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

/** UTF-16 units of the beginning and of the end: a millisecond. */
const longestPart = 8000;

export const noConstraints: AnswerConstraints = { sentences: null, words: null, language: null, more: false };

export function readConstraints(instructions: readonly string[]): AnswerConstraints {
  if (instructions.length === 0) return noConstraints;
  const text = instructions.join("\n");
  const read = text.length <= 2 * longestPart ? text : `${text.slice(0, longestPart)}\n${text.slice(-longestPart)}`;
  // With single spaces, no pattern backtracks over a run.
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

/** A known requested language, with the words that request it. */
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
