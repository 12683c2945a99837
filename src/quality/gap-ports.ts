import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";

/** A question that was refused, or answered with little confidence. */
export interface AskedQuestion {
  readonly question: string;
  readonly abstained: boolean;
  /** 0–1. */
  readonly confidence: number;
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number;
}

export interface AskedQuestions {
  /** Keeps only the newest `most`. A power cut may lose the last ones. */
  keep(expert: ExpertId, asked: AskedQuestion, most: number): Awaitable<void>;
  /** Oldest first. */
  all(expert: ExpertId): Awaitable<readonly AskedQuestion[]>;
  clear(expert: ExpertId): Awaitable<number>;
}
