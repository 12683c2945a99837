/** Updates indexes before every search, saves them, and closes the least recently used. */
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { openIndex, replay } from "./index-opening.ts";
import {
  type IndexSearch,
  type MemoryEngine,
  type MemoryIndex,
  profileOf,
  type SearchOutcome,
  type SenseTraits,
} from "./index-ports.ts";
import { createResident, isAtRest, isDue, type Resident, type SavePolicy, sameProfile } from "./resident.ts";
import type { IndexedExpert, PassageRows } from "./row-ports.ts";

export interface MemoryServiceParts {
  readonly engine: MemoryEngine;
  readonly rows: PassageRows;
  readonly sense: SenseTraits | null;
  readonly log: Log;
  readonly clock: Clock;
  readonly budgetBytes: number;
  readonly heldElsewhere?: () => number;
  readonly saveAfter?: Partial<SavePolicy>;
}

export interface MemoryStats {
  readonly residentExperts: number;
  readonly residentBytes: number;
  readonly budgetBytes: number;
}

class MemoryClosed extends Error {}

/** Passages added to a closed memory: enough that a question should not have to wait until they are indexed. */
const manyAdded = 2_000;

/** Saves after many changes, after 15 s without one, or when 10 minutes behind. */
const defaultPolicy: SavePolicy = { changes: 2_000, fraction: 1 / 8, idleMs: 15_000, behindMs: 600_000 };

export class MemoryService {
  readonly #parts: MemoryServiceParts;
  readonly #policy: SavePolicy;
  readonly #residents = new Map<ExpertId, Resident>();
  readonly #addedToClosed = new Map<ExpertId, number>();
  #fitting: Promise<void> = Promise.resolve();

  constructor(parts: MemoryServiceParts) {
    this.#parts = parts;
    this.#policy = { ...defaultPolicy, ...parts.saveAfter };
  }

  /** Includes everything committed before the call. @param revision the newest, if just read */
  search(expert: IndexedExpert, request: IndexSearch, revision?: number): Promise<SearchOutcome> {
    return this.#withCurrent(expert, (index) => index.search(request), revision);
  }

  /** After a commit. A closed memory is opened once many passages were added. @param added passages */
  async refresh(expert: IndexedExpert, added?: number): Promise<void> {
    const resident = this.#residents.get(expert.id);
    // One that is being opened or updated reads what is committed meanwhile, now or before the next search.
    if (resident !== undefined) return resident.index === null ? undefined : this.#withCurrent(expert, () => undefined);
    const unread = (this.#addedToClosed.get(expert.id) ?? 0) + (added ?? 0);
    if (unread > 0) this.#addedToClosed.set(expert.id, unread);
    if (unread < manyAdded || this.#heldBytes() > this.#parts.budgetBytes / 2) return;
    // Not awaited, because it may take longer than the document's own deadline.
    this.#withCurrent(expert, () => undefined).catch((error) => {
      if (!(error instanceof MemoryClosed)) this.#parts.log.error("memory.not_opened", error, { expert: expert.id });
    });
  }

  async forget(expert: ExpertId): Promise<void> {
    const resident = this.#residents.get(expert);
    this.#addedToClosed.delete(expert);
    if (resident !== undefined) await this.#evict(resident, "unsaved");
    await this.#parts.engine.discard(expert);
  }

