/** Positions are relative to the word. Who counts terms stores its number here, to save a look-up. */
export interface WordToken {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
  /** A token: a reference would keep it in memory. */
  owner: object | null;
  id: number;
}
