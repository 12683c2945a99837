export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Whether `milliseconds` have passed; true if the clock was set back to before `since`. */
export function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}

/** RFC 3339 in UTC with milliseconds: `2026-11-21T08:00:00.000Z`. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Milliseconds to whole Unix seconds, as the OpenAI wire format counts. */
export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
