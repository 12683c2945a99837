/** When a request is sent again, and after how long. Pure. */

export interface FailedAttempt {
  readonly status: number | null;
  /** Seconds that the service asks to wait (RFC 9110, section 10.2.3); null where it does not say. */
  readonly retryAfter: number | null;
  /** The service says that waiting does not help. */
  readonly isFinal: boolean;
  readonly repeats: number;
}

/** Longest waits in milliseconds: half a minute by default, ten minutes if the service names the time. */
const longest = { ours: 30_000, theirs: 600_000 };

/** A service that restarts is back within these; one that is busy may take longer. */
const mostRepeats = { lost: 6, busy: 60 };

/** Statuses after which waiting helps: conflict, rate limit, not ready or stopping. */
const passing = [409, 429, 503];

/** Milliseconds to wait before the request is sent again; null: it is not. */
export function waitBeforeRepeat({ status, retryAfter, isFinal, repeats }: FailedAttempt): number | null {
  const doubled = Math.min(longest.ours, 1000 * 2 ** repeats);
  if (status === null) return repeats < mostRepeats.lost ? doubled : null;
  if (isFinal || !passing.includes(status) || repeats >= mostRepeats.busy) return null;
  if (retryAfter === null) return doubled;
  return retryAfter * 1000 <= longest.theirs ? retryAfter * 1000 : null;
}
