/**
 * Keeps the experts' indexes: opens them when first asked, brings them up to the committed rows before every search,
 * saves them now and then, and lets the least recently used go when memory runs short.
 */
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { openIndex, replay } from "./index-opening.ts";
import type { IndexProfile, MemoryEngine, MemoryIndex, PassageRows, SearchOutcome, SearchRequest } from "./ports.ts";
import { createResident, isDue, type Resident, type SavePolicy, sameProfile } from "./resident.ts";

/** The expert, as much of it as the memory needs. */
export interface Remembering {
  readonly id: ExpertId;
  readonly profile: IndexProfile;
}

export interface MemoryServiceParts {
  readonly engine: MemoryEngine;
  readonly rows: PassageRows;
  readonly log: Log;
  readonly clock: Clock;
  /** Bytes that all open indexes together may hold. The one in use stays, whatever its size. */
  readonly budgetBytes: number;
  /** When a snapshot is due. */
  readonly saveAfter?: Partial<SavePolicy>;
}

export interface MemoryStats {
  readonly residentExperts: number;
  readonly residentBytes: number;
  readonly budgetBytes: number;
}

export interface MemoryService {
  /** Answers from everything that was committed when it was called. Opens the index if need be. */
  search(expert: Remembering, request: SearchRequest): Promise<SearchOutcome>;
  /** To be called when a transaction has committed: an open index follows, a closed one is left alone. */
  refresh(expert: Remembering): Promise<void>;
  /** Forgets a deleted expert, on disk too. */
  forget(expert: ExpertId): Promise<void>;
  /** Writes the snapshots that are due; the composer calls it from time to time. */
  flush(): Promise<void>;
  /** Writes every snapshot that is behind and closes all indexes. */
  close(): Promise<void>;
  stats(): MemoryStats;
}

/** A quarter of a minute of calm, an eighth of the passages, or ten minutes behind, whichever comes first. */
const defaultPolicy: SavePolicy = { changes: 2_000, fraction: 1 / 8, idleMs: 15_000, behindMs: 600_000 };

export function createMemoryService(parts: MemoryServiceParts): MemoryService {
  const { engine, rows, log, clock, budgetBytes } = parts;
  const policy = { ...defaultPolicy, ...parts.saveAfter };
  const residents = new Map<ExpertId, Resident>();

  const residentOf = async (expert: Remembering): Promise<Resident> => {
    const found = residents.get(expert.id);
    if (found !== undefined && !sameProfile(found.profile, expert.profile)) await evict(found);
    const current = residents.get(expert.id);
    if (current !== undefined) return current;
    const made = createResident(expert.id, expert.profile, clock.now());
    residents.set(expert.id, made);
    return made;
  };

  /** Opens it if it is not open, replays what was committed since. To be called with its mutex held. */
  const catchUp = async (resident: Resident): Promise<MemoryIndex> => {
    if (resident.index?.revision === rows.revision(resident.expert)) return resident.index;
    const open = resident.index;
    resident.index = null;
    const { index, changed } = await (open === null
      ? openIndex(parts, resident.expert, resident.profile)
      : replay(parts, resident.expert, open));
    resident.index = index;
    noteChange(resident, changed);
    if (heldBytes() > budgetBytes) void fitBudget(resident).catch((error) => log.error("memory_evict_failed", error));
    return index;
  };

  const noteChange = (resident: Resident, changed: number) => {
    if (changed === 0) return;
    const now = clock.now();
    if (resident.unsaved === 0) resident.behindSince = now;
    resident.unsaved += changed;
    resident.changedAt = now;
  };

  const save = async (resident: Resident): Promise<void> => {
    if (resident.saving !== null) return resident.saving;
    if (resident.index === null || resident.unsaved === 0) return;
    const counted = resident.unsaved;
    resident.saving = resident.index
      .save()
      .then(() => {
        resident.unsaved -= counted;
        resident.behindSince = clock.now();
      })
      .catch((error: unknown) => log.error("memory_snapshot_failed", error, { expert: resident.expert }))
      .finally(() => {
        resident.saving = null;
      });
    return resident.saving;
  };

  const evict = (resident: Resident): Promise<void> =>
    resident.mutex.run(async () => {
      await save(resident);
      resident.index?.close();
      resident.index = null;
      if (residents.get(resident.expert) === resident) residents.delete(resident.expert);
    });

  const heldBytes = () => [...residents.values()].reduce((sum, one) => sum + (one.index?.residentBytes ?? 0), 0);

  /** Lets the least recently used go until the rest fits; those at work stay. */
  const fitBudget = async (inUse: Resident): Promise<void> => {
    const idle = [...residents.values()].filter((one) => one !== inUse && one.index !== null && !one.mutex.busy);
    idle.sort((a, b) => a.usedAt - b.usedAt);
    for (const resident of idle) {
      if (heldBytes() <= budgetBytes) return;
      await evict(resident);
    }
  };

  /** Runs `work` on the index at the committed revision. One that was let go meanwhile is opened again. */
  const withCurrent = async <T>(expert: Remembering, work: (index: MemoryIndex) => T): Promise<T> => {
    const resident = await residentOf(expert);
    const outcome = await resident.mutex.run(async () => {
      if (residents.get(expert.id) !== resident) return null;
      resident.usedAt = clock.now();
      const index = await catchUp(resident);
      return { result: work(index) };
    });
    if (outcome === null) return withCurrent(expert, work);
    if (isDue(resident, policy, clock.now(), "busy")) void save(resident);
    return outcome.result;
  };

  return {
    search: (expert, request) => withCurrent(expert, (index) => index.search(request)),
    async refresh(expert) {
      if (residents.has(expert.id)) await withCurrent(expert, () => undefined);
    },
    async forget(expert) {
      const resident = residents.get(expert);
      if (resident !== undefined) {
        resident.unsaved = 0;
        await resident.saving;
        await evict(resident);
      }
      await engine.discard(expert);
    },
    async flush() {
      for (const resident of residents.values()) {
        if (isDue(resident, policy, clock.now(), "calm")) await save(resident);
      }
    },
    async close() {
      await Promise.all([...residents.values()].map(evict));
    },
    stats: () => ({ residentExperts: residents.size, residentBytes: heldBytes(), budgetBytes }),
  };
}
