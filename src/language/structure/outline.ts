/** Blocks as a reader sees them, half-open. Passages are cut along them, and answers chosen from them. */
import type { TextSpan } from "../text/sentences.ts";

/** Numbered in `outlineBytes` by this order. */
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
  /** Where the row itself writes the column's name. */
  readonly name: TextSpan | null;
  readonly column: number;
  readonly columns: number;
}

/** Blocks ascend, do not overlap, and have no space at their ends. */
export interface OutlineBlock extends TextSpan {
  readonly kind: OutlineKind;
  /** Headings: 1–6. List items: depth from 1. Otherwise 0. */
  readonly level: number;
  /** An item's full number, `4.6 (b) (ii)`, or usually a row's first cell. */
  readonly label?: string;
  /** Continues the previous list item. */
  readonly continues?: true;
  readonly header?: true;
  /** What introduces a list or table: a sentence, caption, heading or header row. `before`: the outline's `lead`. */
  readonly lead?: TextSpan | "before";
  /** The item or header row above. */
  readonly parent?: TextSpan | "before";
  readonly cells?: readonly OutlineCell[];
  readonly turn?: SpokenTurn;
}

export const blockAt = (blocks: readonly OutlineBlock[], position: number) =>
  blocks.find(({ start, end }) => start <= position && position < end);

export interface PassageLead extends TextSpan {
  readonly text: string;
  /** Between lead and passage, outermost first. */
  readonly items: readonly Omit<PassageLead, "items">[];
}

/** Positions are in the passage's text. */
export interface PassageOutline {
  readonly blocks: readonly OutlineBlock[];
  /** Null: no list or table, or the passage begins with it. */
  readonly lead: PassageLead | null;
  /** Of recognised words, ascending. */
  readonly places?: readonly WordPlace[];
}

/** In shares of the page as a viewer shows it. */
export interface WordPlace extends TextSpan {
  /** From 1. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Of recognition, 0–1. */
  readonly confidence: number;
}

export const noOutline: PassageOutline = { blocks: [], lead: null };
