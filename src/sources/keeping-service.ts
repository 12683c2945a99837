import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { SourceId } from "../kernel/ids.ts";
import { apiKeeper, type SourceKeeper } from "../kernel/keepers.ts";
import type { Log } from "../kernel/log.ts";
import { type HeldChange, isHeld, judged, type KeeperState, type WantedChange } from "./mass-change.ts";
import type { KeeperRecord, KeeperStore } from "./ports/keeping-ports.ts";
import type { SourceService } from "./source-service.ts";

export type KeepingService = ReturnType<typeof createKeepingService>;

interface KeepingParts {
  readonly store: KeeperStore;
  readonly sources: Pick<SourceService, "release">;
  readonly clock: Clock;
  readonly log: Log;
  readonly confirmed: (expert: Expert, keeper: SourceKeeper) => Awaitable<void>;
}

export function createKeepingService(parts: KeepingParts) {
  const { store, sources: all, clock, confirmed } = parts;
  const find = async (expert: Expert, keeper: SourceKeeper) =>
    (await store.list(expert.id)).find((each) => each.keeper === keeper) ?? null;
  const settled = async (expert: Expert, keeper: SourceKeeper, held: HeldChange | null) => {
    const state = await store.change(expert.id, keeper, (now) => ({ ...now, held }));
    return (await find(expert, keeper)) ?? { ...state, expertId: expert.id, keeper, sources: 0 };
  };
  return {
    /** Deletes sources that nobody else keeps; holds a mass deletion. An empty list withdraws earlier wishes. */
    release: (expert: Expert, keeper: SourceKeeper, wanted: readonly SourceId[]) =>
      release(parts, expert, keeper, wanted),
    /** Asks whether these may all get the same content. Null: they may; otherwise held. An empty list withdraws the wish. */
    replace: async (expert: Expert, keeper: SourceKeeper, wanted: readonly SourceId[]) => {
      const sources = (await store.keptOf(expert.id, keeper, wanted)).map(({ id }) => id);
      const state = await judge(parts, expert, { keeper, kind: "changes", sources });
      return isHeld(state, "changes") ? state.held : null;
    },
    list: (expert: Expert) => store.list(expert.id),
    find,
    /** Allows what is held; the keeper does it at its next look. @throws Fault `nothing_held` */
    confirm: async (expert: Expert, keeper: SourceKeeper) => {
      const held = waitingIn(await find(expert, keeper), keeper);
      const record = await settled(expert, keeper, { ...held, confirmedAt: clock.now() });
      await confirmed(expert, keeper);
      return record;
    },
    /** Forbids what is held: the sources stay, and the API keeps them. @throws Fault `nothing_held` */
    dismiss: async (expert: Expert, keeper: SourceKeeper) => {
      const held = waitingIn(await find(expert, keeper), keeper);
      for (const source of held.deletions) await all.release(expert, source, { keeper, heir: apiKeeper });
      return settled(expert, keeper, null);
    },
    waiting: async () => (await store.waiting()).map(sentenceOf),
  };
}

async function release(parts: KeepingParts, expert: Expert, keeper: SourceKeeper, wanted: readonly SourceId[]) {
  const { store, sources: all } = parts;
  const kept = await store.keptOf(expert.id, keeper, wanted);
  const sources = kept.map(({ id }) => id);
  const counted = kept.flatMap(({ id, isOnly }) => (isOnly ? [id] : []));
  const state = await judge(parts, expert, { keeper, kind: "deletions", sources, counted });
  if (isHeld(state, "deletions")) return { released: 0, held: state.held };
  for (const source of sources) await all.release(expert, source, { keeper, heir: null });
  if (state.held !== null) await judge(parts, expert, { keeper, kind: "deletions", sources: [] });
  return { released: sources.length, held: null };
}

/** Logs counts only: names of files and addresses are content. */
async function judge(
  { store, clock, log }: KeepingParts,
  { id }: Expert,
  { keeper, ...wanted }: Omit<WantedChange, "kept" | "at"> & { keeper: SourceKeeper },
): Promise<KeeperState> {
  const { kind, sources } = wanted;
  let before: HeldChange | null = null;
  const state = await store.change(id, keeper, (now, kept) => {
    before = now.held;
    if (sources.length === 0 && now.held === null) return null;
    return judged(now, { ...wanted, kept, at: clock.now() });
  });
  if (isHeld(state, kind) && !isHeld({ done: [], held: before }, kind))
    log.warn("keeper.held", { expert: id, keeper, kind, sources: sources.length });
  return state;
}

function waitingIn(record: KeeperRecord | null, keeper: SourceKeeper): HeldChange {
  if (record?.held != null && record.held.confirmedAt === null) return record.held;
  throw new Fault("nothing_held", `Nothing of "${keeper}" waits for a confirmation.`, {
    hint: "GET /v1/experts/{id}/keepers lists the folders and sites, and what is held.",
  });
}

function sentenceOf({ expertId, keeper, held }: Omit<KeeperRecord, "sources">): string {
  const { deletions = [], changes = [] } = held ?? {};
  const counts = [
    ...(deletions.length > 0 ? [`${deletions.length} deletions`] : []),
    ...(changes.length > 0 ? [`${changes.length} replacements`] : []),
  ];
  return `${counts.join(" and ")} by ${keeper} in ${expertId} wait for a confirmation`;
}
