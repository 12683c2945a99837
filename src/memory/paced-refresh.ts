/** Updates memories after commits: at once for a single document, every tenth of a second for many. */
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { realTimer, type StartTimer } from "../kernel/timer.ts";
import type { MemoryService } from "./memory-service.ts";
import type { IndexedExpert } from "./row-ports.ts";

interface PacedRefreshParts {
  readonly memory: Pick<MemoryService, "refresh">;
  readonly log: Log;
  readonly startTimer?: StartTimer;
}

const pace = 100;

export function createPacedRefresh({ memory, log, startTimer = realTimer }: PacedRefreshParts) {
  const resting = new Map<ExpertId, { next: IndexedExpert | null; added: number; readonly stopTimer: () => void }>();
  let isStopped = false;
  const refresh = async (expert: IndexedExpert, added = 0): Promise<void> => {
    if (isStopped) return;
    const rest = resting.get(expert.id);
    if (rest !== undefined) {
      rest.next = expert;
      rest.added += added;
      return;
    }
    resting.set(expert.id, { next: null, added: 0, stopTimer: startTimer(pace, () => resume(expert.id)) });
    await memory.refresh(expert, added);
  };
  const resume = (id: ExpertId) => {
    const { next = null, added = 0 } = resting.get(id) ?? {};
    resting.delete(id);
    if (next !== null) refresh(next, added).catch((error) => log.error("ingest.memory_behind", error, { expert: id }));
  };
  return {
    refresh,
    stop: () => {
      isStopped = true;
      for (const { stopTimer } of resting.values()) stopTimer();
    },
  };
}
