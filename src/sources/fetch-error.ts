/** Why a document could not be fetched. The message is for the person who gave the address. */
export class FetchError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = "FetchError";
    this.retryable = retryable;
  }
}
