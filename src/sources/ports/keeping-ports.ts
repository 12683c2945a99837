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
  /** Whether its bytes would be gone with these sources: nobody else keeps it, and no other source has the same. */
  readonly isOnly: boolean;
}

export interface KeeperStore {
  /**
   * In one transaction in which no other changes it. `decide` gets the number of sources that it keeps; null: no
   * change.
   */
  change(
    expert: ExpertId,
    keeper: SourceKeeper,
    decide: (state: KeeperState, kept: number) => KeeperState | null,
  ): Awaitable<KeeperState>;
  keptOf(expert: ExpertId, keeper: SourceKeeper, sources: readonly SourceId[]): Awaitable<readonly KeptOne[]>;
  /** All keepers of an expert's sources but the API, and those of which something is held, by name. */
  list(expert: ExpertId): Awaitable<readonly KeeperRecord[]>;
  /** Those of all experts of which something waits for a person. At most 100. */
  waiting(): Awaitable<readonly Omit<KeeperRecord, "sources">[]>;
}
