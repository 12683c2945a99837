/**
 * A source's text after extraction: plain normalised text and the structure that stands over it. Extraction makes it,
 * the chunker cuts it, citations point into its text.
 */
import type { OutlineBlock, SpokenTurn } from "../language/structure/outline.ts";

/** `pages_not_read`: their text is not in the document. `accents_apart`: words are not as the page shows them. */
export const documentWarnings = ["pages_not_read", "accents_apart"] as const;

/** What is not in the text as it is in the file. */
export interface DocumentWarning {
  readonly code: (typeof documentWarnings)[number];
  /** Describes what happened and what the owner can do. */
  readonly message: string;
  /** Numbers of pages, from 1. */
  readonly pages: readonly number[];
}

export interface Document {
  /**
   * Unicode NFC, line ends `\n`, no control characters but `\n` and `\t`, no byte-order mark. Blocks are separated by
   * blank lines or, inside one list, table or code listing, by line ends. Everything a reader would read, nothing else.
   */
  readonly text: string;
  /** From the document itself (HTML title, first heading, PDF metadata), or null. */
  readonly title: string | null;
  readonly blocks: readonly OutlineBlock[];
  /** For paged formats: the UTF-16 position at which page i+1 begins; ascending, first is 0. Else null. */
  readonly pageStarts: readonly number[] | null;
  /** Absent when everything was read. */
  readonly warnings?: readonly DocumentWarning[];
}

/** A chunk as the chunker makes it: `text.slice(start, end)`, without leading or trailing space. */
export interface Chunk {
  /** UTF-16 positions in the document's text, half-open. */
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first, joined by ` > `; empty at the top. */
  readonly section: string;
  /** One-based page on which it starts; null if the format has no pages. */
  readonly page: number | null;
  /** Set if it is from a turn of a conversation. */
  readonly turn?: SpokenTurn;
}
