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
  /** UTF-8 bytes of texts and original files. */
  readonly bytes: number;
}

export interface UsageStore {
  /**
   * Leaves out the program's own work. @param underWay requests that this thread works on; while there are others, the
   * entry may wait to be committed with theirs
   */
  record(entry: UsageEntry, underWay?: number): Awaitable<void>;
  /** Without the last day. */
  rows(workspace: WorkspaceId, fromDay: number, untilDay: number): Awaitable<UsageRow[]>;
  storage(workspace: WorkspaceId): Awaitable<Storage>;
}
