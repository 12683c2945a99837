/** Models that make something of every passage, batch by batch, after documents and questions. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { afterQuestions } from "../runner/courtesy.ts";
import { inSteps, type JobKind } from "../runner/job-kind.ts";
import type { Embedder } from "./embedder-ports.ts";
import { maySpeak, type SenseTraits } from "./index-ports.ts";
import type { MemoryService } from "./memory-service.ts";
import { embedNext } from "./passage-embedding.ts";
import { encodeNext } from "./passage-sense.ts";
import type { DenseRows, DerivedRows, ExpertBehind } from "./row-ports.ts";
import type { SenseEncoder } from "./sense.ts";

export interface SenseJobParts {
  readonly rows: DerivedRows<"sense">;
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
      behind: async () => (await rows.behind()).filter(({ language }) => maySpeak(model, language)),
      makeNext: async (expert, signal) => (await encodeNext({ ...parts, signal }, expert)) > 0,
    }),
    failed: "sense.batch_failed",
  };
}

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
      behind: async () => (await parts.rows.behind()).filter(({ language }) => maySpeak(parts.embedder, language)),
      makeNext: async (expert, signal) => (await embedNext({ ...parts, signal }, expert)) !== null,
    }),
    failed: "embedding.batch_failed",
  };
}

interface DerivingParts {
  readonly rows: Pick<DenseRows, "adopt" | "reserve" | "sweep" | "expert">;
  readonly behind: () => Awaitable<readonly ExpertBehind[]>;
  readonly makeNext: (expert: ExpertId, signal: AbortSignal) => Promise<boolean>;
  readonly memory: Pick<MemoryService, "refresh">;
}

const sweptAtOnce = 200;

function derivingPassages(parts: DerivingParts): Omit<JobKind<null>, "name" | "failed"> {
  return {
    prepare: parts.rows.adopt,
    ...inSteps(({ signal }) => step(parts, signal)),
    questionsFirst: afterQuestions,
  };
}

/** Makes one batch, or deletes what is no longer needed. False: nothing to do. */
async function step({ rows, behind, makeNext, memory }: DerivingParts, signal: AbortSignal): Promise<boolean> {
  const next = await firstReserved(rows, await behind());
  if (next === null) return (await rows.sweep(sweptAtOnce)) > 0;
  if (!(await makeNext(next.id, signal)))
    throw new Error(`the expert ${next.id} is counted as behind, but no passage of it is`);
  const expert = await rows.expert(next.id);
  if (expert !== null) await memory.refresh(expert);
  return true;
}

/** The first expert that no other process works on. */
async function firstReserved(
  rows: Pick<DenseRows, "reserve">,
  experts: readonly ExpertBehind[],
): Promise<ExpertBehind | null> {
  for (const expert of experts) if (await rows.reserve(expert.id)) return expert;
  return null;
}
