/** The input and the result of choosing an extractive answer. */
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { ExpandedTerm, PassageSpan, RetrievedPassage } from "../answer.ts";

/** A question that depends on the questions before it. */
export interface FollowUp {
  readonly own: string;
  /** The question alone, where it says by itself what it wants; otherwise together with those before it. */
  readonly asked: string;
  /** Whether it only names something else (`and maternity?`), so that the same sentence hardly answers it. */
  readonly isOther: boolean;
  readonly answered: string;
}

/** Everything an extractive answer is decided from: plain data and pure functions, so the same input gives the same answer. */
export interface Evidence {
  readonly question: string;
  /** Null or absent: it depends on no question before it. */
  readonly followUp?: FollowUp | null;
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** Passages beside them in their sections. Only an overview or a list quotes them; they count for nothing else. */
  readonly rest?: readonly RetrievedPassage[];
  /** The content terms of the question with their frequencies in the whole memory. */
  readonly terms: readonly QuestionTerm[];
  /** The terms that the built-in model added to the question; null if it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  readonly analyzer: Analyzer;
  /** Null or absent: the answer is chosen by words. */
  readonly reader?: Reader | null;
}

/** A sentence, list item or table row taken from a passage, without leading or trailing space. */
export interface SentenceChoice extends PassageSpan {
  /** Other places that say the same and are cited with it. */
  readonly also: readonly PassageSpan[];
  /** The heading under which it is listed, if the answer is a list. */
  readonly heading?: string;
}

export interface ExtractiveAnswer {
  readonly passages: readonly RetrievedPassage[];
  /** In reading order; empty if no passage holds an answer. */
  readonly sentences: readonly SentenceChoice[];
  /** 0–1, calibrated: the probability that the answer is right. */
  readonly confidence: number;
  /** The confidence below which an expert abstains, unless its settings say otherwise. */
  readonly least: number;
}

export function withRest(evidence: Evidence): Evidence {
  const { passages, rest = [] } = evidence;
  return rest.length === 0 ? evidence : { ...evidence, passages: [...passages, ...rest] };
}

/** The section path of a passage. Above a turn of a conversation stands the turn before, which is no heading. */
export const sectionOf = ({ section, turn }: RetrievedPassage): string => (turn == null ? section : "");

/** The question that a turn replies to, from its section; empty if the previous turn is not a question. */
export function questionBefore({ turn, section }: Pick<RetrievedPassage, "turn" | "section">): string {
  if (turn == null) return "";
  const before = lastHeading(section);
  return /[?？؟]\s*$/u.test(before) ? before : "";
}

/** What stands above a passage: the title of its source, its section, and who says it. */
export function headingOf({ title, section, turn }: Pick<RetrievedPassage, "title" | "section" | "turn">): string {
  return [title, section, ...(turn == null ? [] : [turn.speaker])].join("\n");
}

/**
 * The evidence for one sentence. "Share" is a share of the question's content terms, weighted by their inverse document
 * frequency; related terms (`kinship`) count where noted. All values are from 0 to 1 unless noted.
 */
export interface SentenceEvidence {
  readonly coverage: number;
  /** Share of the missing terms that have a related term in it: another form of the word, or a compound with it. */
  readonly kin: number;
  /** Like coverage, but weighted by how rare the terms are among the candidates, so that topic words count little. */
  readonly distinction: number;
  /** Share of the terms that are missing in it but present in the sentence before: `It was built in 1932.` */
  readonly before: number;
  /** Share of the terms that are missing in it but present in the sentence after. */
  readonly after: number;
  /** `before`, if the sentence begins by referring back: `Its most familiar effect is …`. */
  readonly referring: number;
  /** The search score of its passage, relative to the highest. */
  readonly retrieval: number;
  /** The search's sum for its passage (`searchSum`), relative to the highest. */
  readonly standing: number;
  /** The sense score of its passage; the mean of the others if it has none, 0 if the model took no part. */
  readonly sense: number;
  /** Share of the question's adjacent word pairs that are adjacent in it too, unweighted. */
  readonly phrase: number;
  /** Share of the question's stop words (`used for`, `born in`) that it contains, weighted as in `distinction`. */
  readonly manner: number;
  /** 1 if a term is among its first three words, so the question's subject is probably its subject. */
  readonly subject: number;
  /** Share of the question's expansion, by the built-in model's weights, that it contains; 0 if the model took no part. */
  readonly meaning: number;
  /** log(1 + the number of its terms that the question lacks): a long sentence shares terms by chance. */
  readonly added: number;
  /** Share of the terms that are missing in it but present in the nearest heading above its passage, or in what leads its list. */
  readonly above: number;
  /** 1 if it, its heading or its lead says the opposite of a word of the question: `minimum` for `maximum`. */
  readonly opposed: number;
  /** 1 if the question denies something and it denies nothing. */
  readonly undenied: number;
  /** 1 if the answer before this question has it; less if the follow-up does not only name another thing. */
  readonly repeated: number;
  /** The reader's log-odds that its block answers the question; 0 if it was not read. */
  readonly answers: number;
  /** The reader's log-odds that it has a part of the answer; 0 if its block was not read. */
  readonly part: number;
  /** 1 if others were read and its block was not. */
  readonly unread: number;
}

export interface AskedBlock {
  /** The title and the headings above it. */
  readonly context: string;
  /** Its text in sentences, items or cells, in order. */
  readonly units: readonly string[];
}

export interface BlockReading {
  /** The log-odds that the block answers the question, against no block does. */
  readonly answers: number;
  /** For each unit, the log-odds that it has a part of the answer; −∞ where the model did not get that far. */
  readonly units: readonly number[];
}

/** Primary subtags of BCP 47 of the questions that the built-in reader understands. */
export const readLanguages: ReadonlySet<string> = new Set(["en"]);

/** A model that reads a question and a block of a document together and says whether the block answers the question. */
export interface Reader {
  /** Some 40 to 80 ms of processor time for a hundred words. The same on every machine. */
  read(question: string, block: AskedBlock): BlockReading;
}
