/** Why no text could be had from a file. The contract lists these codes (section 4). */
export type ExtractionFailure =
  | "no_extractable_text"
  | "unsupported_file_type"
  | "corrupt_file"
  | "encrypted_file"
  | "too_large"
  | "timeout";

/**
 * The only error that extraction throws for bad input. Its message is for the owner of the file: what is wrong and what to
 * do. Its cause is for the log. The same bytes always fail the same way, so it is never retried.
 */
export class ExtractionError extends Error {
  readonly code: ExtractionFailure;
  readonly retryable = false;

  constructor(code: ExtractionFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ExtractionError";
    this.code = code;
  }
}
