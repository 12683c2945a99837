/** From what was thrown while a version was fetched or read to what its owner is told. */
import { Fault } from "../kernel/fault.ts";
import { ExtractionError } from "./extraction-error.ts";
import { FetchError } from "./fetch-error.ts";
import type { SourceFailure } from "./source.ts";
import { StageTimeout } from "./stage-clock.ts";

/** Null for what is nobody's fault but ours, and worth another try. */
export function failureOf(error: unknown): SourceFailure | null {
  if (error instanceof ExtractionError) return { code: error.code, message: error.message, retryable: error.retryable };
  if (error instanceof FetchError) return { code: "fetch_failed", message: error.message, retryable: error.retryable };
  if (error instanceof StageTimeout) return tooSlow(error);
  if (error instanceof Fault && error.code === "payload_too_large")
    return { code: "too_large", message: error.message, retryable: false };
  return null;
}

function tooSlow({ stage, milliseconds }: StageTimeout): SourceFailure {
  const seconds = Math.round(milliseconds / 1000);
  if (stage === "fetching") {
    const message = `The document did not arrive within ${seconds} seconds. Try again when its server is less busy.`;
    return { code: "fetch_failed", message, retryable: true };
  }
  const message = `Reading the document took longer than ${seconds} seconds (${stage}). Split it into smaller parts.`;
  return { code: "timeout", message, retryable: true };
}

export const unexpected: SourceFailure = {
  code: "internal_error",
  message: "Reading the document failed for a reason that is Docent's, not the document's. The log has it.",
  retryable: true,
};

/** For a version in whose hands the process ended again and again. */
export const interruptedTooOften: SourceFailure = {
  code: "internal_error",
  message: "The service ended several times while it was reading this document, which may be why. Retry it to be sure.",
  retryable: true,
};
