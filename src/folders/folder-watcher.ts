import { watch } from "node:fs";
import type { JobKind, JobOutcome, JobRun, LaneHandle } from "../runner/job-kind.ts";
import type { Runner } from "../runner/runner.ts";
import type { FolderKeeper } from "./folder-keeper.ts";
import type { FolderLook } from "./folder-state.ts";

/** @returns a function that ends it; null: the system cannot report changes there */
export type ChangeReports = (root: string, onChange: () => void) => (() => void) | null;

export interface WatcherParts {
  readonly keeper: Pick<FolderKeeper, "look" | "close">;
  readonly root: string;
  /** Null: only looks find changes, as on network drives. */
  readonly reports: ChangeReports | null;
  readonly every: number;
  readonly onLook: (look: FolderLook) => void;
  /** Receives internal errors; the next look follows as usual. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds from a reported change to a look, so that quick changes are seen together. */
const gathering = 500;

export function watchFolder(parts: WatcherParts, runner: Runner): void {
  new Watcher(parts).addTo(runner);
}

class Watcher {
  readonly #parts: WatcherParts;
  #lane: LaneHandle<null> | null = null;
  #endReports: (() => void) | null = null;
  #isLooking = false;
  #isReported = false;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  addTo(runner: Runner): void {
    const kind: JobKind<null> = {
      name: "folders",
      claim: () => [null],
      work: (_, run) => this.#work(run),
      failed: "folder.failed",
      ended: () => {
        this.#forgetReports();
        this.#parts.keeper.close();
      },
    };
    this.#lane = runner.add(kind);
  }

  async #work({ signal }: JobRun): Promise<JobOutcome> {
    this.#isReported = false;
    this.#isLooking = true;
    this.#endReports ??= this.#parts.reports?.(this.#parts.root, () => this.#changed()) ?? null;
    signal.addEventListener("abort", () => this.#parts.keeper.close());
    const again = await this.#look(signal);
    this.#isLooking = false;
    return { lookIn: this.#isReported ? gathering : (again ?? this.#parts.every) };
  }

  async #look(signal: AbortSignal): Promise<number | null> {
    const { keeper, onLook, onError } = this.#parts;
    try {
      const look = await keeper.look();
      if (!signal.aborted || look.state.phase !== "stopped") onLook(look);
      if (look.state.phase === "stopped") this.#forgetReports();
      return look.again;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  #forgetReports(): void {
    this.#endReports?.();
    this.#endReports = null;
  }

  #changed(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    if (!this.#isLooking) this.#lane?.wakeIn(gathering);
  }
}

export const systemReports: ChangeReports = (root, onChange) => {
  try {
    const watcher = watch(root, { recursive: true, persistent: false }, onChange);
    watcher.on("error", () => undefined); // The folder vanished, or the system has no more watches: looks continue.
    return () => watcher.close();
  } catch {
    return null;
  }
};
