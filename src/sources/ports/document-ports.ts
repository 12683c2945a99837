/** What the reading of one document needs: its bytes from an address, and its text and passages from the bytes. */
import type { TextSpan } from "../../language/text/sentences.ts";
import type { DocumentWarning } from "../document.ts";
import type { StoredChunk } from "./store-ports.ts";

/** Gets documents from addresses. */
export interface UrlFetcher {
  /** @throws FetchError, also while the content is read; the signal's reason when aborted. */
  open(url: string, signal: AbortSignal): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  readonly content: AsyncIterable<Uint8Array>;
  /** As announced; null when it was not. */
  readonly bytes: number | null;
  /** The Content-Type, with its charset. */
  readonly declaredType: string | null;
  /** The last part of the address, if it looks like a file name. */
  readonly filename: string | null;
}

/** Extracts text and structure from bytes and splits the text into chunks, usually outside the request thread. */
export interface Extractor {
  /**
   * Some documents at a time; others wait their turn.
   * @throws ExtractionError for anything that is wrong with the bytes; ReadingPostponed when it takes long and others
   * wait; the signal's reason when aborted.
   */
  extract(input: DocumentToRead, watch: ExtractionWatch): Promise<ExtractedText>;
  /** Whether a document that was postponed could be read now. */
  hasLongPlace(): boolean;
}

export interface DocumentToRead {
  /** Whether it was postponed before. */
  readonly isLong: boolean;
  /** Called when its turn has come, so that a waiting document holds no memory. */
  readonly bytes: () => Promise<Uint8Array>;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
  /**
   * What was made of the document before. The text stays, and so do the passages, which get their outlines, unless they
   * were cut much too small.
   */
  readonly standing?: StandingText;
}

export interface StandingText {
  readonly text: string;
  /** Ascending. */
  readonly passages: readonly UnchangedPassage[];
  /** Whether the passages stay in any case. */
  readonly isFixed: boolean;
}

/** In code points. */
export interface UnchangedPassage extends TextSpan, Pick<StoredChunk, "section" | "page"> {}

export interface ExtractionWatch {
  readonly signal: AbortSignal;
  /** Hears each stage as it begins: `extracting`, `chunking`. */
  readonly entered: (stage: string) => void;
}

export interface ExtractedText {
  /** The normalised text that chunks and citations point into. */
  readonly text: string;
  /** From the document itself, or null. */
  readonly title: string | null;
  readonly pageCount: number | null;
  readonly warnings: readonly DocumentWarning[];
  readonly mimeType: string;
  /** What was found (`SourceVersion.language`). */
  readonly language: string;
  readonly chunks: readonly ExtractedChunk[];
}

export interface ExtractedChunk extends Pick<StoredChunk, "start" | "end" | "section" | "page" | "turn"> {
  /** UTF-16 positions in the text: `text.slice(from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Of that text (`readingBytes`). */
  readonly reading?: Uint8Array;
  /** Its blocks (`outlineBytes`). */
  readonly outline?: Uint8Array;
  /** Absent: that of the document. */
  readonly language?: string | null;
}
