/** The ports of checks. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { CheckId, ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Check, CheckRun } from "./check.ts";

export interface CheckStore {
  /** The workspace of an expert; null if the expert is gone. */
  workspaceOf(expert: ExpertId): Awaitable<WorkspaceId | null>;
  /** In one transaction: writes it unless the expert has `most` already. Whether it was written. */
  add(expert: ExpertId, check: Check, most: number): Awaitable<boolean>;
  /** Oldest first. */
  list(expert: ExpertId): Awaitable<readonly Check[]>;
  /** Whether it existed. */
  remove(expert: ExpertId, id: CheckId): Awaitable<boolean>;
  /** Stores the results of a run in one transaction. Deleted checks are left out. */
  record(expert: ExpertId, runs: ReadonlyMap<CheckId, CheckRun>): Awaitable<void>;
}
