/** What words of a question ask of a table. Each language lists its own; the weights are over these, not over words. */

export const askingKinds = [
  "howMany",
  "howMuch",
  "howLong",
  "howOld",
  "howFar",
  "which",
  "who",
  "when",
  "where",
  "list",
  "year",
  "name",
  "total",
  "mean",
  "difference",
  "share",
  "number",
  "times",
  "most",
  "least",
  "highest",
  "lowest",
  "longest",
  "shortest",
  "oldest",
  "youngest",
  "largest",
  "smallest",
  "best",
  "worst",
  "superlative",
  "first",
  "last",
  "top",
  "bottom",
  "moreThan",
  "lessThan",
  "atLeast",
  "atMost",
  "between",
  "more",
  "less",
  "better",
  "comparative",
  "earlier",
  "later",
  "before",
  "after",
  "next",
  "previous",
  "above",
  "below",
  "since",
  "until",
  "or",
  "and",
  "both",
  "not",
  "only",
  "same",
  "also",
  "distinct",
  "each",
  "row",
  "consecutive",
  "than",
  "listed",
  "rank",
  "money",
  "quarter",
  "month",
] as const;
export type AskingKind = (typeof askingKinds)[number];

export interface TableWords {
  /** Phrases of words as they are written, in lower case and without accents. */
  readonly asks: Readonly<Partial<Record<AskingKind, readonly string[]>>>;
  /** The ending of a superlative that is not listed, and the least letters in front of it. */
  readonly superlative: { readonly ending: RegExp; readonly least: number } | null;
  readonly comparative: { readonly ending: RegExp; readonly least: number } | null;
  /** 0, 1, 2 … */
  readonly numbers: readonly string[];
  /** January first. */
  readonly months: readonly string[];
  readonly scales: Readonly<Record<string, number>>;
  readonly totals: readonly string[];
  readonly stops: readonly string[];
  readonly notation: "point" | "comma";
}
