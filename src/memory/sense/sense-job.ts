/** Gives passages their sense in the background, the newest source first. */
import type { JobKind } from "../../runner/job-kind.ts";
import { derivingPassages } from "../derived-passages.ts";
import { mayHaveSense, type SenseTraits } from "../index-profile.ts";
import type { MemoryService } from "../memory-service.ts";
import type { SenseRows } from "../row-ports.ts";
import { encodeNext } from "./passage-sense.ts";
import type { SenseEncoder } from "./sense.ts";

export interface SenseJobParts {
  readonly rows: SenseRows;
  readonly model: SenseTraits;
  readonly encoder: SenseEncoder;
  readonly memory: Pick<MemoryService, "refresh">;
}

export function senseJob(parts: SenseJobParts): JobKind<null> {
  const { rows, model } = parts;
  return {
    name: "sense",
    ...derivingPassages({
      ...parts,
      behind: async () => (await rows.behind()).filter(({ language }) => mayHaveSense(model, language)),
      makeNext: async (expert, signal) => (await encodeNext({ ...parts, signal }, expert)) > 0,
    }),
    failed: "sense.batch_failed",
  };
}
