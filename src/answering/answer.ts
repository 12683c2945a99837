/** The result of asking an expert: the passages found, the answer, and its citations. Positions are code points. */
import type { Metadata } from "../experts/expert.ts";
import type { ChunkId, ExpertId, QueryId, SourceId } from "../kernel/ids.ts";
import type { OutlineBlock, PassageLead, WordPlace } from "../language/structure/outline.ts";
import type { HitScores, SearchMode } from "../memory/index-ports.ts";
import type { Operation, WrittenCell } from "../tables/computation.ts";

export interface RetrievedPassage {
  /** From 1. */
  readonly rank: number;
  readonly chunkId: ChunkId;
  readonly sourceId: SourceId;
  readonly sourceVersion: number;
  readonly externalId: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  /** Code points in the content of `sourceVersion`, half-open: `content[start:end] === text`. */
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly section: string;
  /** 0–1. */
  readonly score: number;
  readonly scores: HitScores;
  readonly metadata: Metadata;
  /** Set if it is a turn of a conversation. */
  readonly turn?: PassageTurn | null;
  /** Its reading as it is stored (`reading-bytes`); where there is none, the text is read when it is needed. */
  readonly reading?: Uint8Array | null;
  /** The blocks that overlap it, with positions in its text. Empty where they are not made yet, and of what a client brought. */
  readonly outline: readonly OutlineBlock[];
  /** What its beginning needs from the text in front of it: the lead-in of a list, the caption or header row of a table. */
  readonly lead: PassageLead | null;
  /** Of its words that were read from pictures, with positions in its text. Absent: there are none. */
  readonly places?: readonly WordPlace[];
  /**
   * Set if the passage is not from the memory but from this message of the client. Its positions refer to the text of that
   * message, and its ids name nothing that is stored.
   */
  readonly brought?: { readonly origin: "message" | "tool"; readonly message: number };
}

/** The speaker and time of a passage. */
export interface PassageTurn {
  readonly speaker: string;
  /** RFC 3339 with the local offset; null if unknown. */
  readonly saidAt: string | null;
}

/** A half-open range of code points in `Answer.text`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Part of a passage: UTF-16 positions in `passages[passage].text`, half-open. */
export interface PassageSpan extends Span {
  readonly passage: number;
}

/** A term of the built-in model's expansion of a question, so that a person can see why a passage was found. */
export interface ExpandedTerm {
  /** An entry of the model's vocabulary: a word or, after `##`, the end of a word. */
  readonly term: string;
  readonly weight: number;
}

export interface Citation {
  /** The `n` of `[n]`: numbered from 1 by first appearance. */
  readonly index: number;
  readonly passage: RetrievedPassage;
  /** `content[start:end] === quote`, in code points of the content of that source version. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly answerSpans: readonly Span[];
  /** The resolved relative days in the quote; only for turns of conversations. */
  readonly dates?: readonly SpokenDate[];
}

export interface SpokenDate {
  readonly phrase: string;
  /** `2026-03-22`; `2026-03-16/2026-03-22` for a week (ISO 8601-1, section 5.5), `2026-02` for a month, `2025` for a year. */
  readonly date: string;
}

export type AbstainReason =
  | "no_sources"
  | "sources_pending"
  | "filter_matched_nothing"
  | "below_min_score"
  | "not_supported";

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface Retrieval {
  readonly mode: SearchMode;
  readonly k: number;
  readonly returned: number;
  readonly used: number;
  readonly sourcesReady: number;
  readonly sourcesPending: number;
  /** Sentences that say what took no part although it should have. None if absent. */
  readonly warnings?: readonly string[];
}

/** A reference to a citation and its position: in an answer in code points, in an event in UTF-16 units. */
export interface Marker extends Span {
  readonly index: number;
}

