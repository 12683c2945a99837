/** Runs the checks of experts whose memory changed, in the background. */
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Check } from "./check.ts";
import type { CheckService } from "./check-service.ts";

export interface CheckLane {
  changed(expert: ExpertId): void;
  /** Does nothing while documents are read. To be called every second or so. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

interface CheckLaneParts {
  readonly checks: Pick<CheckService, "list" | "run">;
  readonly expertOf: (id: ExpertId) => Awaitable<Expert | null>;
  readonly isBusy: () => boolean;
  readonly log: Log;
}

export function createCheckLane({ checks, expertOf, isBusy, log }: CheckLaneParts): CheckLane {
  const due = new Set<ExpertId>();
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  const runFor = async (id: ExpertId) => {
    const expert = await expertOf(id);
    const before = expert === null ? [] : await checks.list(expert);
    if (expert === null || before.length === 0) return;
    const passed = new Set(before.filter(hasPassed).map((check) => check.id));
    const after = await checks.run(expert, ending.signal);
    for (const check of after.filter((one) => passed.has(one.id) && !hasPassed(one))) {
      log.warn("check.failed", { expert: id, check: check.id });
    }
  };
  const runOrLog = (id: ExpertId) =>
    runFor(id).catch((error: unknown) => {
      if (!ending.signal.aborted) log.error("check.run_failed", error, { expert: id });
    });
  const runAll = async () => {
    for (const id of due) {
      if (ending.signal.aborted || isBusy()) return;
      due.delete(id);
      await runOrLog(id);
    }
  };
  return {
    changed: (expert) => void due.add(expert),
    look: async () => {
      running ??= runAll().finally(() => {
        running = null;
      });
      await running;
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

const hasPassed = ({ lastRun }: Check) => lastRun?.faults.length === 0;
