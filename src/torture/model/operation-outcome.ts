export interface CitedPassage {
  readonly sourceId: string;
  readonly version: number;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface PutReply {
  readonly id: string;
  readonly version: number;
  readonly ready: boolean;
  readonly chunks: number;
  readonly deduplicated: boolean;
  readonly replayed: boolean;
}

export interface SearchedPassage {
  readonly sourceId: string;
  readonly version: number;
  readonly chunkId: string;
  readonly text: string;
}

/**
 * `cut`: no whole reply came, so it may have been done or not. That is allowed if it is `late`: the service waited for its
 * database, or worked on a question, for as long as it may, and said so. `refused`: it was not done, and need not be (the service
 * is stopping). `gone`: there is no such expert. `wrong`: a reply that must not be.
 */
export type NotDone =
  | { readonly type: "cut"; readonly late?: boolean }
  | { readonly type: "refused" }
  | { readonly type: "gone" }
  | { readonly type: "wrong"; readonly says: string };

export type OperationOutcome<T> = { readonly type: "done"; readonly value: T } | NotDone;

export interface AnswerSummary {
  readonly abstained: boolean;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly citations: readonly CitedPassage[];
  /** The beginning of the reply, for a violation to tell; null for a stream and a chat. */
  readonly text?: string;
}

export interface SearchReply {
  readonly promptTokens: number;
  readonly passages: readonly SearchedPassage[];
}
