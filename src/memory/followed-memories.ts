/** Memories of a thread that only reads: the owner's snapshots and a few later commits. */
import type { AnyIterable, Immediate } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { type Log, silentLog } from "../kernel/log.ts";
import { recentlyUsed } from "../kernel/stores/recently-used.ts";
import { replay } from "./index-opening.ts";
import {
  type IndexProfile,
  type MemoryEngine,
  type MemoryIndex,
  type Passage,
  profileOf,
  type SenseTraits,
  type SnapshotOpening,
  type SnapshotReader,
} from "./index-ports.ts";
import type { MemoryService } from "./memory-service.ts";
import { sameProfile } from "./resident.ts";
import type { IndexedExpert, PassageRows } from "./row-ports.ts";

/** The thread cannot search this memory as it was committed, but its owner can. */
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
  readonly rows: Omit<PassageRows, "revision"> & Immediate<Pick<PassageRows, "revision">>;
  readonly sense: SenseTraits | null;
  /** A memory in use stays, whatever its size. */
  readonly budgetBytes: number;
}

/** Passages added to a snapshot: some 100 ms of work. The owner saves after as many changes. */
const mostAdded = 2000;
/** Questions between looks for a newer snapshot, which may be compact at the same revision. */
const questionsALook = 64;
const mostStale = 1000;

interface Followed extends SnapshotOpening {
  added: number;
  usedAt: number;
  asked: number;
}

/** Searches must not overlap, and the rows must stay the same during each. */
export function followMemories(parts: FollowedMemoriesParts): FollowedMemories {
  const { snapshots, rows, sense } = parts;
  const open = openIndexes(parts.budgetBytes);
  const stale = recentlyUsed<string>(mostStale);
  const newest = async (expert: IndexedExpert): Promise<Followed> => {
    open.drop(expert.id);
    if (stale.get(expert.id) === snapshots.stamp(expert.id)) throw new MemoryBehind();
    return open.add(expert.id, await snapshots.open(expert.id, profileOf(expert, sense)));
  };
  const catchUp = async (followed: Followed, expert: ExpertId, revision: number): Promise<void> => {
    try {
      await addChanges(followed, rows, expert, revision);
    } catch (error) {
      open.drop(expert);
      if (error instanceof MemoryBehind) stale.set(expert, followed.stamp);
      throw error;
    }
  };
  const isNewest = ({ stamp }: Followed, expert: ExpertId) => stamp === snapshots.stamp(expert);
  const follow = async (expert: IndexedExpert, revision: number): Promise<MemoryIndex> => {
    const { id } = expert;
    const known = open.withProfile(id, profileOf(expert, sense));
    if (known?.index.revision === revision && (++known.asked % questionsALook !== 0 || isNewest(known, id)))
      return open.used(known).index;
    try {
      const followed = known && isNewest(known, id) ? known : await newest(expert);
      // The snapshot is newer than the rows that are read.
      if (followed.index.revision > revision) throw new MemoryBehind();
      await catchUp(followed, id, revision);
      return followed.index;
    } finally {
      open.fitBudget(id);
    }
  };
  const search: MemoryService["search"] = async (expert, request, revision = rows.revision(expert.id)) =>
    (await follow(expert, revision)).search(request);
  return { search, forget: open.forget, held: open.held };
}

function openIndexes(budgetBytes: number) {
  const open = new Map<ExpertId, Followed>();
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
  return {
    drop,
    withProfile: (expert: ExpertId, profile: IndexProfile) => {
      const found = open.get(expert);
      return found && sameProfile(found.index.profile, profile) ? found : undefined;
    },
    add: (expert: ExpertId, opening: SnapshotOpening): Followed => {
      const followed = { ...opening, added: 0, usedAt: ++uses, asked: 0 };
      open.set(expert, followed);
      return followed;
    },
    used: (followed: Followed) => Object.assign(followed, { usedAt: ++uses }),
    forget: (expert: ExpertId) => {
      drop(expert);
      count();
    },
    fitBudget: (inUse: ExpertId) => {
      const others = [...open].filter(([expert]) => expert !== inUse).sort(([, a], [, b]) => a.usedAt - b.usedAt);
      for (const [expert] of others) {
        const { mapped, own } = heldBy(open.values());
        if (mapped + own <= budgetBytes) break;
        drop(expert);
      }
      count();
    },
    held: () => held,
  };
}

async function addChanges(followed: Followed, all: PassageRows, expert: ExpertId, revision: number) {
  const rows = boundedRows(all, mostAdded - followed.added);
  const { index, changed } = await replay({ engine: buildsNothing, rows, log }, expert, followed.index, revision);
  if (index !== followed.index) throw new MemoryBehind();
  followed.added += changed;
}

/** Rebuilding and its log lines are the owner's. */
const log: Log = silentLog;
const buildsNothing: MemoryEngine = {
  create: () => {
    throw new MemoryBehind();
  },
  open: () => Promise.reject(new MemoryBehind()),
  discard: () => Promise.reject(new MemoryBehind()),
};

function boundedRows(rows: PassageRows, most: number): PassageRows {
  let read = 0;
  async function* bounded(batches: AnyIterable<readonly Passage[]>): AsyncIterable<readonly Passage[]> {
    for await (const batch of batches) {
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
