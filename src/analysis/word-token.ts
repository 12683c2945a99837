/**
 * A `Token` of one word as an analyzer keeps it; positions are relative to the word. Who counts terms stores its own number
 * for the term here, so the next occurrence needs no look-up. Another looks the term up again.
 */
export interface WordToken {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
  /** Who stored `id`, as a token: a reference would keep it in memory. */
  owner: object | null;
  id: number;
}
