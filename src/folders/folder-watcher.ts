/** Looks at a kept folder when the system reports a change, when a look requests another, and at regular intervals. */
import { watch } from "node:fs";
import type { StartTimer } from "../kernel/timer.ts";
import type { FolderKeeper } from "./folder-keeper.ts";
import type { FolderLook } from "./folder-state.ts";

/** Reports changes below a folder. @returns a function that ends it; null if the system cannot report changes there. */
export type ChangeReports = (root: string, onChange: () => void) => (() => void) | null;

export interface WatcherParts {
  readonly keeper: FolderKeeper;
  readonly root: string;
  /** Null: only looks find changes, as on network drives. */
  readonly reports: ChangeReports | null;
  readonly every: number;
  readonly startTimer: StartTimer;
  readonly onLook: (look: FolderLook) => void;
  /** Receives internal errors; the next look follows as usual. */
  readonly onError: (error: unknown) => void;
}

export interface FolderWatcher {
  /** Prevents further looks. Resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** Milliseconds from a reported change to a look, so that quick changes are seen together. */
const gathering = 500;

/** Looks immediately, and then repeatedly until stopped. */
export function watchFolder(parts: WatcherParts): FolderWatcher {
  return new Watcher(parts);
}

class Watcher implements FolderWatcher {
  readonly #parts: WatcherParts;
  #looking: Promise<void> | null = null;
  #stopTimer: () => void = () => undefined;
  #endReports: (() => void) | null = null;
  #isReported = false;
  #isStopped = false;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer();
    this.#endReports?.();
    this.#parts.keeper.close();
    await this.#looking;
  }

  #begin(): void {
    this.#isReported = false;
    // Before each look: the folder may have been missing or replaced.
    this.#endReports ??= this.#parts.reports?.(this.#parts.root, () => this.#changed()) ?? null;
    this.#looking = this.#look().then((again) => {
      this.#looking = null;
      if (!this.#isStopped) this.#lookIn(this.#isReported ? gathering : (again ?? this.#parts.every));
    });
  }

  async #look(): Promise<number | null> {
    const { keeper, onLook, onError } = this.#parts;
    try {
      const look = await keeper.look();
      if (!this.#isStopped || look.state.phase !== "stopped") onLook(look);
      if (look.state.phase === "stopped") this.#forgetReports();
      return look.again;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  /** The system treats a folder that returns as a new one. */
  #forgetReports(): void {
    this.#endReports?.();
    this.#endReports = null;
  }

  #changed(): void {
    if (this.#isReported || this.#isStopped) return;
    this.#isReported = true;
    if (this.#looking === null) this.#lookIn(gathering);
  }

  #lookIn(milliseconds: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#parts.startTimer(milliseconds, () => this.#begin());
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
