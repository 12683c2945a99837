/** The input and the result of choosing an extractive answer. */
import type { Analyzer } from "../../analysis/analysis.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import type { ExpandedTerm } from "../expansion.ts";

/** Everything an extractive answer is decided from: plain data and pure functions, so the same input gives the same answer. */
export interface Evidence {
  readonly question: string;
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** Passages beside them in their sections. Only an overview or a list quotes them; they count for nothing else. */
  readonly rest?: readonly RetrievedPassage[];
  /** The content terms of the question with their frequencies in the whole memory. */
  readonly terms: readonly QuestionTerm[];
  /** Number of live passages in the whole memory. */
  readonly passageCount: number;
  /** The terms that the built-in model added to the question; null if it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** For the expert's language. */
  readonly analyzer: Analyzer;
}

/** A sentence, list item or table row taken from a passage, without leading or trailing space. */
export interface SentenceChoice extends PassageSpan {
  /** Other places that say the same and are cited with it. */
  readonly also: readonly PassageSpan[];
  /** The heading under which it is listed, if the answer is a list. */
  readonly heading?: string;
}

export interface ExtractiveAnswer {
  /** In reading order; empty if no passage holds an answer. */
  readonly sentences: readonly SentenceChoice[];
  /** 0–1, calibrated: the probability that the memory holds the answer. */
  readonly confidence: number;
}

/** With the passages of `rest` behind those that were found. */
export function withRest(evidence: Evidence): Evidence {
  const { passages, rest = [] } = evidence;
  return rest.length === 0 ? evidence : { ...evidence, passages: [...passages, ...rest] };
}

/** The section path of a passage. Above a turn of a conversation stands the turn before, which is no heading. */
export const sectionOf = ({ section, turn }: RetrievedPassage): string => (turn == null ? section : "");

/** What stands above a passage: the title of its source, its section, and who says it. */
export function headingOf({ title, section, turn }: RetrievedPassage): string {
  return [title, section, ...(turn == null ? [] : [turn.speaker])].join("\n");
}
