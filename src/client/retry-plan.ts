/** When a request is sent again, and after how long. Pure. */

export interface FailedAttempt {
  readonly status: number | null;
  /** Seconds that the service asks to wait (RFC 9110, section 10.2.3); null where it does not say. */
  readonly retryAfter: number | null;
  /** The service says that waiting does not help. */
  readonly isFinal: boolean;
  readonly repeats: number;
}

export interface RetryLimits {
  /** How often, after no reply, and after one that asks to wait. */
  readonly repeats: { readonly lost: number; readonly busy: number };
  /** The longest wait in milliseconds that the service may ask for. */
  readonly longest: number;
}

/** For programs: some seconds, then the caller decides. */
export const usualRetries: RetryLimits = { repeats: { lost: 3, busy: 5 }, longest: 60_000 };

/** For commands: a service that restarts is back within these; one that is busy may take longer. */
export const patientRetries: RetryLimits = { repeats: { lost: 6, busy: 60 }, longest: 600_000 };

export const noRetries: RetryLimits = { repeats: { lost: 0, busy: 0 }, longest: 0 };

/** Milliseconds, where the service does not name a time. */
const longestBackoff = 30_000;

/** Statuses after which waiting helps: conflict, rate limit, not ready or stopping. */
const passing = [409, 429, 503];

/** Milliseconds to wait before the request is sent again; null: it is not. */
export function waitBeforeRepeat(
  { status, retryAfter, isFinal, repeats }: FailedAttempt,
  limits: RetryLimits,
): number | null {
  const doubled = Math.min(longestBackoff, 1000 * 2 ** repeats);
  if (status === null) return repeats < limits.repeats.lost ? doubled : null;
  if (isFinal || !passing.includes(status) || repeats >= limits.repeats.busy) return null;
  if (retryAfter === null) return doubled;
  return retryAfter * 1000 <= limits.longest ? retryAfter * 1000 : null;
}