  async flush(): Promise<void> {
    await this.#fitting;
    const now = this.#parts.clock.now();
    for (const resident of this.#residents.values()) {
      const compacts = !resident.isCompact && isAtRest(resident, this.#policy, now);
      if (compacts || isDue(resident, this.#policy, { now, calm: true })) await this.#save(resident, compacts);
    }
  }

  async close(): Promise<void> {
    const residents = [...this.#residents.values()];
    for (const { closing } of residents) closing.abort(new MemoryClosed());
    await Promise.all(residents.map((resident) => this.#evict(resident, "saved")));
  }

  stats(): MemoryStats {
    const { budgetBytes } = this.#parts;
    return { residentExperts: this.#residents.size, residentBytes: this.#heldBytes(), budgetBytes };
  }

  async #withCurrent<T>(expert: IndexedExpert, work: (index: MemoryIndex) => T, revision?: number): Promise<T> {
    const resident = await this.#residentOf(expert);
    const outcome = await resident.mutex.run(async () => {
      if (this.#residents.get(expert.id) !== resident) return null;
      resident.usedAt = this.#parts.clock.now();
      return { result: work(await this.#catchUp(resident, revision)) };
    });
    if (outcome === null) return this.#withCurrent(expert, work, revision);
    if (isDue(resident, this.#policy, { now: this.#parts.clock.now(), calm: false })) void this.#save(resident);
    return outcome.result;
  }

  async #residentOf({ id, ...expert }: IndexedExpert): Promise<Resident> {
    const profile = profileOf(expert, this.#parts.sense);
    const found = this.#residents.get(id);
    if (found !== undefined && !sameProfile(found.profile, profile)) await this.#evict(found, "unsaved");
    const current = this.#residents.get(id);
    if (current !== undefined) return current;
    const made = createResident(id, profile, this.#parts.clock.now());
    this.#residents.set(id, made);
    this.#addedToClosed.delete(id);
    return made;
  }

  /** The mutex must be held. */
  async #catchUp(resident: Resident, revision?: number): Promise<MemoryIndex> {
    const open = resident.index;
    if (open !== null && open.revision === revision) return open;
    // Another question may have read a newer revision.
    const committed = await this.#parts.rows.revision(resident.expert);
    if (open?.revision === committed) return open;
    // If this fails half-way, the index must not be used.
    resident.index = null;
    const parts = { ...this.#parts, signal: resident.closing.signal };
    const { index, changed } = await (open === null
      ? openIndex(parts, resident.expert, resident.profile)
      : replay(parts, resident.expert, open, committed));
    resident.index = index;
    this.#noteChange(resident, changed);
    if (this.#heldBytes() > this.#parts.budgetBytes) {
      this.#fitting = this.#fitting
        .then(() => this.#fitBudget(resident))
        .catch((error) => this.#parts.log.error("memory.not_let_go", error));
    }
    return index;
  }

  #noteChange(resident: Resident, changed: number): void {
    if (changed === 0) return;
    const now = this.#parts.clock.now();
    if (resident.unsaved === 0) resident.behindSince = now;
    resident.unsaved += changed;
    resident.changedAt = now;
    resident.isCompact = false;
  }

  /** Never fails: without a snapshot the next start rebuilds. */
  #save(resident: Resident, compacts = false): Promise<void> {
    const { index, unsaved } = resident;
    if (resident.saving !== null) return resident.saving;
    if (index === null || (unsaved === 0 && !compacts)) return Promise.resolve();
    resident.saving = this.#write(index, resident, compacts)
      .catch((error) => this.#parts.log.error("memory.snapshot_failed", error, { expert: resident.expert }))
      .finally(() => {
        resident.saving = null;
      });
    return resident.saving;
  }

  async #write(index: MemoryIndex, resident: Resident, compacts: boolean): Promise<void> {
    const { unsaved } = resident;
    if (compacts) resident.isCompact = true;
    const isCompacted = compacts && (await index.compact?.());
    if (unsaved === 0 && isCompacted !== true) return;
    await index.save();
    resident.unsaved -= unsaved;
    resident.behindSince = this.#parts.clock.now();
  }

  #evict(resident: Resident, how: "saved" | "unsaved"): Promise<void> {
    return resident.mutex.run(async () => {
      resident.index?.hasten?.();
      await resident.saving;
      if (how === "saved") await this.#save(resident);
      resident.index?.close();
      resident.index = null;
      if (this.#residents.get(resident.expert) === resident) this.#residents.delete(resident.expert);
    });
  }

  async #fitBudget(inUse: Resident): Promise<void> {
    const idle = [...this.#residents.values()].filter((one) => one !== inUse && one.index !== null && !one.mutex.busy);
    for (const resident of idle.sort((a, b) => a.usedAt - b.usedAt)) {
      if (this.#heldBytes() <= this.#parts.budgetBytes) return;
      await this.#evict(resident, "saved");
    }
  }

  #heldBytes(): number {
    const elsewhere = this.#parts.heldElsewhere?.() ?? 0;
    return [...this.#residents.values()].reduce((sum, one) => sum + (one.index?.residentBytes ?? 0), elsewhere);
  }
}
