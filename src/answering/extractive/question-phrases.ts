/**
 * How a language asks: phrases separated by `|`, in lower case; `^` asks for the start of the question, `…` stands for
 * up to three words between.
 */

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
