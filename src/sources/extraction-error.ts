import { NamedError } from "../kernel/error-code.ts";

export type ExtractionFailure =
  | "no_extractable_text"
  | "unsupported_file_type"
  | "corrupt_file"
  | "encrypted_file"
  | "too_large"
  | "timeout";

/** For the owner of the file. Never retried, because the same bytes fail the same way. */
export class ExtractionError extends NamedError {
  readonly code: ExtractionFailure;
  readonly retryable = false;

  constructor(code: ExtractionFailure, message: string, cause?: unknown) {
    super(message, cause);
    this.code = code;
  }
}
