/** The ports of checks. */
import type { CheckId, ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Check, CheckRun } from "./check.ts";

export interface CheckStore {
  /** The workspace of an expert; null if the expert is gone. */
  workspaceOf(expert: ExpertId): WorkspaceId | null;
  add(expert: ExpertId, check: Check): void;
  /** Oldest first. */
  list(expert: ExpertId): readonly Check[];
  /** Whether it existed. */
  remove(expert: ExpertId, id: CheckId): boolean;
  /** Stores the results of a run in one transaction. Deleted checks are left out. */
  record(expert: ExpertId, runs: ReadonlyMap<CheckId, CheckRun>): void;
}
