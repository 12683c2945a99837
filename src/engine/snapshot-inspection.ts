import type { InspectedSnapshot } from "../upkeep/snapshot-state.ts";
import { DeadSlots } from "./parts/dead-slots.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";

export async function inspectSnapshot(path: string): Promise<InspectedSnapshot> {
  const found = await openSnapshot(path, null);
  if (found.snapshot === null) return { state: found.unfit === "newer_format" ? "newer_format" : "damaged" };
  const { revision } = found.snapshot.facts;
  return { state: "whole", revision, passages: livePassages(found.snapshot) };
}

function livePassages({ facts, sections }: Snapshot): ReadonlySet<number> {
  const live = new Set<number>();
  for (const i of facts.parts.keys()) {
    const numbers = sections.get(`part${i}.no`) ?? new Uint32Array(0);
    const bits = sections.get(`part${i}.dead`);
    const dead = new DeadSlots(numbers.length, bits instanceof Uint32Array ? bits : undefined);
    for (const [slot, no] of numbers.entries()) if (!dead.has(slot)) live.add(no);
  }
  return live;
}
