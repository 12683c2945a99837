/** What the request thread and the ingest thread say to each other. One document at a time. */
import type { ExtractionFailure } from "../sources/extraction-error.ts";
import type { Extraction, ExtractionInput } from "../sources/ports/document-ports.ts";

export interface IngestRequest extends Omit<ExtractionInput, "bytes" | "isLong"> {
  readonly bytes: Uint8Array;
}

export type IngestReply =
  /** The document has come to this stage. */
  | { readonly kind: "stage"; readonly stage: string }
  | { readonly kind: "done"; readonly extraction: Extraction }
  /** Something is wrong with the document. */
  | { readonly kind: "refused"; readonly code: ExtractionFailure; readonly message: string }
  /** Something is wrong with us. */
  | { readonly kind: "broken"; readonly description: string };
