/** What stands between the entry of extraction and its formats, so that neither knows the other. */
import type { Document } from "../sources/document.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";

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
