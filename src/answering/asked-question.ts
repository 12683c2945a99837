/** A question as it is asked: its language, the questions that it depends on, and what instructions say of its answer. */
import type { Expert } from "../experts/expert.ts";
import type { KeyId } from "../kernel/ids.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import { byLanguage } from "../language/data/by-language.ts";
import { knownLanguages } from "../language/data/known-languages.ts";
import { autoLanguage, findLanguage, followedLanguage, undetermined } from "../language/find-language.ts";
import type { SearchOutcome } from "../memory/index-ports.ts";
import type { ToolUse } from "./answer.ts";
import type { FollowUp } from "./evidence/evidence.ts";
import type { ModelMessage, Sampling } from "./ports.ts";
import { readAsking } from "./question/question-model.ts";

/** Greatest length of a question, in code points. Longer text should be added as a source. */
export const maxQuestionLength = 8000;

export const searchModes = ["auto", "keyword", "sense", "vector", "hybrid"] as const;
export type RequestedMode = (typeof searchModes)[number];

export interface Question {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly surface: "query" | "chat";
  /** 1 to `maxQuestionLength` characters. */
  readonly text: string;
  /** Earlier turns, oldest first. A follow-up question is resolved with them. */
  readonly history: readonly Turn[];
  /** The client's instructions, in addition to the expert's own. Used when a model writes the answer. */
  readonly instructions: readonly string[];
  /** Texts that the client sent with the question. They answer together with the memory. */
  readonly material: readonly Material[];
  /** Number of passages to retrieve, 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below this score are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
  /** False: only passages, no answer. */
  readonly generate: boolean;
  /** False: of the passages found, `retrieved` needs to contain only those that the answer cites. */
  readonly wantsPassages: boolean;
  /** Most tokens that a model may write; null: Docent decides. */
  readonly maxTokens: number | null;
  /** Passed on to a model under their own names. */
  readonly sampling: Sampling;
  /** Tools that a model may call; null: none. Without a model, no tool is called. */
  readonly tools: ToolUse | null;
  /** Calls of those tools since the question, and their results. */
  readonly exchange: readonly ModelMessage[];
  /** Null for text. */
  readonly format: AnswerFormat | null;
}

/** A text that a client sends with its question. */
export interface Material {
  readonly origin: "message" | "tool";
  /** The position of its message in the request. */
  readonly message: number;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  /** Where it starts in the text of its message, in code points. */
  readonly start: number;
}

/** Whether the client's program reads the answer: JSON, or calls of its tools. */
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

/** An answer in JSON, as requested by a client. */
export interface AnswerFormat {
  /** OpenAI's `response_format`, for a model. */
  readonly request: object;
  /** JSON Schema; null if any JSON is accepted. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The field of the request that asked for it, for error messages. */
  readonly param: string;
}

type SearchLanguage = Pick<SearchOutcome, "language" | "asked">;

/**
 * BCP 47: the language in which the search read the question, so that the question, the terms that were counted and the passages
 * are read alike. A passage whose reading is in another language is read again.
 * @param outcome of the search; null before it: the question's own language
 */
export function languageOf(
  { language }: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  return outcome?.language ?? ownLanguage(language, question);
}

/** The language of the reply: that of the question, or that of the passages where the question does not show its own. */
export function spokenLanguage(
  expert: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  const asked = outcome?.asked;
  if (asked !== undefined && asked !== null) return followedLanguage(expert.language, asked);
  return languageOf(expert, question, outcome);
}

/** The expert as it answers this question: in one language. */
export function answeringIn(expert: Expert, question: string, outcome: SearchLanguage | null): Expert {
  const language = languageOf(expert, question, outcome);
  return language === expert.language ? expert : { ...expert, language };
}

function ownLanguage(set: string, question: string): string {
  const own = followedLanguage(set, findLanguage(question, set === autoLanguage ? [] : [set]));
  return own === undetermined ? "en" : own;
}

/** A turn of the conversation, oldest first. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** Of an earlier message the beginning is asked with, UTF-16: it may be a whole document. */
const longestEarlier = 2000;

export interface StandaloneQuestion {
  /** With the questions that it depends on before it: what is searched for. */
  readonly text: string;
  /** Null: it depends on no other. */
  readonly followUp: FollowUp | null;
}

/**
 * The standalone form of a question. A question that does not depend on the conversation is returned unchanged.
 * @param language BCP 47; an unknown language is treated like English.
 */
export function standaloneQuestion(question: string, history: readonly Turn[], language: string): StandaloneQuestion {
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

/** Whether a question can be understood only with the previous turns. */
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

/** "In winter?", "The other pump?", "and for a coworking space?": a few words without a question word. */
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
