import {
  type BackgroundLane,
  type BackgroundLaneParts,
  createBackgroundLane,
  firstReserved,
} from "../background-lane.ts";
import type { Embedder } from "../embedder-ports.ts";
import type { MemoryService } from "../memory-service.ts";
import { embedNext } from "./passage-embedding.ts";
import type { DenseRows } from "./ports.ts";

export interface VectorLaneParts extends Pick<BackgroundLaneParts, "log" | "isReading" | "pause"> {
  readonly rows: DenseRows;
  readonly embedder: Embedder;
  readonly memory: Pick<MemoryService, "refresh">;
}

/** Deleted in one transaction. */
const sweptAtOnce = 200;

export function createVectorLane(parts: VectorLaneParts): BackgroundLane {
  return createBackgroundLane({
    ...parts,
    begin: parts.rows.adopt,
    step: (signal) => step(parts, signal),
    failed: "embedding.batch_failed",
  });
}

async function step({ rows, embedder, memory }: VectorLaneParts, signal: AbortSignal): Promise<boolean> {
  const next = await firstReserved(rows, await rows.behind());
  if (next === null) return (await rows.sweep(sweptAtOnce)) > 0;
  const taken = await embedNext({ rows, embedder, signal }, next.id);
  if (taken === null) throw new Error(`the expert ${next.id} is counted as behind, but no passage of it is`);
  const expert = await rows.expert(next.id);
  if (expert !== null) await memory.refresh(expert);
  return true;
}
