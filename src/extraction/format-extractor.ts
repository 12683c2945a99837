/** What stands between the entry of extraction and its formats, so that neither knows the other. */
import type { Document } from "../sources/document.ts";

/** The input of a format's extractor. */
export interface ExtractionSource {
  readonly bytes: Uint8Array;
  /** Text formats: the decoded bytes; others: empty. */
  readonly text: string;
  readonly filename: string | null;
  readonly limits: ExtractionLimits;
  readonly signal: AbortSignal | null;
}

export type FormatExtractor = (source: ExtractionSource) => Document | Promise<Document>;

/** What one file may cost. A file that asks for more ends in `too_large`, before the memory is spent. */
export interface ExtractionLimits {
  /** UTF-16 units of extracted text. */
  readonly characters: number;
  /** Bytes that an archive (docx, pptx, xlsx, epub) may unpack to, in all. */
  readonly unpackedBytes: number;
  /** Unpacked bytes a packed byte, once more than 10 MB are unpacked: beyond is a bomb. */
  readonly inflationRatio: number;
  /** Entries of an archive. */
  readonly entries: number;
  /** Pages, slides or sheets. */
  readonly pages: number;
}

export const defaultExtractionLimits: ExtractionLimits = {
  characters: 100_000_000,
  unpackedBytes: 150_000_000,
  inflationRatio: 200,
  entries: 20_000,
  pages: 20_000,
};
