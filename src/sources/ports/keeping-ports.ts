import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import type { SourceKeeper } from "../../kernel/keepers.ts";
import type { KeeperState } from "../mass-change.ts";

export interface KeeperRecord extends KeeperState {
  readonly expertId: ExpertId;
  readonly keeper: SourceKeeper;
  readonly sources: number;
}

export interface KeptOne {
  readonly id: SourceId;
  /** Nobody else keeps it, and no other source has the same bytes. */
  readonly isOnly: boolean;
}

export interface KeeperStore {
  /** In one transaction. `decide` gets the number of kept sources and the present state; null: no change. */
  change(
    expert: ExpertId,
    keeper: SourceKeeper,
    decide: (state: KeeperState, kept: number) => KeeperState | null,
  ): Awaitable<KeeperState>;
  keptOf(expert: ExpertId, keeper: SourceKeeper, sources: readonly SourceId[]): Awaitable<readonly KeptOne[]>;
  /** By name, without the API; includes those that keep nothing but have something held. */
  list(expert: ExpertId): Awaitable<readonly KeeperRecord[]>;
  /** Keepers of all experts with something held; at most 100. */
  waiting(): Awaitable<readonly Omit<KeeperRecord, "sources">[]>;
}
