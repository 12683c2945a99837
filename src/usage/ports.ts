/** What usage needs from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { Counters, UsageEntry } from "./usage-entry.ts";

/** The counters of one day, expert and key. */
export interface UsageRow extends Counters {
  readonly day: number;
  readonly expertId: ExpertId | null;
  readonly keyId: KeyId;
}

export interface Storage {
  readonly experts: number;
  readonly sources: number;
  readonly chunks: number;
  /** UTF-8 bytes of texts and original files. */
  readonly bytes: number;
}

/** The counters of usage, and what workspaces hold. */
export interface UsageStore {
  /**
   * Adds the amounts to the row of their day, expert and key. The program's own work is not counted.
   * @param underWay the requests that this thread works on, with this one; while there are others, an entry may wait a
   * moment, to be committed with theirs. 1 by default
   */
  record(entry: UsageEntry, underWay?: number): Awaitable<void>;
  /** The rows of some days, the last one excluded. */
  rows(workspace: WorkspaceId, fromDay: number, untilDay: number): Awaitable<UsageRow[]>;
  storage(workspace: WorkspaceId): Awaitable<Storage>;
}
