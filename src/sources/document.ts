import type { OutlineBlock, SpokenTurn, WordPlace } from "../language/structure/outline.ts";

/** `pages_not_read`: missing in the text. `accents_apart`: words differ from the page. `lines_corrected`: by hand. */
export const documentWarnings = ["pages_not_read", "accents_apart", "pages_recognised", "lines_corrected"] as const;

export interface DocumentWarning {
  readonly code: (typeof documentWarnings)[number];
  readonly message: string;
  /** From 1. */
  readonly pages: readonly number[];
  /** 0–1, for the recognised pages in their order. */
  readonly confidences?: readonly number[];
}

export interface Document {
  /** NFC, `\n` line ends, no control characters but `\t`. Blank lines separate blocks outside of lists, tables and code. */
  readonly text: string;
  readonly title: string | null;
  readonly blocks: readonly OutlineBlock[];
  /** For paged formats: the UTF-16 position at which page i+1 begins; ascending, first is 0. Else null. */
  readonly pageStarts: readonly number[] | null;
  readonly warnings?: readonly DocumentWarning[];
  /** Of recognised words, ascending; absent: none. */
  readonly places?: readonly WordPlace[];
}

/** `text.slice(start, end)`, without space at its ends. */
export interface DocumentChunk {
  /** UTF-16 positions in the document's text, half-open. */
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first, joined by ` > `. */
  readonly section: string;
  readonly page: number | null;
  readonly turn?: SpokenTurn;
}
