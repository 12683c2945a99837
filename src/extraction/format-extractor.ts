import type { Document } from "../sources/document.ts";
import type { RecognisedPage } from "../sources/ports/recognised-page.ts";

export interface ExtractionSource {
  readonly bytes: Uint8Array;
  /** Text formats: the decoded bytes; others: empty. */
  readonly text: string;
  readonly filename: string | null;
  readonly limits: ExtractionLimits;
  readonly signal: AbortSignal | null;
  /** Called between the parts of a long text: its deadline begins again. */
  readonly cameFurther: () => void;
  /** What text recognition has read on pictures of pages; null: there is none. */
  readonly recognised: readonly RecognisedPage[] | null;
}

export type FormatExtractor = (source: ExtractionSource) => Document | Promise<Document>;

/** What one file may cost. More ends in `too_large`, before the memory is used. */
export interface ExtractionLimits {
  /** UTF-16 units of extracted text. */
  readonly characters: number;
  /** Bytes that an archive may unpack to, in all. */
  readonly unpackedBytes: number;
  /** Unpacked bytes for each packed one, beyond 10 MB unpacked. */
  readonly inflationRatio: number;
  readonly entries: number;
  readonly pages: number;
}

export const defaultExtractionLimits: ExtractionLimits = {
  characters: 100_000_000,
  unpackedBytes: 150_000_000,
  inflationRatio: 200,
  entries: 20_000,
  pages: 20_000,
};
