import type { Awaitable } from "../kernel/awaitable.ts";
import type { CheckId, ExpertId, QueryId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import type { Write } from "../kernel/stores/write.ts";
import type { Check, CheckRun } from "./check.ts";

/** Refused, or answered with little confidence. */
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

export type AnswerVerdict = "right" | "wrong";

export interface RecentAnswer {
  readonly id: QueryId;
  readonly expertId: ExpertId;
  readonly createdAt: number;
  /** Null: not judged. */
  readonly verdict: AnswerVerdict | null;
  readonly note: string | null;
  /** Cited or shown ones. If one is deleted, so is the answer. */
  readonly sources: readonly SourceId[];
  readonly answer: object;
}

export interface RecentAnswers {
  /** Keeps only the newest `most`, and none from before `since`. A power cut may lose the last ones. */
  keep(answer: RecentAnswer, most: number, since: number): Awaitable<void>;
  find(id: QueryId, since: number): Awaitable<RecentAnswer | null>;
  judge(id: QueryId, verdict: AnswerVerdict, note: string | null): Awaitable<void>;
  clear(expert: ExpertId): Awaitable<void>;
}

export interface CheckStore {
  workspaceOf(expert: ExpertId): Awaitable<WorkspaceId | null>;
  revision(expert: ExpertId): Awaitable<number>;
  /** Experts with a newer revision than that of some check's last run. */
  behind(): Awaitable<readonly ExpertId[]>;
  /** False: the expert has `most` already. */
  add(expert: ExpertId, check: Check, most: number): Awaitable<boolean>;
  addition(expert: ExpertId, check: Check, most: number): Write<boolean>;
  list(expert: ExpertId): Awaitable<readonly Check[]>;
  /** Forgets the last run, which was of another question. False: no such check. */
  edit(expert: ExpertId, check: Pick<Check, "id" | "question" | "expected">): Awaitable<boolean>;
  remove(expert: ExpertId, id: CheckId): Awaitable<boolean>;
  /** In one transaction, without deleted checks. */
  record(expert: ExpertId, runs: ReadonlyMap<CheckId, CheckRun>): Awaitable<void>;
}
