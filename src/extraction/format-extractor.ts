import type { Document } from "../sources/document.ts";
import type { RecognisedPage } from "../sources/ports/recognised-page.ts";

export interface ExtractionSource {
  readonly bytes: Uint8Array;
  /** Decoded; empty for formats that are not text. */
  readonly text: string;
  readonly filename: string | null;
  readonly limits: ExtractionLimits;
  readonly signal: AbortSignal | null;
  /** Called between parts of a long text: the deadline begins again. */
  readonly cameFurther: () => void;
  /** Pages read by text recognition; null: none. */
  readonly recognised: readonly RecognisedPage[] | null;
}

export type FormatExtractor = (source: ExtractionSource) => Document | Promise<Document>;

/** Bounds for one file. More ends in `too_large` before memory is used. */
export interface ExtractionLimits {
  /** UTF-16 units. */
  readonly characters: number;
  /** Of an archive, in all. */
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
