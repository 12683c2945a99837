/**
 * What the program knows about a language. Facts that are missing are null; test/language lists them.
 * Lists are strings, in lower case. In phrases, `|` separates alternatives, `^` requires the start of the text, `…` is
 * up to eight words.
 */

import type { TableWords } from "./table-words.ts";

/** The first kind that matches is taken. */
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
export type QuestionKind = (typeof kindOrder)[number] | "other";

export interface QuestionPhrases extends Readonly<Record<(typeof kindOrder)[number], string>> {
  /** Those that belong to no kind and are no stop words. */
  readonly other?: string;
}

/**
 * Words with a full stop that need not end a sentence. After a title it always continues, after a reference before a
 * number, after any other unless the next word often begins sentences.
 */
export interface AbbreviationLists {
  readonly titles: string;
  readonly references: string;
  readonly others: string;
  /** Begin a new sentence after an abbreviation, with a capital. */
  readonly starters: string;
  /** "Third" is written `3.`. */
  readonly ordinals: boolean;
}

export interface TalkPhrases {
  readonly hello: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly ability: string;
}

/** The replies. `{name}` is the expert's name, `{titles}` a list of its sources. */
export interface TalkReplies {
  readonly hello: string;
  readonly introduction: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly sources: string;
  readonly noSources: string;
  readonly examples: string;
}

/**
 * Forms of headings and sentences, and the question that each answers: a regular expression with named groups, ` => `, and
 * the question with their names. The first that matches is taken; those asked most often come first. `{verbs}` stands for
 * the verbs of tasks, `{name}` for what names a thing.
 */
export interface StarterQuestions {
  readonly verbs: string;
  readonly name: string;
  /** Words that lose their capital when they no longer begin a sentence, as alternatives. */
  readonly small: string;
  /** What a heading that asks contains, as alternatives. */
  readonly asks: string;
  /** Points to another place: a statement with it says too little; as alternatives. */
  readonly elsewhere: string;
  /** Before them, what looks like a task is a noun (`Write mode`). */
  readonly beforeNouns?: string;
  /** Leaves open what a question is about, as alternatives. */
  readonly unclear: string;
  readonly headings: readonly string[];
  readonly sentences: readonly string[];
  /** How what is said to the reader becomes what the reader asks (`your => my`). */
  readonly asker: readonly string[];
  /** What the beginning of an answer has that says how something is done, as alternatives. */
  readonly steps: string;
  /** Asks for the value in `{column}` of `{row}`; the question must match what stands before ` => `. */
  readonly cell: string;
}

export interface StatementWords {
  readonly numbers: string;
  readonly units: string;
  /** Three times alternatives of a regular expression, by ` / `: how a price is asked for, words for what is paid, and that nothing is. */
  readonly prices: string;
  readonly synonyms: string;
  /** Words that add nothing to a statement. */
  readonly light: string;
  /** Each, as alternatives of a regular expression: how often. */
  readonly rarely: string;
  readonly sometimes: string;
  readonly often: string;
  readonly always: string;
  readonly every: string;
  /** Words that exclude each other, by ` / `. Those after `~` may be in a statement whose source has none. */
  readonly contrasts: readonly string[];
  /** Words with the prefix that denies them, as alternatives of a regular expression: `un(?=able)`. */
  readonly prefixed: string;
  readonly than: string;
  /** What limits a number: from below, from above, and without the number itself. */
  readonly atLeast: string;
  readonly atMost: string;
  readonly over: string;
  readonly under: string;
  readonly joins: string;
  readonly conditions: string;
  readonly determiners: string;
  readonly pronouns: string;
  readonly subjects: string;
  /** Whether what stands before a verb is always its subject. */
  readonly subjectFirst: boolean;
  readonly by: string;
  readonly of: string;
  /** What follows a noun that is put together by spaces (`pump room is`); absent where nouns are not. */
  readonly auxiliaries?: string;
  /** What a model introduces a statement with; the group `n` is the passage's number. */
  readonly attribution: string;
}

