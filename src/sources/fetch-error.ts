/** Why a document could not be fetched. The message is for the person who gave the address. */
export class FetchError extends Error {
  /** Whether trying again later could help: the other side is down or slow, and has not said no. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = "FetchError";
    this.retryable = retryable;
  }
}