export interface Answer {
  readonly id: QueryId;
  readonly expertId: ExpertId;
  readonly question: string;
  /** A follow-up with the questions that it depends on; null or absent for any other question. */
  readonly understoodAs?: string | null;
  /** With its `[n]` markers; the refusal text when abstaining; null when only passages were asked for. */
  readonly text: string | null;
  readonly abstained: boolean;
  readonly abstainReason: AbstainReason | null;
  /**
   * 0–1, calibrated: the probability that the memory holds the answer. Of a model's text, times `grounded`; null if only
   * passages were asked for.
   */
  readonly confidence: number | null;
  /** The share of the clauses of a model's text that passages support; null without one. */
  readonly grounded: number | null;
  /** Why a model's text is not there and the sources answer instead; null if no model failed. */
  readonly modelFailure: string | null;
  /** JSON if the client asked for it. Its markers are then the values that a citation supports. */
  readonly form: "text" | "json";
  readonly citations: readonly Citation[];
  /** In the order of the text. In plain text, one for each `[n]`. */
  readonly markers: readonly Marker[];
  /** Parts of the text that are Docent's own words: the dates of quoted turns. */
  readonly remarks: readonly Span[];
  /** Parts of the text that no passage supports. */
  readonly unsupported: readonly Span[];
  /** The first sentences of a model that were left out because no passage supports them. */
  readonly removed: readonly string[];
  /** Calls of the client's tools that the model requests. */
  readonly toolCalls: readonly ToolCall[];
  readonly retrieved: readonly RetrievedPassage[];
  readonly retrieval: Retrieval;
  /** The terms that the built-in model added to the question; null if it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** `none`: only passages were asked for. `talk`: a line about the expert itself, neither an answer from memory nor an abstention. */
  readonly mode: "extractive" | "computed" | "generated" | "none" | "talk";
  /** Set if the answer is computed from cells of a table. */
  readonly computation?: AnswerComputation | null;
  readonly model: string | null;
  readonly usage: TokenUsage;
  readonly truncated: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** How an answer was computed, so that it can be computed again from the cells alone. */
export interface AnswerComputation {
  readonly table: {
    readonly sourceId: SourceId;
    readonly sourceVersion: number;
    /** Which table of its source it is, from 1. */
    readonly number: number;
    readonly caption: string;
    /** In which its numbers and dates were read. */
    readonly language?: string;
  };
  readonly operation: Operation;
  /** Whether the highest wins, where one does. */
  readonly most: boolean;
  readonly columns: readonly string[];
  /** The first thousand, at most. */
  readonly cells: readonly AnswerCell[];
  readonly cellCount: number;
  /** Cells of the computed column that could not be read as values, and are left out. */
  readonly unread: readonly AnswerCell[];
  readonly value: number | null;
  readonly texts: readonly string[];
  readonly unit: string;
}

/** `content[start:end] === text`, in code points of the content of the version. */
export interface AnswerCell extends WrittenCell, Span {
  /** The number of the citation that quotes its row; null if none does. Rows are numbered from 1. */
  readonly citation: number | null;
}

/**
 * The events of an answer; `end` is always last. The joined `text` increments are `Answer.text`, except that a refusal in
 * place of JSON appears only in `end`.
 */
export type AnswerEvent =
  | { readonly type: "start"; readonly id: QueryId; readonly createdAt: number }
  | { readonly type: "retrieval"; readonly retrieval: Retrieval; readonly retrieved: readonly RetrievedPassage[] }
  | {
      readonly type: "text";
      readonly text: string;
      /** The `[n]` of this text, ascending; none if absent. No marker is split between texts. */
      readonly markers?: readonly Marker[];
    }
  | { readonly type: "citation"; readonly citation: Citation }
  | ToolCallPiece
  | { readonly type: "end"; readonly answer: Answer };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; normally JSON. */
  readonly arguments: string;
}

export interface ToolUse {
  /** Functions in the form of OpenAI's chat completions. */
  readonly definitions: readonly object[];
  /** As OpenAI's `tool_choice`; null leaves it to the model. */
  readonly choice: unknown;
  /** Whether it may call several at once; null leaves it to the model. */
  readonly parallel: boolean | null;
}

/**
 * A piece of a tool call in a stream: the first piece of an `index` has the id and the name; every piece has more
 * arguments.
 */
export interface ToolCallPiece {
  readonly type: "tool_call";
  readonly index: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly arguments: string;
}
