/**
 * The job of models that make something of every passage, batch by batch: each batch is committed, so a process that ends
 * goes on after its last one. It comes after documents and questions.
 */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { inSteps, type JobKind } from "../runner/job-kind.ts";
import type { MemoryService } from "./memory-service.ts";
import type { ExpertBehind, SenseRows } from "./row-ports.ts";

interface DerivingParts {
  readonly rows: Pick<SenseRows, "adopt" | "reserve" | "sweep" | "expert">;
  /** Experts that have passages to be done, the one with the newest such source first. */
  readonly behind: () => Awaitable<readonly ExpertBehind[]>;
  /** Does the expert's next batch. Whether there was one. */
  readonly makeNext: (expert: ExpertId, signal: AbortSignal) => Promise<boolean>;
  readonly memory: Pick<MemoryService, "refresh">;
}

/** Rows of an older model that are deleted in one transaction: some milliseconds of work. */
const sweptAtOnce = 200;

export function derivingPassages(parts: DerivingParts): Omit<JobKind<null>, "name" | "failed"> {
  return {
    prepare: parts.rows.adopt,
    ...inSteps(({ signal }) => step(parts, signal)),
    heedsQuestions: true,
  };
}

/** Does one batch or, when none is waiting, deletes what is no longer needed. False when there is nothing to do. */
async function step({ rows, behind, makeNext, memory }: DerivingParts, signal: AbortSignal): Promise<boolean> {
  const next = await firstReserved(rows, await behind());
  if (next === null) return (await rows.sweep(sweptAtOnce)) > 0;
  if (!(await makeNext(next.id, signal)))
    throw new Error(`the expert ${next.id} is counted as behind, but no passage of it is`);
  // In the meantime its language may have changed, or it may have been deleted.
  const expert = await rows.expert(next.id);
  if (expert !== null) await memory.refresh(expert);
  return true;
}

/** The first that no other process works on; null if there is none. */
async function firstReserved(
  rows: Pick<SenseRows, "reserve">,
  experts: readonly ExpertBehind[],
): Promise<ExpertBehind | null> {
  for (const expert of experts) if (await rows.reserve(expert.id)) return expert;
  return null;
}
