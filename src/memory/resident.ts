/** An expert's open index with its state in the memory service. */
import { hasPassed } from "../kernel/clock.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { createMutex, type Mutex } from "../kernel/mutex.ts";
import type { IndexProfile, MemoryIndex } from "./index-ports.ts";

export interface Resident {
  readonly expert: ExpertId;
  readonly profile: IndexProfile;
  /** Held while the index is opened, changed or searched. */
  readonly mutex: Mutex;
  index: MemoryIndex | null;
  usedAt: number;
  /** Passages added and groups removed since the last snapshot. */
  unsaved: number;
  /** Whether it was compacted after it was opened, and has not changed since. */
  isCompact: boolean;
  changedAt: number;
  /** Since when the snapshot is behind; meaningless when nothing is unsaved. */
  behindSince: number;
  saving: Promise<void> | null;
}

/** When a snapshot is written: never for each change, and never so late that a restart replays for minutes. */
export interface SavePolicy {
  /** At once after this number of changes … */
  readonly changes: number;
  /** … and after this share of the passages, so that the writing stays in proportion. */
  readonly fraction: number;
  /** After this many milliseconds without a change. */
  readonly idleMs: number;
  /** At the latest when it has been behind so long. */
  readonly behindMs: number;
}

export function createResident(expert: ExpertId, profile: IndexProfile, now: number): Resident {
  const mutex = createMutex();
  return {
    expert,
    profile,
    mutex,
    index: null,
    usedAt: now,
    unsaved: 0,
    isCompact: false,
    changedAt: now,
    behindSince: now,
    saving: null,
  };
}

/** Whether its snapshot should be written now. With `calm` the times count too, not only the number of changes. */
export function isDue(resident: Resident, policy: SavePolicy, { now, calm }: { now: number; calm: boolean }): boolean {
  const { index, unsaved } = resident;
  if (unsaved === 0 || index === null || resident.saving !== null) return false;
  if (unsaved >= Math.max(policy.changes, index.count * policy.fraction)) return true;
  return calm && (isAtRest(resident, policy, now) || hasPassed(policy.behindMs, resident.behindSince, now));
}

/** Whether nothing has been added or removed for a while. */
export function isAtRest(resident: Resident, policy: SavePolicy, now: number): boolean {
  return hasPassed(policy.idleMs, resident.changedAt, now);
}

export function sameProfile(a: IndexProfile, b: IndexProfile): boolean {
  return (
    a.language === b.language &&
    a.sense === b.sense &&
    a.embedding?.model === b.embedding?.model &&
    a.embedding?.dimensions === b.embedding?.dimensions
  );
}
