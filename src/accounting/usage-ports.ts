import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { Counters, UsageEntry } from "./usage-entry.ts";

export interface UsageRow extends Counters {
  readonly day: number;
  readonly expertId: ExpertId | null;
  readonly keyId: KeyId;
}

export interface Storage {
  readonly experts: number;
  readonly sources: number;
  readonly chunks: number;
  readonly bytes: number;
}

export interface UsageStore {
  /**
   * Without the program's own work. @param underWay requests of this thread; with others, the entry may wait for theirs
   */
  record(entry: UsageEntry, underWay?: number): Awaitable<void>;
  rows(workspace: WorkspaceId, fromDay: number, untilDay: number): Awaitable<UsageRow[]>;
  storage(workspace: WorkspaceId): Awaitable<Storage>;
}
