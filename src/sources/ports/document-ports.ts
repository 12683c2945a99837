import type { Awaitable } from "../../kernel/awaitable.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { DocumentWarning } from "../document.ts";
import type { KeptPage, RecognisedPage } from "./recognised-page.ts";
import type { StoredChunk } from "./store-ports.ts";

export interface UrlFetcher {
  /** @throws FetchError, also while the content is read; the signal's reason when aborted. */
  open(url: string, signal: AbortSignal): Promise<FetchedDocument>;
}

export interface FetchedDocument {
  readonly content: AsyncIterable<Uint8Array>;
  readonly bytes: number | null;
  readonly declaredType: string | null;
  /** The last part of the address, if it has an extension. */
  readonly filename: string | null;
}

export interface Extractor {
  /** @throws ExtractionError for bad bytes; ReadingPostponed; PagesToRecognise for pages that `recognised` lacks */
  extract(input: DocumentToRead, watch: ExtractionWatch): Promise<ExtractedText>;
}

export interface DocumentToRead {
  readonly bytes: () => Promise<Uint8Array>;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
  /** Stored text that stays, with its passages unless they were cut much too small. */
  readonly standing?: StandingText;
  /** Null (default): nothing reads pictures. */
  readonly recognised?: readonly RecognisedPage[] | null;
}

export interface PageRecogniser {
  /** The same name reads a page the same way. */
  readonly name: string;
  /** Takes memory and a thread from the first page until it is closed. */
  open(document: Pick<DocumentToRead, "bytes" | "language">): PictureReading;
}

export interface PictureReading {
  /** A page too costly to read is returned as unreadable. @throws ExtractionError for a bad file; the signal's reason */
  page(number: number, signal: AbortSignal): Promise<RecognisedPage>;
  close(): void;
}

export interface SearchablePdfs {
  /** One at a time. @throws ExtractionError; Fault `overloaded`; the signal's reason */
  make(
    scan: { readonly bytes: () => Promise<Uint8Array>; readonly pages: readonly RecognisedPage[] },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

export interface RecognisedPages {
  /** Ascending. */
  of(versionNo: number): Awaitable<readonly KeptPage[]>;
  one(versionNo: number, page: number): Awaitable<KeptPage | null>;
  discard(versionNo: number, pages?: readonly number[]): Awaitable<void>;
}

export interface StandingText {
  readonly text: string;
  readonly passages: readonly UnchangedPassage[];
  readonly isFixed: boolean;
}

export interface UnchangedPassage extends TextSpan, Pick<StoredChunk, "section" | "page"> {}

export interface ExtractionWatch {
  readonly signal: AbortSignal;
  /** Called when a stage begins: `extracting`, `chunking`. */
  readonly entered: (stage: string) => void;
}

export interface ExtractedText {
  readonly text: string;
  readonly title: string | null;
  readonly pageCount: number | null;
  readonly warnings: readonly DocumentWarning[];
  readonly mimeType: string;
  readonly language: string;
  readonly chunks: readonly ExtractedChunk[];
}

export interface ExtractedChunk extends Pick<StoredChunk, "start" | "end" | "section" | "page" | "turn"> {
  /** UTF-16 positions in the text: `text.slice(from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly reading?: Uint8Array;
  readonly outline?: Uint8Array;
  readonly language?: string | null;
}
