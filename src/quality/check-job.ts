import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { JobKind } from "../runner/job-kind.ts";
import type { Check } from "./check.ts";
import type { CheckService } from "./check-service.ts";

interface CheckJobParts {
  readonly checks: Pick<CheckService, "list" | "run" | "behind">;
  readonly expertOf: (id: ExpertId) => Awaitable<Expert | null>;
  /** Experts with a changed memory, until their checks are run. */
  readonly changed: Set<ExpertId>;
  readonly isReading: () => boolean;
  readonly log: Log;
}

/** Milliseconds, so that checks are not run for each document. */
const lookEvery = 1000;

export function checkJob(parts: CheckJobParts): JobKind<ExpertId> {
  const { checks, changed, isReading, log } = parts;
  return {
    name: "checks",
    // Left by an earlier process.
    prepare: async () => {
      for (const expert of await checks.behind()) changed.add(expert);
    },
    claim: (most) => {
      const taken = [...changed].slice(0, most);
      for (const expert of taken) changed.delete(expert);
      return taken;
    },
    work: async (expert, { signal }) => {
      try {
        await runFor(parts, expert, signal);
      } catch (error) {
        if (!signal.aborted) log.error("check.run_failed", error, { expert });
      }
      return "done";
    },
    givesWayTo: isReading,
    waiting: () => changed.size,
    every: lookEvery,
    failed: "check.run_failed",
  };
}

async function runFor({ checks, expertOf, log }: CheckJobParts, id: ExpertId, signal: AbortSignal): Promise<void> {
  const expert = await expertOf(id);
  const before = expert === null ? [] : await checks.list(expert);
  if (expert === null || before.length === 0) return;
  const passed = new Set(before.filter(hasPassed).map((check) => check.id));
  const after = await checks.run(expert, signal);
  for (const check of after.filter((one) => passed.has(one.id) && !hasPassed(one))) {
    log.warn("check.failed", { expert: id, check: check.id });
  }
}

const hasPassed = ({ lastRun }: Check) => lastRun?.faults.length === 0;
