/**
 * The outline of a text: the blocks that a reader sees, each as a position in the text. Extraction makes it, the chunker
 * cuts along it, and answers are chosen from it. All positions are UTF-16 units, half-open.
 */
import type { TextSpan } from "../text/sentences.ts";

/** In the order of their numbers in `outlineBytes`. */
export const outlineKinds = [
  "paragraph",
  "heading",
  "list_item",
  "table_row",
  "code",
  "quote",
  "turn",
  "caption",
  "furniture",
] as const;
export type OutlineKind = (typeof outlineKinds)[number];

/** The speaker and time of a text. */
export interface SpokenTurn {
  readonly speaker: string;
  /** RFC 3339 with the local offset, as written where only a time of day is known; null if unknown. */
  readonly saidAt: string | null;
}

export interface OutlineCell {
  readonly value: TextSpan;
  /** The name of its column, where the row writes it. */
  readonly name: TextSpan | null;
  /** From 0. */
  readonly column: number;
  /** The columns that it covers. */
  readonly columns: number;
}

/** A run of the text that belongs together. Blocks ascend, do not overlap, and hold no leading or trailing space. */
export interface OutlineBlock extends TextSpan {
  readonly kind: OutlineKind;
  /** Headings: 1–6. List items: depth from 1. Otherwise 0. */
  readonly level: number;
  /**
   * List items: the number as shown, with those of the items above it: `2.`, `4.6 (b) (ii)`. Absent without a number.
   * Table rows: what it is about, which is the text of the first cell unless it says another.
   */
  readonly label?: string;
  /** Goes on with the list item before it. */
  readonly continues?: true;
  /** A row of column names. */
  readonly header?: true;
  /**
   * What introduces the list or the table: the sentence before it, its caption or its heading; without one, its row of
   * column names. `before`: it is in front of the passage, which has it as its `lead`.
   */
  readonly lead?: TextSpan | "before";
  /** The item, or the row of column names or of a group, that this one hangs under. */
  readonly parent?: TextSpan | "before";
  /** Of a table row, in their order. */
  readonly cells?: readonly OutlineCell[];
  /** Who says it, and when. */
  readonly turn?: SpokenTurn;
}

/** What a passage needs from the text in front of it: `content.slice(start, end) === text`, in code points. */
export interface PassageLead extends TextSpan {
  readonly text: string;
  /** The items and header rows between the lead and the passage, outermost first. */
  readonly items: readonly Omit<PassageLead, "items">[];
}

/** The blocks that overlap a passage, with positions in its text. */
export interface PassageOutline {
  readonly blocks: readonly OutlineBlock[];
  /** Null where the passage begins with the list or the table, or is in none. */
  readonly lead: PassageLead | null;
}

export const noOutline: PassageOutline = { blocks: [], lead: null };
