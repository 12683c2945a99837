export type ExtractionFailure =
  | "no_extractable_text"
  | "unsupported_file_type"
  | "corrupt_file"
  | "encrypted_file"
  | "too_large"
  | "timeout";

/** For the owner of the file. Never retried, because the same bytes fail the same way. */
export class ExtractionError extends Error {
  readonly code: ExtractionFailure;
  readonly retryable = false;

  constructor(code: ExtractionFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ExtractionError";
    this.code = code;
  }
}
