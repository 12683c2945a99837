/** Builds the parts that give passages the vectors of an installed model pack. */
import type { Expert } from "../../experts/expert.ts";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { Log } from "../../kernel/log.ts";
import type { DenseRows } from "../../memory/embedding/ports.ts";
import { createVectorLane } from "../../memory/embedding/vector-lane.ts";
import type { MemoryService } from "../../memory/memory-service.ts";
import type { Embedder } from "../../memory/ports.ts";
import type { Database } from "../../storage/database.ts";
import { denseRows } from "../../storage/dense/dense-rows.ts";

export type PackVectors = NonNullable<ReturnType<typeof composePackVectors>>;

/** Null: passages get their vectors before their source is ready, or none. */
export function packRows(embedder: Embedder | null, database: Database): Immediate<DenseRows> | null {
  if (embedder?.inBackground !== true || embedder.dimensions === null) return null;
  const { model, recipe, dimensions } = embedder;
  return denseRows(database, { model, recipe, dimensions });
}

/**
 * Null: passages get their vectors before their source is ready, or none.
 * @param isOthersTurn whether something is being done that comes first.
 */
export function composePackVectors(
  embedder: Embedder | null,
  database: Database,
  memory: MemoryService,
  log: Log,
  isOthersTurn: () => boolean,
) {
  const rows = packRows(embedder, database);
  if (embedder === null || rows === null) return null;
  const { model } = embedder;
  return {
    lane: createVectorLane({ rows, embedder, memory, log, isReading: isOthersTurn }),
    /** Null: the expert stays with vectors of another model. */
    progress: ({ id }: Expert) => {
      const counted = rows.count(id);
      return counted && { model, ...counted };
    },
    /** Passages of all experts without a vector. */
    waiting: rows.waiting,
  };
}
