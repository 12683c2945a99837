/** A source's text after extraction: normalised text and the structure over it. */
import type { OutlineBlock, SpokenTurn, WordPlace } from "../language/structure/outline.ts";

/**
 * `pages_not_read`: their text is not in the document. `accents_apart`: words are not as the page shows them.
 * `pages_recognised`: their text was read from pictures. `lines_corrected`: some of it was corrected by hand.
 */
export const documentWarnings = ["pages_not_read", "accents_apart", "pages_recognised", "lines_corrected"] as const;

/** What is not in the text as it is in the file. */
export interface DocumentWarning {
  readonly code: (typeof documentWarnings)[number];
  readonly message: string;
  /** Numbers of pages, from 1. */
  readonly pages: readonly number[];
  /** Of pages that were read from pictures, in their order: 0–1, how surely. */
  readonly confidences?: readonly number[];
}

export interface Document {
  /**
   * Unicode NFC, `\n` line ends, no other control characters but `\t`. Blocks are apart by blank lines, or by line ends
   * within a list, table or code. All that a reader would read.
   */
  readonly text: string;
  readonly title: string | null;
  readonly blocks: readonly OutlineBlock[];
  /** For paged formats: the UTF-16 position at which page i+1 begins; ascending, first is 0. Else null. */
  readonly pageStarts: readonly number[] | null;
  /** Absent when everything was read. */
  readonly warnings?: readonly DocumentWarning[];
  /** Of words that were read from pictures, ascending. Absent: there are none. */
  readonly places?: readonly WordPlace[];
}

/** A chunk as the chunker makes it: `text.slice(start, end)`, without leading or trailing space. */
export interface DocumentChunk {
  /** UTF-16 positions in the document's text, half-open. */
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first, joined by ` > `; empty at the top. */
  readonly section: string;
  readonly page: number | null;
  readonly turn?: SpokenTurn;
}
