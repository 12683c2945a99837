import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { ExpandedTerm, PassageSpan, RetrievedPassage } from "../answer.ts";

export interface FollowUp {
  readonly own: string;
  /** The question alone if it says what it wants, else with earlier ones. */
  readonly asked: string;
  /** Whether it only names something else (`and maternity?`), so that the same sentence hardly answers it. */
  readonly isOther: boolean;
  readonly answered: string;
}

/** Plain data and pure functions, so that the same input gives the same answer. */
export interface Evidence {
  readonly question: string;
  /** Null or absent: no follow-up. */
  readonly followUp?: FollowUp | null;
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** Passages beside them in their sections, which only an overview or a list quotes. */
  readonly rest?: readonly RetrievedPassage[];
  /** Content terms with their frequencies in the whole memory. */
  readonly terms: readonly QuestionTerm[];
  /** Null: the built-in model took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  readonly analyzer: Analyzer;
  /** Null or absent: the answer is chosen by words. */
  readonly reader?: Reader | null;
}

/** A sentence, list item or row, without space at its ends. */
export interface SentenceChoice extends PassageSpan {
  /** Other places that say the same and are cited with it. */
  readonly also: readonly PassageSpan[];
  /** Its heading, if the answer is a list. */
  readonly heading?: string;
}

export interface ExtractiveAnswer {
  readonly passages: readonly RetrievedPassage[];
  /** In reading order; empty: no answer. */
  readonly sentences: readonly SentenceChoice[];
  /** 0–1, calibrated: the probability that the answer is right. */
  readonly confidence: number;
  /** Below it an expert abstains, unless its settings differ. */
  readonly least: number;
}

export function withRest(evidence: Evidence): Evidence {
  const { passages, rest = [] } = evidence;
  return rest.length === 0 ? evidence : { ...evidence, passages: [...passages, ...rest] };
}

/** Empty for a turn, above which stands the turn before. */
export const sectionOf = ({ section, turn }: RetrievedPassage): string => (turn == null ? section : "");

/** Empty if the previous turn is no question. */
export function questionBefore({ turn, section }: Pick<RetrievedPassage, "turn" | "section">): string {
  if (turn == null) return "";
  const before = lastHeading(section);
  return /[?？؟]\s*$/u.test(before) ? before : "";
}

/** The source's title, the section, and the speaker. */
export function headingOf({ title, section, turn }: Pick<RetrievedPassage, "title" | "section" | "turn">): string {
  return [title, section, ...(turn == null ? [] : [turn.speaker])].join("\n");
}

/** From 0 to 1 unless noted. Shares are of the question's content terms, weighted by inverse document frequency. */
export interface SentenceEvidence {
  readonly coverage: number;
  /** Share of the missing terms with a related term in it: another form of the word, or a compound with it. */
  readonly kin: number;
  /** Coverage weighted by rarity among the candidates, so that topic words count little. */
  readonly distinction: number;
  /** Share of its missing terms in the sentence before: `It was built in 1932.` */
  readonly before: number;
  /** Share of its missing terms in the sentence after. */
  readonly after: number;
  /** `before`, if the sentence begins with a reference back: `Its most familiar effect is …`. */
  readonly referring: number;
  /** The passage's search score, relative to the highest. */
  readonly retrieval: number;
  /** The passage's `searchSum`, relative to the highest. */
  readonly standing: number;
  /** The passage's sense score; the mean if it has none, 0 if the model took no part. */
  readonly sense: number;
  /** The cosine of its vector and the question's; if it has none, the passage's, or the mean of passages; 0 without vectors. */
  readonly near: number;
  /** Unweighted share of the question's adjacent word pairs. */
  readonly phrase: number;
  /** Share of the question's stop words (`used for`, `born in`), weighted as in `distinction`. */
  readonly manner: number;
  /** 1 if a term is among its first three words, so that both probably share the subject. */
  readonly subject: number;
  /** Share of the question's expansion, by weight; 0 if the model took no part. */
  readonly meaning: number;
  /** log(1 + number of terms that the question lacks): long sentences share terms by chance. */
  readonly added: number;
  /** Share of its missing terms in the nearest heading, or in what leads its list. */
  readonly above: number;
  /** The share of the heading's content terms that the question has, if it has all of the question's; half behind the first block. */
  readonly titled: number;
  /** 1 if it, its heading or its lead contains the opposite of a word: `minimum` for `maximum`. */
  readonly opposed: number;
  /** 1 if the question denies something and it denies nothing. */
  readonly undenied: number;
  /** 1 if a number or time is asked for, and it has none. */
  readonly numberless: number;
  /** 1 if it only says where to read on: `For details, see …`. */
  readonly elsewhere: number;
  /** 1 if the previous answer contains it; less if the follow-up does more than name another thing. */
  readonly repeated: number;
  /** The reader's log-odds that its block answers; 0: not read. */
  readonly answers: number;
  /** The reader's log-odds that it has a part of the answer; 0: not read. */
  readonly part: number;
  /** 1 if its block was not read, but others were. */
  readonly unread: number;
}

export interface AskedBlock {
  /** Title and headings. */
  readonly context: string;
  readonly units: readonly string[];
}

export interface BlockReading {
  /** Log-odds that the block answers. */
  readonly answers: number;
  /** For each unit, the log-odds that it has a part of the answer; −∞ beyond the model's reach. */
  readonly units: readonly number[];
}

/** Primary subtags (BCP 47) of languages that the built-in reader understands. */
export const readLanguages: ReadonlySet<string> = new Set(["en"]);

/** A model that reads a question with a block, and judges whether the block answers. */
export interface Reader {
  /** Some 40 to 80 ms for a hundred words. The same on every machine. */
  read(question: string, block: AskedBlock): BlockReading;
}
