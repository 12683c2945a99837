/**
 * Rules that make a true or a false statement of a sentence, for four languages. Each applies once, where its pattern is
 * found first; a sentence without it gives no statement.
 */

export const faults = [
  "number",
  "unit",
  "name",
  "negation",
  "prefix",
  "frequency",
  "opposite",
  "only",
  "without",
  "subject",
  "predicate",
] as const;
export type Fault = (typeof faults)[number];

/** What is found, and what replaces it. */
export type Change = readonly [found: RegExp, instead: string | ((...found: string[]) => string)];

export interface RulesOfLanguage {
  /** 0 to 12. */
  readonly numbers: string;
  /** Each is replaced by the next one. */
  readonly units: string;
  readonly kept: readonly Change[];
  readonly changed: Readonly<Partial<Record<Fault, readonly Change[]>>>;
  /** Words that exclude each other, in pairs. */
  readonly opposites: string;
  /** Words whose negative prefix makes them false: `possible impossible`. */
  readonly prefixed: string;
  /** What only makes a statement longer, and false. */
  readonly additions: readonly string[];
  /** The subject at the beginning of a sentence. */
  readonly subject: RegExp;
  /** A sentence that begins so says too little by itself. */
  readonly dependent: RegExp;
}

export const aside: Change = [/ \([^()]{3,80}\)/u, ""];
