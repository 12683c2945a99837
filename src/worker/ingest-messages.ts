/** What the request thread and the ingest thread say to each other. One request at a time. */
import type { ExtractionFailure } from "../sources/extraction-error.ts";
import type { Extraction, ExtractionInput } from "../sources/ports.ts";

export type IngestRequest = ExtractionInput;

export type IngestReply =
  | { readonly kind: "done"; readonly extraction: Extraction }
  /** Something is wrong with the document. */
  | { readonly kind: "refused"; readonly code: ExtractionFailure; readonly message: string }
  /** Something is wrong with us. */
  | { readonly kind: "broken"; readonly description: string };
