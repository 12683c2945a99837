/** Gives passages their vectors in the background, the newest source first, from a model in this process. */
import type { JobKind } from "../../runner/job-kind.ts";
import { derivingPassages } from "../derived-passages.ts";
import type { Embedder } from "../embedder-ports.ts";
import type { MemoryService } from "../memory-service.ts";
import { embedNext } from "./passage-embedding.ts";
import type { DenseRows } from "./ports.ts";

export interface VectorJobParts {
  readonly rows: DenseRows;
  readonly embedder: Embedder;
  readonly memory: Pick<MemoryService, "refresh">;
}

export function vectorJob(parts: VectorJobParts): JobKind<null> {
  return {
    name: "vectors",
    ...derivingPassages({
      ...parts,
      behind: parts.rows.behind,
      makeNext: async (expert, signal) => (await embedNext({ ...parts, signal }, expert)) !== null,
    }),
    failed: "embedding.batch_failed",
  };
}
