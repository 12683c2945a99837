/**
 * How the languages ask: phrases separated by `|`, in lower case; `^` asks for the start of the question, `…` stands for
 * up to three words between.
 */
import { latinPhrases } from "./question-words-latin.ts";
import { worldPhrases } from "./question-words-world.ts";

export type QuestionKind =
  | "who"
  | "when"
  | "where"
  | "how_many"
  | "how_much"
  | "how_to"
  | "yes_no"
  | "definition"
  | "list"
  | "why"
  | "other";

/** The first kind that matches is taken: what narrows the answer most comes first. */
export const kindOrder = [
  "how_to",
  "how_many",
  "when",
  "how_much",
  "why",
  "where",
  "list",
  "who",
  "definition",
  "yes_no",
] as const;

export interface QuestionPhrases extends Readonly<Record<(typeof kindOrder)[number], string>> {
  /** Asking words that tell no kind and that the language does not count as stop words. */
  readonly other?: string;
}

/** By primary language subtag. */
export const questionPhrases: ReadonlyMap<string, QuestionPhrases> = new Map(
  Object.entries({ ...latinPhrases, ...worldPhrases }),
);
