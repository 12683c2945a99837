import type { Embedding } from "../../experts/expert.ts";
import { NamedError } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import { describe, type EmbedderTraits } from "../../memory/embedding-fit.ts";
import { ExtractionError } from "../extraction-error.ts";
import type { UrlFetcher } from "../ports/document-ports.ts";
import type { SourceFailure } from "../source.ts";
import { StageTimeout } from "./ingest-stage.ts";

/** Null for an internal error, which is retried. */
export function failureOf(error: unknown): SourceFailure | null {
  if (error instanceof ExtractionError) return { code: error.code, message: error.message, retryable: error.retryable };
  if (error instanceof FetchError) return { code: "fetch_failed", message: error.message, retryable: error.retryable };
  if (error instanceof EmbeddingError) return { code: "embedding_failed", message: error.message, retryable: true };
  if (isModelFault(error)) return notEmbedded(error);
  if (error instanceof StageTimeout) return tooSlow(error);
  if (error instanceof Fault && error.code === "payload_too_large")
    return { code: "too_large", message: error.message, retryable: false };
  if (error instanceof Fault && error.code === "original_not_found")
    return { code: "corrupt_file", message: error.message, retryable: true };
  return null;
}

/** Whether to retry soon: after internal errors and those of a model server. */
export function isTransient(error: unknown): boolean {
  return failureOf(error) === null || isModelFault(error);
}

function isModelFault(error: unknown): error is Fault {
  return error instanceof Fault && (error.code === "upstream_model_error" || error.code === "upstream_timeout");
}

function notEmbedded({ message }: Fault): SourceFailure {
  return { code: "embedding_failed", message: `Its passages could not be embedded. ${message}`, retryable: true };
}

function tooSlow({ stage, milliseconds }: StageTimeout): SourceFailure {
  const seconds = Math.round(milliseconds / 1000);
  if (stage === "fetching") {
    const message = `The document did not arrive within ${seconds} seconds. Try again when its server is less busy.`;
    return { code: "fetch_failed", message, retryable: true };
  }
  if (stage === "embedding") {
    const message = "The embedding server took too long. Check that it is running and not overloaded, then retry.";
    return { code: "embedding_failed", message, retryable: true };
  }
  const message = `Reading the document took longer than ${seconds} seconds (${stage}). Split it into smaller parts.`;
  return { code: "timeout", message, retryable: true };
}

export const unexpected: SourceFailure = {
  code: "internal_error",
  message: "Reading the document failed for a reason that is Docent's, not the document's. The log has it.",
  retryable: true,
};

export const interruptedTooOften: SourceFailure = {
  code: "internal_error",
  message: "The service ended several times while it was reading this document, which may be why. Retry it to be sure.",
  retryable: true,
};

/** The message is for the person who gave the address. */
export class FetchError extends NamedError {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, cause);
    this.retryable = retryable;
  }
}

/** The message tells the owner what to do before the version can be embedded. */
export class EmbeddingError extends NamedError {}

/** The memory's vectors are not comparable with those of the configured model. */
export function otherModel(expertId: string, memory: Embedding, configured: EmbedderTraits | null): EmbeddingError {
  const now =
    configured === null ? "no embedding model is configured" : `the configured model is ${describe(configured)}`;
  return new EmbeddingError(
    `This expert's memory is embedded with ${describe(memory)}, but ${now}. Configure that model again, or run ` +
      `\`docent reindex ${expertId}\` to bring the whole memory over; then retry this source.`,
  );
}

/** Several documents together take too much memory: this one is read later, from its beginning. */
export class ReadingPostponed extends NamedError {
  constructor() {
    super("other documents that are being read need the memory");
  }
}

export const fetchesNothing: UrlFetcher = {
  open: () => Promise.reject(new FetchError("The service is set to offline, so it does not fetch documents.", true)),
};
