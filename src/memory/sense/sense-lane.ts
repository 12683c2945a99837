import {
  type BackgroundLane,
  type BackgroundLaneParts,
  createBackgroundLane,
  firstReserved,
} from "../background-lane.ts";
import { mayHaveSense, type SenseTraits } from "../index-profile.ts";
import type { MemoryService } from "../memory-service.ts";
import type { SenseRows } from "../row-ports.ts";
import { encodeNext } from "./passage-sense.ts";
import type { SenseEncoder } from "./sense.ts";

export interface SenseLaneParts extends Pick<BackgroundLaneParts, "log" | "isReading" | "pause"> {
  readonly rows: SenseRows;
  readonly model: SenseTraits;
  readonly encoder: SenseEncoder;
  readonly memory: Pick<MemoryService, "refresh">;
}

/** Deleted in one transaction. */
const sweptAtOnce = 200;

export function createSenseLane(parts: SenseLaneParts): BackgroundLane {
  return createBackgroundLane({
    ...parts,
    begin: parts.rows.adopt,
    step: (signal) => step(parts, signal),
    failed: "sense.batch_failed",
  });
}

async function step(parts: SenseLaneParts, signal: AbortSignal): Promise<boolean> {
  const { rows, model, memory } = parts;
  const behind = await rows.behind();
  const next = await firstReserved(
    rows,
    behind.filter(({ language }) => mayHaveSense(model, language)),
  );
  if (next === null) return (await rows.sweep(sweptAtOnce)) > 0;
  const taken = await encodeNext({ ...parts, signal }, next.id);
  if (taken === 0) throw new Error(`the expert ${next.id} is counted as behind, but no passage of it is`);
  const expert = await rows.expert(next.id);
  if (expert !== null) await memory.refresh(expert);
  return true;
}