export interface Language {
  /** The primary subtag of BCP 47, with the script where a language is written in two. */
  readonly tag: string;
  /** `particles`: they are attached to words (Korean). There and with `none`, phrases match inside a run. */
  readonly spacing: "words" | "particles" | "none";
  readonly questions: QuestionPhrases;
  readonly negation: string;
  /** Words that mean a negation (`lacks`, `refused`), as alternatives of a regular expression; absent if not listed. */
  readonly impliedNegation?: string;
  /** How a sentence begins that only says where to read on, as alternatives of a regular expression; absent if not listed. */
  readonly readOn?: string;
  /** Words that except something (`other than`), as alternatives of a regular expression. */
  readonly exceptions: string;
  /** Words that only say what kind of thing is asked for (`kind`, `percentage`): an answer need not contain them. */
  readonly frames: string | null;
  /** Forms that stemming keeps apart (`begin began begun`), in groups by `|`. Regular endings may follow. */
  readonly forms: string | null;
  /** Prefixes with which verbs change as without them (`halten`, `erhalten`), separated by spaces; null if none are listed. */
  readonly verbPrefixes: string | null;
  /** Prefixes that a verb may leave at the end of its clause (`nahm … an`), separated by spaces; absent if not listed. */
  readonly separableVerbs?: {
    readonly prefixes: string;
    /** What stands before a participle and behind such a prefix: `ge` in `gebaut` and `angebaut`. */
    readonly participle: string;
    /** What stands between such a prefix and the infinitive: `zu` in `anzubauen`. */
    readonly infinitive: string;
    /** How a noun for the action ends: `ung` in `Meldung`. */
    readonly noun: string;
  };
  /** What may follow a verb and joins it in a noun (`back up`, `backup`), as alternatives of a regular expression. */
  readonly particles?: string;
  /** What may join the parts of a compound (`Bevölkerungsdichte`), separated by spaces; absent if not listed. */
  readonly compoundLinks?: string;
  /** Pairs of words that exclude each other, separated by a space. `_` joins what only together does: `plus_de moins_de`. */
  readonly opposites: string | null;
  /** The words for 0, 1, 2 …, in order, separated by spaces; null if none are listed. */
  readonly counting: {
    readonly cardinals: string;
  } | null;
  /** Alternatives of regular expressions for questions that want more than one fact; null if none are listed. */
  readonly breadth: {
    /** It compares, or asks two things. Null if none are listed. */
    readonly sides: string | null;
    /** The words that ask for the comparison itself, as alternatives; the group `kinds` for what two things are, each. */
    readonly comparing?: string;
    readonly defining?: string;
    /** What joins the two things, as alternatives: first of equals (`and`), then the others (`with`). */
    readonly joints?: readonly [equals: string, others: string];
    /** It names something by what another sentence says: `the city where …`. Looked for behind its first words. */
    readonly linked: string | null;
    /** It asks what is said about a subject. The group `source` is who says it. */
    readonly overview: string;
    /** It asks what is in the whole memory: `Which documents do you have?` */
    readonly contents: string;
    /** Words of such a question that do not name the subject, separated by spaces. */
    readonly about: string;
    /** Words of a sentence that says what was decided, as alternatives. */
    readonly decisions?: string;
  } | null;
  /** For persons and days, as regular expressions. `{day}` is a weekday; Unicode's words need not be listed. */
  readonly speech?: {
    readonly first: string;
    readonly second: string;
    readonly today: string;
    readonly yesterday: string;
    /** The weekday before the present day, and the one after it. */
    readonly lastDay: string;
    readonly nextDay: string;
  };
  readonly refusal: string;
  /** How a sentence points to the list, table or listing behind it (`the following`), as alternatives; absent if not listed. */
  readonly announcing?: string;
  readonly followUps: {
    readonly openers: string;
    /** Words that refer back. Those that are also articles (`la`, `das`, `het`) are left out, because they are too common. */
    readonly pointers: string;
  };
  readonly talk: TalkPhrases;
  readonly replies: TalkReplies;
  /** Absent if none are listed. */
  readonly starters?: StarterQuestions;
  /** Null: the language does not abbreviate with full stops, or none are listed; the English ones are used. */
  readonly abbreviations: AbbreviationLists | null;
  readonly statements?: StatementWords;
  /** Absent: questions about tables are not computed. */
  readonly tables?: TableWords;
  /** Whether every noun has a capital, so that a capital does not indicate a name. */
  readonly capitalNouns: boolean;
}

/** For a language of which nobody has listed these. */
export const unlisted = { forms: null, verbPrefixes: null, opposites: null, counting: null };

export function primarySubtag(language: string): string {
  const end = language.search(/[-_]/);
  return (end < 0 ? language : language.slice(0, end)).toLowerCase();
}
