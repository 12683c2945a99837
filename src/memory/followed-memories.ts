/** Memories for a thread that only reads: the owner's snapshots, and what was committed since if that is little. */
import type { Immediate } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { type Log, silentLog } from "../kernel/log.ts";
import { recentlyUsed } from "../kernel/stores/recently-used.ts";
import { replay } from "./index-opening.ts";
import type { MemoryEngine, MemoryIndex, Passage, SnapshotOpening, SnapshotReader } from "./index-ports.ts";
import { profileOf, type SenseTraits } from "./index-profile.ts";
import type { MemoryService } from "./memory-service.ts";
import { sameProfile } from "./resident.ts";
import type { IndexedExpert, PassageRows } from "./row-ports.ts";

/** The thread cannot search this memory as it was committed; its owner can. */
export class MemoryBehind extends Error {}

export interface HeldBytes {
  readonly mapped: number;
  readonly own: number;
}

export interface FollowedMemories extends Pick<MemoryService, "search"> {
  forget(expert: ExpertId): void;
  held(): HeldBytes;
}

export interface FollowedMemoriesParts {
  readonly snapshots: SnapshotReader;
  readonly rows: Immediate<PassageRows>;
  /** Null: passages have no sense. */
  readonly sense: SenseTraits | null;
  /** The one in use stays, whatever its size. */
  readonly budgetBytes: number;
}

/** Added to a snapshot at most: some 100 ms of work. The owner saves after as many changes. */
const mostAdded = 2000;
/** Questions between two looks for a newer snapshot of the same revision, which may be compact. */
const questionsALook = 64;
const mostStale = 1000;

interface Followed extends SnapshotOpening {
  added: number;
  usedAt: number;
  asked: number;
}

/** Searches must not overlap, and the rows must stay the same during each. */
export function followMemories(parts: FollowedMemoriesParts): FollowedMemories {
  const open = new Map<ExpertId, Followed>();
  const stale = recentlyUsed<string>(mostStale);
  let uses = 0;
  let held: HeldBytes = { mapped: 0, own: 0 };
  const count = () => {
    const { mapped, own } = heldBy(open.values());
    if (mapped !== held.mapped || own !== held.own) held = { mapped, own };
  };
  const drop = (expert: ExpertId) => {
    open.get(expert)?.index.close();
    open.delete(expert);
  };
  const newest = async (expert: IndexedExpert): Promise<Followed> => {
    drop(expert.id);
    const stamp = parts.snapshots.stamp(expert.id);
    if (stale.get(expert.id) === stamp) throw new MemoryBehind();
    const opening = await parts.snapshots.open(expert.id, profileOf(expert, parts.sense));
    const followed = { ...opening, added: 0, usedAt: ++uses, asked: 0 };
    open.set(expert.id, followed);
    return followed;
  };
  const catchUp = async (followed: Followed, expert: ExpertId, revision: number): Promise<void> => {
    // The snapshot is newer than the rows that are read.
    if (followed.index.revision > revision) throw new MemoryBehind();
    try {
      const rows = boundedRows(parts.rows, mostAdded - followed.added);
      const { index, changed } = await replay({ engine: buildsNothing, rows, log }, expert, followed.index, revision);
      if (index !== followed.index) throw new MemoryBehind();
      followed.added += changed;
    } catch (error) {
      // The index may have only some of the changes.
      drop(expert);
      if (error instanceof MemoryBehind) stale.set(expert, followed.stamp);
      throw error;
    }
  };
  const isReplaced = (followed: Followed, expert: ExpertId) =>
    ++followed.asked % questionsALook === 0 && followed.stamp !== parts.snapshots.stamp(expert);
  const fitBudget = (inUse: ExpertId) => {
    const others = [...open.keys()].filter((expert) => expert !== inUse);
    for (const expert of others.sort((a, b) => open.get(a)!.usedAt - open.get(b)!.usedAt)) {
      const { mapped, own } = heldBy(open.values());
      if (mapped + own <= parts.budgetBytes) return;
      drop(expert);
    }
  };
  const follow = async (expert: IndexedExpert, revision: number): Promise<MemoryIndex> => {
    const { id } = expert;
    const known = open.get(id);
    const fits = known !== undefined && sameProfile(known.index.profile, profileOf(expert, parts.sense));
    if (fits && known.index.revision === revision && !isReplaced(known, id)) {
      known.usedAt = ++uses;
      return known.index;
    }
    try {
      const isNewest = fits && known.stamp === parts.snapshots.stamp(id);
      const followed = isNewest ? known : await newest(expert);
      await catchUp(followed, id, revision);
      return followed.index;
    } finally {
      fitBudget(id);
      count();
    }
  };
  return {
    search: async (expert, request, revision = parts.rows.revision(expert.id)) =>
      (await follow(expert, revision)).search(request),
    forget: (expert) => {
      drop(expert);
      count();
    },
    held: () => held,
  };
}

/** Rebuilding is the owner's work, and so is the log line. */
const log: Log = silentLog;
const buildsNothing: MemoryEngine = {
  create: () => {
    throw new MemoryBehind();
  },
  open: () => Promise.reject(new MemoryBehind()),
  discard: () => Promise.reject(new MemoryBehind()),
};

function boundedRows(rows: Immediate<PassageRows>, most: number): PassageRows {
  let read = 0;
  function* bounded(batches: Iterable<readonly Passage[]>): Iterable<readonly Passage[]> {
    for (const batch of batches) {
      read += batch.length;
      if (read > most) throw new MemoryBehind();
      yield batch;
    }
  }
  return {
    revision: (expert) => rows.revision(expert),
    changesSince: (expert, revision) => rows.changesSince(expert, revision),
    passagesOf: (expert, groups) => bounded(rows.passagesOf(expert, groups)),
    allPassages: (expert) => bounded(rows.allPassages(expert)),
    passagesIn: (expert, ranges) => bounded(rows.passagesIn(expert, ranges)),
  };
}

function heldBy(followed: Iterable<Followed>): HeldBytes {
  let [mapped, own] = [0, 0];
  for (const { index, bytes } of followed) {
    mapped += bytes;
    own += Math.max(0, index.residentBytes - bytes);
  }
  return { mapped, own };
}
