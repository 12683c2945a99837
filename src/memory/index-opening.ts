import type { AnyIterable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { nextTurn } from "../kernel/pause.ts";
import { changesBetween } from "./change-log.ts";
import type { IndexProfile, MemoryEngine, MemoryIndex, Passage } from "./index-ports.ts";
import { foldChanges, type OpeningPlan, planOpening } from "./recovery.ts";
import type { MemoryChange, PassageRows } from "./row-ports.ts";

export interface OpeningParts {
  readonly engine: MemoryEngine;
  readonly rows: PassageRows;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

export interface Opened {
  readonly index: MemoryIndex;
  /** Changes that the snapshot lacks. */
  readonly changed: number;
}

/** At the committed revision or later. Serves requests between batches. @throws the signal's reason */
export async function openIndex(parts: OpeningParts, expert: ExpertId, profile: IndexProfile): Promise<Opened> {
  const opening = await parts.engine.open(expert, profile);
  if (opening.index !== null) return replayFromNewest(parts, expert, opening.index);
  const rowsRevision = await parts.rows.revision(expert);
  const plan = planOpening({ snapshotRevision: null, unfit: opening.unfit, rowsRevision, changes: null });
  return carryOut(parts, expert, { plan, profile, index: null });
}

/** Reading more takes longer than fetching another node's index. */
const manyChanges = 1000;

async function replayFromNewest(parts: OpeningParts, expert: ExpertId, index: MemoryIndex): Promise<Opened> {
  const { engine, rows } = parts;
  if (engine.newer === undefined) return replay(parts, expert, index);
  const newest = await rows.revision(expert);
  const isFarBehind = changesBetween(index.revision, newest) > manyChanges;
  const newer = isFarBehind ? await engine.newer(expert, index.profile, index.revision) : null;
  if (newer === null) return replay(parts, expert, index, newest);
  index.close();
  return replay(parts, expert, newer);
}

/** To the committed revision or later; rebuilds if that is impossible. @param revision the newest, if just read */
export async function replay(
  parts: OpeningParts,
  expert: ExpertId,
  index: MemoryIndex,
  revision?: number,
): Promise<Opened> {
  const rowsRevision = revision ?? (await parts.rows.revision(expert));
  const behind = index.revision < rowsRevision;
  const changes = behind ? await parts.rows.changesSince(expert, index.revision) : [];
  const plan = planOpening({ snapshotRevision: index.revision, unfit: null, rowsRevision, changes });
  return carryOut(parts, expert, { plan, profile: index.profile, index });
}

interface OpeningStep {
  readonly plan: OpeningPlan;
  readonly profile: IndexProfile;
  readonly index: MemoryIndex | null;
}

async function carryOut(parts: OpeningParts, expert: ExpertId, step: OpeningStep): Promise<Opened> {
  const { plan, profile, index } = step;
  if (plan.action === "rebuild") {
    parts.log.info("memory.rebuilt", { expert, reason: plan.reason });
    index?.close();
    return rebuild(parts, expert, profile);
  }
  if (index === null) return { index: parts.engine.create(expert, profile), changed: 0 };
  if (plan.action !== "replay") return { index, changed: 0 };
  const changed = await applyChanges(parts, expert, index, plan.changes);
  if (await isWhole(parts, expert, index, plan.changes)) return { index, changed };
  const further = await replay(parts, expert, index);
  return { index: further.index, changed: changed + further.changed };
}

/** False: a group was removed between reading the log and its passages, so its removal must be replayed before a search. */
async function isWhole(
  { rows }: OpeningParts,
  expert: ExpertId,
  index: MemoryIndex,
  changes: readonly MemoryChange[],
): Promise<boolean> {
  const read = new Set(changes.flatMap(({ addedGroups }) => addedGroups));
  if (read.size === 0) return true;
  const later = await rows.changesSince(expert, index.revision);
  return later?.every(({ removedGroups }) => !removedGroups.some((group) => read.has(group))) ?? false;
}

/** Replays what is committed during the rebuild. `add` tolerates passages that come twice. */
async function rebuild(parts: OpeningParts, expert: ExpertId, profile: IndexProfile): Promise<Opened> {
  const revision = await parts.rows.revision(expert);
  const index = parts.engine.create(expert, profile);
  const added = await addAll(parts, index, parts.rows.allPassages(expert));
  index.settle(revision);
  const caughtUp = await replay(parts, expert, index);
  return { index: caughtUp.index, changed: caughtUp.changed + added };
}

async function applyChanges(
  parts: OpeningParts,
  expert: ExpertId,
  index: MemoryIndex,
  changes: readonly MemoryChange[],
): Promise<number> {
  const folded = foldChanges(changes);
  if (folded === null) return 0;
  index.removeGroups(folded.removedGroups);
  const { addedGroups, sensed } = folded;
  const added = addedGroups.length === 0 ? 0 : await addAll(parts, index, parts.rows.passagesOf(expert, addedGroups));
  const enriched = sensed.length === 0 ? 0 : await addAll(parts, index, parts.rows.passagesIn(expert, sensed));
  index.settle(folded.revision);
  return added + enriched + folded.removedGroups.length;
}

/** An index of an old model does not accept new vectors or sense. */
function fitting(passage: Passage, { embedding, sense }: IndexProfile): Passage {
  const isOfModel = passage.vector === null || passage.vector.length === embedding?.dimensions;
  const isWanted = passage.sense === null || sense !== null;
  if (isOfModel && isWanted) return passage;
  return { ...passage, vector: isOfModel ? passage.vector : null, sense: isWanted ? passage.sense : null };
}

const slice = 64;

async function addAll(
  { signal }: Pick<OpeningParts, "signal">,
  index: MemoryIndex,
  batches: AnyIterable<readonly Passage[]>,
): Promise<number> {
  let added = 0;
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += slice) {
      signal?.throwIfAborted();
      index.add(batch.slice(start, start + slice).map((passage) => fitting(passage, index.profile)));
      if (start + slice < batch.length || batch.length >= slice) await nextTurn();
    }
    added += batch.length;
  }
  return added;
}
