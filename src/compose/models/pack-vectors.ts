/** Builds the parts that give passages the vectors of an installed model pack. */
import type { Expert } from "../../experts/expert.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import type { Log } from "../../kernel/log.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { DenseRows } from "../../memory/embedding/ports.ts";
import { createVectorLane } from "../../memory/embedding/vector-lane.ts";
import type { MemoryService } from "../../memory/memory-service.ts";
import type { Stores } from "../stores.ts";

export type PackVectors = NonNullable<ReturnType<typeof composePackVectors>>;

/** Null: passages get their vectors before their source is ready, or none. */
export function packRows(embedder: Embedder | null, { dense }: Pick<Stores, "dense">): DenseRows | null {
  if (embedder?.inBackground !== true || embedder.dimensions === null) return null;
  const { model, recipe, dimensions } = embedder;
  return dense({ model, recipe, dimensions });
}

/**
 * Null: passages get their vectors before their source is ready, or none.
 * @param isOthersTurn whether something is being done that comes first.
 */
export function composePackVectors(
  embedder: Embedder | null,
  stores: Pick<Stores, "dense">,
  memory: MemoryService,
  log: Log,
  isOthersTurn: () => boolean,
) {
  const rows = packRows(embedder, stores);
  if (embedder === null || rows === null) return null;
  const { model } = embedder;
  return {
    lane: createVectorLane({ rows, embedder, memory, log, isReading: isOthersTurn }),
    /** Null: the expert stays with vectors of another model. */
    progress: ({ id }: Expert) => whenKnown(rows.count(id), (counted) => counted && { model, ...counted }),
    /** Passages of all experts without a vector. */
    waiting: rows.waiting,
  };
}
