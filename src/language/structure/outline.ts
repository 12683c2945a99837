/** The blocks that a reader sees, half-open. Passages are cut along them, and answers chosen from them. */
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

export interface SpokenTurn {
  readonly speaker: string;
  /** RFC 3339 with the local offset; as written where only a time of day is known. */
  readonly saidAt: string | null;
}

export interface OutlineCell {
  readonly value: TextSpan;
  /** Where the row writes the column's name. */
  readonly name: TextSpan | null;
  readonly column: number;
  readonly columns: number;
}

/** Blocks ascend, do not overlap, and have no space at their ends. */
export interface OutlineBlock extends TextSpan {
  readonly kind: OutlineKind;
  /** Headings: 1–6. List items: depth from 1. Otherwise 0. */
  readonly level: number;
  /** Of an item, its number with those above, `4.6 (b) (ii)`; of a row, usually the first cell. */
  readonly label?: string;
  /** Goes on with the list item before it. */
  readonly continues?: true;
  readonly header?: true;
  /** What introduces a list or table: a sentence, caption, heading or row of names. `before`: it is the `lead`. */
  readonly lead?: TextSpan | "before";
  /** The item or header row above. */
  readonly parent?: TextSpan | "before";
  readonly cells?: readonly OutlineCell[];
  readonly turn?: SpokenTurn;
}

export interface PassageLead extends TextSpan {
  readonly text: string;
  /** Between lead and passage, outermost first. */
  readonly items: readonly Omit<PassageLead, "items">[];
}

/** Positions are in the passage's text. */
export interface PassageOutline {
  readonly blocks: readonly OutlineBlock[];
  /** Null where the passage begins with the list or the table, or is in none. */
  readonly lead: PassageLead | null;
  /** Of the words that were read from pictures, ascending. Absent: there are none. */
  readonly places?: readonly WordPlace[];
}

/** Where a word stands on the picture of its page, in shares of the width and height of the page as a viewer shows it. */
export interface WordPlace extends TextSpan {
  /** From 1. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** 0–1: how surely it was read. */
  readonly confidence: number;
}

export const noOutline: PassageOutline = { blocks: [], lead: null };
