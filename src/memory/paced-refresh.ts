/** Updates memories after commits: at once for a single document, every tenth of a second for many. */
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { realTimer, type StartTimer } from "../kernel/timer.ts";
import type { MemoryService } from "./memory-service.ts";
import type { IndexedExpert } from "./row-ports.ts";

export interface PacedRefresh extends Pick<MemoryService, "refresh"> {
  stop(): void;
}

interface PacedRefreshParts {
  readonly memory: Pick<MemoryService, "refresh">;
  readonly log: Log;
  readonly startTimer?: StartTimer;
}

const pace = 100;

export function createPacedRefresh({ memory, log, startTimer = realTimer }: PacedRefreshParts): PacedRefresh {
  const resting = new Map<ExpertId, { next: IndexedExpert | null; readonly stopTimer: () => void }>();
  let isStopped = false;
  const refresh = async (expert: IndexedExpert): Promise<void> => {
    if (isStopped) return;
    const rest = resting.get(expert.id);
    if (rest !== undefined) {
      rest.next = expert;
      return;
    }
    resting.set(expert.id, { next: null, stopTimer: startTimer(pace, () => resume(expert.id)) });
    await memory.refresh(expert);
  };
  const resume = (id: ExpertId) => {
    const next = resting.get(id)?.next ?? null;
    resting.delete(id);
    if (next !== null) refresh(next).catch((error) => log.error("ingest.memory_behind", error, { expert: id }));
  };
  return {
    refresh,
    stop: () => {
      isStopped = true;
      for (const { stopTimer } of resting.values()) stopTimer();
    },
  };
}
