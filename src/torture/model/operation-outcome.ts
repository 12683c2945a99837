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

/** `cut`: no whole reply, so its effect is unknown. `refused`: not done; the service stops. `gone`: no such expert. */
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
  readonly text?: string;
}

export interface SearchReply {
  readonly promptTokens: number;
  readonly passages: readonly SearchedPassage[];
}
