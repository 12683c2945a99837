/** Deletes the rows of removed experts step by step, in the background, also those that an earlier process left. */
import type { Log } from "../kernel/log.ts";
import type { ExpertRemains, ExpertStore } from "./ports.ts";

export interface ExpertRemoval {
  start(): void;
  wake(): void;
  idle(): Promise<void>;
  /** Resolves when everything is deleted, or after a moment. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

interface ExpertRemovalParts {
  readonly store: Pick<ExpertStore, "removeSlice">;
  readonly remains: Pick<ExpertRemains, "discard">;
  readonly log: Log;
  readonly pause?: () => Promise<void>;
}

/** Milliseconds; as long as a slice takes. */
const betweenSlices = 5;
const moment = 200;

export function createExpertRemoval({ store, remains, log, pause = shortPause }: ExpertRemovalParts): ExpertRemoval {
  let phase: "waiting" | "started" | "stopping" = "waiting";
  let running: Promise<void> | null = null;
  let isWanted = false;

  const removeAll = async (): Promise<void> => {
    while (phase === "started") {
      isWanted = false;
      const slice = await store.removeSlice();
      if (slice === null) return;
      await remains.discard(slice.versions);
      await pause();
    }
  };
  const wake = () => {
    isWanted = true;
    if (phase !== "started") return;
    running ??= removeAll()
      .catch((error) => log.error("expert.removal_interrupted", error))
      .finally(() => {
        running = null;
        if (isWanted) wake();
      });
  };
  return {
    start: () => {
      phase = "started";
      wake();
    },
    wake,
    idle: async () => {
      await running;
    },
    settle: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, moment);
      await Promise.race([running, promise]);
      clearTimeout(timer);
    },
    stop: async () => {
      phase = "stopping";
      await running;
    },
  };
}

function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, betweenSlices));
}
