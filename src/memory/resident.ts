import { hasPassed } from "../kernel/clock.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { createMutex, type Mutex } from "../kernel/mutex.ts";
import type { IndexProfile, MemoryIndex } from "./index-ports.ts";

export interface Resident {
  readonly expert: ExpertId;
  readonly profile: IndexProfile;
  readonly mutex: Mutex;
  readonly closing: AbortController;
  index: MemoryIndex | null;
  usedAt: number;
  unsaved: number;
  /** Unchanged since it was compacted. */
  isCompact: boolean;
  changedAt: number;
  behindSince: number;
  saving: Promise<void> | null;
}

export interface SavePolicy {
  readonly changes: number;
  readonly fraction: number;
  /** Since the last change. */
  readonly idleMs: number;
  readonly behindMs: number;
}

export function createResident(expert: ExpertId, profile: IndexProfile, now: number): Resident {
  const mutex = createMutex();
  return {
    expert,
    profile,
    mutex,
    closing: new AbortController(),
    index: null,
    usedAt: now,
    unsaved: 0,
    isCompact: false,
    changedAt: now,
    behindSince: now,
    saving: null,
  };
}

export function isDue(resident: Resident, policy: SavePolicy, { now, calm }: { now: number; calm: boolean }): boolean {
  const { index, unsaved } = resident;
  if (unsaved === 0 || index === null || resident.saving !== null) return false;
  if (unsaved >= Math.max(policy.changes, index.count * policy.fraction)) return true;
  return calm && (isAtRest(resident, policy, now) || hasPassed(policy.behindMs, resident.behindSince, now));
}

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
