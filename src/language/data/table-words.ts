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
  "increase",
  "decrease",
  "ratio",
  "whether",
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
  "not",
  "only",
  "same",
  "also",
  "distinct",
  "each",
  "row",
  "consecutive",
  "than",
  "rank",
  "money",
  "quarter",
  "month",
] as const;
export type AskingKind = (typeof askingKinds)[number];

/** Phrases are separated by `|`, and words by spaces. */
export interface TableWords {
  readonly asks: Readonly<Partial<Record<AskingKind, string>>>;
  /** How a superlative ends that is not listed, as alternatives of a regular expression; absent if not listed. */
  readonly superlative?: string;
  readonly comparative?: string;
  /** 0, 1, 2 …; absent: those of `counting`. */
  readonly numbers?: string;
  /** What joins the first and the last of a span, as phrases: `to` in "January to March". */
  readonly range: string;
  /** Second, third … in the order of their numbers, with the forms of each by `/`. */
  readonly ordinals: string;
  readonly scales: Readonly<Record<string, number>>;
  /** What begins the label of a row that sums up others. */
  readonly totals: string;
  readonly stops: string;
  readonly notation: "point" | "comma";
}
