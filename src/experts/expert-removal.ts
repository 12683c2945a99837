/** In the background, step by step. Continues what an earlier process left. */
import { pauseUnlessStopped } from "../kernel/pause.ts";
import { inSteps } from "../runner/job-kind.ts";
import type { Runner } from "../runner/runner.ts";
import type { ExpertRemains, ExpertStore } from "./ports.ts";

export type ExpertRemoval = ReturnType<typeof createExpertRemoval>;

interface ExpertRemovalParts {
  readonly store: Pick<ExpertStore, "removeSlice">;
  readonly remains: Pick<ExpertRemains, "discard">;
  /** Milliseconds between looks for work of another process; absent: there is none. */
  readonly every?: number;
}

/** Milliseconds, as long as a slice takes, so that others have half of the time. */
const betweenSlices = 5;
/** Milliseconds for which a removal waits for its rows to go. */
const moment = 200;

export function createExpertRemoval({ store, remains, every }: ExpertRemovalParts, runner: Runner) {
  const lane = runner.add({
    name: "expert_removal",
    ...inSteps(async () => {
      const slice = await store.removeSlice();
      if (slice !== null) await remains.discard(slice.versions);
      return slice !== null;
    }),
    rest: betweenSlices,
    ...(every !== undefined && { every }),
    failed: "expert.removal_interrupted",
  });
  return {
    wake: lane.wake,
    settle: async () => {
      const over = new AbortController();
      await Promise.race([lane.look(), pauseUnlessStopped(moment, over.signal)]);
      over.abort();
    },
  };
}
