/** Notes in the model that a deed is being done, before it is sent. */
import type { Deed, ExpertDeed, SourceDeed } from "./deed.ts";
import { after } from "./source-state.ts";
import { newLedger } from "./usage-ledger.ts";
import { type ExpertModel, expertOf, type Slot, slotOf, type World } from "./world.ts";

export interface Begun<D extends Deed = Deed> {
  readonly deed: D;
  /** In the world's time. */
  readonly at: number;
  /** How many deeds had been begun with the slot, where it is about one. */
  readonly slotBegun: number;
}

export function begin<D extends Deed>(world: World, deed: D): Begun<D> {
  world.now += 1;
  const slotBegun = noted(world, deed);
  return { deed, at: world.now, slotBegun };
}

function noted(world: World, deed: Deed): number {
  switch (deed.kind) {
    case "put_source":
    case "patch_source":
    case "delete_source":
      return beginSource(world, deed);
    case "create_expert":
    case "patch_expert":
    case "delete_expert":
      return beginExpert(world, deed);
    case "revoke_key":
      doubtKey(world, deed.id);
      return 0;
    case "peek":
      return slotOf(world, deed).begun;
    case "create_key":
    case "use_key":
    case "query":
    case "chat":
      return 0;
  }
}

function beginExpert(world: World, deed: ExpertDeed): number {
  const expert = world.experts.get(deed.expert) ?? newExpert(deed.expert);
  world.experts.set(deed.expert, expert);
  expert.underWay = deed;
  return 0;
}

function newExpert(slug: string): ExpertModel {
  return {
    slug,
    id: null,
    exists: false,
    description: "",
    underWay: null,
    doubt: null,
    slots: new Map(),
    ledger: newLedger(),
    fresh: [],
  };
}

function beginSource(world: World, deed: SourceDeed): number {
  const { slots } = expertOf(world, deed.expert);
  const slot = slots.get(deed.slot) ?? newSlot(deed);
  slots.set(deed.slot, slot);
  slot.underWay = deed;
  slot.begun += 1;
  if (deed.kind === "put_source" && deed.again?.done !== true) locate(world, slot, deed);
  return slot.begun;
}

function newSlot(deed: SourceDeed): Slot {
  const external = deed.kind === "put_source" && deed.external;
  return { name: deed.slot, external, state: null, underWay: null, doubt: null, begun: 0 };
}

/** From now on it may be found. */
function locate(world: World, slot: Slot, deed: Extract<SourceDeed, { kind: "put_source" }>): void {
  const { document } = deed;
  const version = after(slot.state, deed)?.versions.length ?? 1;
  const chunks = world.documents.get(document.token)?.chunks ?? null;
  world.documents.set(document.token, {
    expert: deed.expert,
    slot: deed.slot,
    version,
    document,
    retiredAt: null,
    chunks,
  });
}

function doubtKey({ keys }: World, id: string): void {
  const at = keys.findIndex((key) => key.id === id);
  const key = keys[at];
  if (key !== undefined) keys[at] = { ...key, state: "doubtful" };
}
