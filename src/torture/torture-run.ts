import type { Clock } from "../kernel/clock.ts";
import { NotObservable } from "./checks/observer.ts";
import { recordViolation } from "./model/violation-recording.ts";
import type { Violation, World } from "./model/world.ts";
import type { TortureReport } from "./torture-report.ts";

export interface RunOptions {
  readonly kills: number;
  readonly seed: number;
  readonly folder: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly progress: (kills: number, violations: readonly Violation[]) => void;
}

export const apiKey = "torture-torture-torture-torture";

const lanes = 6;

/** @param events may end the load early */
export async function underLoad(
  operate: (isOver: () => boolean) => Promise<void>,
  events: (end: () => void) => Promise<void>,
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const lane = async () => {
    while (!isOver) await operate(() => isOver);
  };
  // Open requests may end even if the events fail: cutting them off would cause violations of its own.
  const all = await Promise.allSettled([events(end).finally(end), ...Array.from({ length: lanes }, lane)]);
  const failed = all.find((ended) => ended.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

export function monthsUntilNow(months: Set<string>, clock: Clock): string[] {
  return [...months.add(new Date(clock.now()).toISOString().slice(0, 7))];
}

export async function observed(world: World, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof NotObservable)) throw error;
    recordViolation(world, "reply_off", error.message);
  }
}

type Counted = Pick<TortureReport, "seed" | "acknowledged" | "checks" | "violations" | "seconds" | "folder">;

export function reportOn(world: World, { seed, folder }: RunOptions, began: number): Counted {
  const { violations, checks } = world;
  return {
    seed,
    acknowledged: Object.fromEntries([...world.acknowledged].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    checks,
    violations,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    folder: violations.length > 0 ? folder : null,
  };
}
