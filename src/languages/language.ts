/**
 * What the program knows about a language. One file a language states all of it; what a language lacks is null there, and
 * test/languages lists it.
 *
 * Lists are strings. In phrases, `|` separates alternatives, `^` asks for the start of the text, and `…` stands for up to
 * three words between. All phrases are in lower case.
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

/**
 * Words that are written with a full stop that need not end a sentence, separated by spaces. Three classes, because they
 * behave differently: after a title the sentence always goes on; after a reference it goes on before a number; after
 * any other abbreviation it goes on unless a word follows that likes to begin sentences.
 */
export interface AbbreviationLists {
  readonly titles: string;
  readonly references: string;
  readonly others: string;
  /** Function words that, written with a capital after an abbreviation, begin a new sentence. */
  readonly starters: string;
  /** Whether `3.` is how the language writes "third", so that a number of one or two digits goes on. */
  readonly ordinals: boolean;
}

/** Whole messages that are talk and not questions. */
export interface TalkPhrases {
  readonly hello: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** Asking what the expert is and what it can do. */
  readonly ability: string;
}

/**
 * What an expert says to such a message. `{name}` stands for its name, `{titles}` for a list of its sources, `{subject}` for
 * what one of them speaks about.
 */
export interface TalkReplies {
  /** Greets, and names the expert. */
  readonly hello: string;
  /** Names the expert. */
  readonly introduction: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly sources: string;
  readonly noSources: string;
  /** Introduces questions that the expert can answer. */
  readonly examples: string;
  /** A question about a subject. */
  readonly about: string;
}

export interface Language {
  /** The primary subtag of BCP 47, with the script where a language is written in two. */
  readonly tag: string;
  /**
   * What spaces separate: `words`; `particles` where a word runs on into its particles (Korean); `none` where words are
   * not separated. Phrases are found inside a run of letters in the last two.
   */
  readonly spacing: "words" | "particles" | "none";
  /** How it asks. */
  readonly questions: QuestionPhrases;
  /** Alternatives of a regular expression that turn round what a sentence says. */
  readonly negation: string;
  /** Pairs of words of which one excludes the other, a space between the two. */
  readonly opposites: string | null;
  /** Alternatives of regular expressions that show that a question wants more than one fact; null where none are listed. */
  readonly breadth: {
    /** It compares, or asks two things. */
    readonly sides: string;
    /** It asks what is said about a subject. */
    readonly overview: string;
  } | null;
  /** What an expert says when its memory does not contain the answer. */
  readonly refusal: string;
  readonly followUps: {
    /** What a follow-up begins with. */
    readonly openers: string;
    /** Words that point back. Those that are articles as well (`la`, `das`, `het`) are left out: they stand everywhere. */
    readonly pointers: string;
  };
  readonly talk: TalkPhrases;
  readonly replies: TalkReplies;
  /** Number words, a space between. Null where numbers are written with signs that `answer-types` knows. */
  readonly numbers: string | null;
  /** What introduces a reason. */
  readonly reasons: string;
  /** Words for long spans of time, as alternatives of a regular expression. */
  readonly eras: string;
  /** Null where the language does not abbreviate with full stops, or nobody has listed how. English ones are used. */
  readonly abbreviations: AbbreviationLists | null;
  /** Whether every noun has a capital, so that a capital does not tell a name. */
  readonly capitalNouns: boolean;
}
