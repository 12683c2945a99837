import type { Awaitable } from "../kernel/awaitable.ts";
import type { CheckId, ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Check, CheckRun } from "./check.ts";

/** A question that was refused, or answered with little confidence. */
export interface AskedQuestion {
  readonly question: string;
  readonly abstained: boolean;
  readonly confidence: number;
  readonly askedAt: number;
}

export interface AskedQuestions {
  /** Keeps only the newest `most`. A power cut may lose the last ones. */
  keep(expert: ExpertId, asked: AskedQuestion, most: number): Awaitable<void>;
  all(expert: ExpertId): Awaitable<readonly AskedQuestion[]>;
  clear(expert: ExpertId): Awaitable<number>;
}

export interface CheckStore {
  workspaceOf(expert: ExpertId): Awaitable<WorkspaceId | null>;
  /** Of the expert's memory. */
  revision(expert: ExpertId): Awaitable<number>;
  /** Experts whose memory has a newer revision than the one that one of their checks was last run on. */
  behind(): Awaitable<readonly ExpertId[]>;
  /** False: the expert has `most` already. */
  add(expert: ExpertId, check: Check, most: number): Awaitable<boolean>;
  list(expert: ExpertId): Awaitable<readonly Check[]>;
  remove(expert: ExpertId, id: CheckId): Awaitable<boolean>;
  /** In one transaction, without deleted checks. */
  record(expert: ExpertId, runs: ReadonlyMap<CheckId, CheckRun>): Awaitable<void>;
}
