/** Positions are code points, half-open, unless noted. */
import type { Metadata } from "../experts/expert.ts";
import type { ChunkId, ExpertId, QueryId, SourceId } from "../kernel/ids.ts";
import type { OutlineBlock, PassageLead, WordPlace } from "../language/structure/outline.ts";
import type { HitScores, SearchMode } from "../memory/index-ports.ts";
import type { SentenceNearness } from "../memory/sentence-vectors.ts";
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
  /** In the content of `sourceVersion`: `content[start:end] === text`. */
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
  /** As stored (`reading-bytes`); null: the text is read when needed. */
  readonly reading?: Uint8Array | null;
  /** Overlapping blocks, with positions in its text. Empty if not made yet, or if a client brought the passage. */
  readonly outline: readonly OutlineBlock[];
  /** What introduces its beginning: the lead-in of a list, the caption or header row of a table. */
  readonly lead: PassageLead | null;
  /** Positions of recognised words in its text. */
  readonly places?: readonly WordPlace[];
  /** How near its sentences are to the question; absent: not known. */
  readonly nearness?: readonly SentenceNearness[];
  /** Set if the client sent it with this message. Positions are then in the message, and ids name nothing stored. */
  readonly brought?: { readonly origin: "message" | "tool"; readonly message: number };
}

export interface PassageTurn {
  readonly speaker: string;
  /** RFC 3339 with the local offset; null if unknown. */
  readonly saidAt: string | null;
}

/** A range in `Answer.text`, in code points. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** UTF-16 positions in `passages[passage].text`, half-open. */
export interface PassageSpan extends Span {
  readonly passage: number;
}

/** A term that the built-in model adds to a question; shows why a passage was found. */
export interface ExpandedTerm {
  /** A word or, after `##`, the end of a word. */
  readonly term: string;
  readonly weight: number;
}

export interface Citation {
  /** The `n` of `[n]`, by first appearance from 1. */
  readonly index: number;
  readonly passage: RetrievedPassage;
  /** `content[start:end] === quote` in that source version. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly answerSpans: readonly Span[];
  /** Relative days in the quote, resolved; only for turns of conversations. */
  readonly dates?: readonly SpokenDate[];
}

export interface SpokenDate {
  readonly phrase: string;
  /** ISO 8601-1: `2026-03-22`, `2026-03-16/2026-03-22` for a week, `2026-02` for a month, `2025` for a year. */
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
  /** Sentences about what took no part although it should have. */
  readonly warnings?: readonly string[];
}

/** Position of a reference: in an answer in code points, in an event in UTF-16 units. */
export interface Marker extends Span {
  readonly index: number;
}

export interface Answer {
  readonly id: QueryId;
  readonly expertId: ExpertId;
  readonly question: string;
  /** A follow-up with the questions that it depends on; null or absent for others. */
  readonly understoodAs?: string | null;
  /** With `[n]` markers, or the refusal; null: only passages were wanted. */
  readonly text: string | null;
  readonly abstained: boolean;
  readonly abstainReason: AbstainReason | null;
  /** 0–1: the probability that the memory holds the answer, times `grounded`; null: only passages were wanted. */
  readonly confidence: number | null;
  /** The share of clauses of a model's text that passages support; null: no model wrote. */
  readonly grounded: number | null;
  /** Why the sources answer instead of a model; null: no model failed. */
  readonly modelFailure: string | null;
  /** In JSON, markers are the values that a citation supports. */
  readonly form: "text" | "json";
  readonly citations: readonly Citation[];
  /** In the order of the text; in plain text, one for each `[n]`. */
  readonly markers: readonly Marker[];
  /** Docent's own words in the text: the dates of quoted turns. */
  readonly remarks: readonly Span[];
  /** Parts of the text that no passage supports. */
  readonly unsupported: readonly Span[];
  /** First sentences of a model, left out because no passage supports them. */
  readonly removed: readonly string[];
  /** Calls of the client's tools by the model. */
  readonly toolCalls: readonly ToolCall[];
  readonly retrieved: readonly RetrievedPassage[];
  readonly retrieval: Retrieval;
  /** Null: the built-in model took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** `none`: only passages were wanted. `talk`: small talk, neither an answer nor an abstention. */
  readonly mode: "extractive" | "computed" | "generated" | "none" | "talk";
  /** Set if the answer is computed from cells of a table. */
  readonly computation?: AnswerComputation | null;
  readonly model: string | null;
  readonly usage: TokenUsage;
  readonly truncated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Enough to compute it again from the cells alone. */
export interface AnswerComputation {
  readonly table: {
    readonly sourceId: SourceId;
    readonly sourceVersion: number;
    /** Of the tables of its source, from 1. */
    readonly number: number;
    readonly caption: string;
    /** In which its numbers and dates were read. */
    readonly language?: string;
  };
  readonly operation: Operation;
  /** Whether the highest value wins, where one does. */
  readonly most: boolean;
  readonly columns: readonly string[];
  /** At most the first thousand. */
  readonly cells: readonly AnswerCell[];
  readonly cellCount: number;
  /** Cells of the computed column that are no values, so they are left out. */
  readonly unread: readonly AnswerCell[];
  readonly value: number | null;
  readonly texts: readonly string[];
  readonly unit: string;
}

/** `content[start:end] === text` in the version's content. */
export interface AnswerCell extends WrittenCell, Span {
  /** The citation that quotes its row, or null. Rows are numbered from 1. */
  readonly citation: number | null;
}

/** `end` comes last. Joined `text`s are `Answer.text`, except that a refusal in place of JSON is only in `end`. */
export type AnswerEvent =
  | { readonly type: "start"; readonly id: QueryId; readonly createdAt: number }
  | { readonly type: "retrieval"; readonly retrieval: Retrieval; readonly retrieved: readonly RetrievedPassage[] }
  | {
      readonly type: "text";
      readonly text: string;
      /** Markers in this text, ascending. No marker is split between texts. */
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
  /** In the form of OpenAI's chat completions. */
  readonly definitions: readonly object[];
  /** As OpenAI's `tool_choice`; null: the model decides. */
  readonly choice: unknown;
  /** Several calls at once; null: the model decides. */
  readonly parallel: boolean | null;
}

/** The first piece of an `index` has the id and the name; each adds arguments. */
export interface ToolCallPiece {
  readonly type: "tool_call";
  readonly index: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly arguments: string;
}
