/** Looks at a kept folder when the system reports a change, when a look asked for another, and at least now and then. */
import { watch } from "node:fs";
import type { StartTimer } from "../kernel/timer.ts";
import type { FolderKeeper } from "./folder-keeper.ts";
import type { FolderLook } from "./folder-state.ts";

/** Tells of changes below a folder. @returns what ends it; null where the system cannot report changes there. */
export type ChangeReports = (root: string, onChange: () => void) => (() => void) | null;

export interface WatcherParts {
  readonly keeper: FolderKeeper;
  readonly root: string;
  /** Null: changes are found by looking only, as on network drives. */
  readonly reports: ChangeReports | null;
  /** Milliseconds between looks when nothing is reported. */
  readonly every: number;
  readonly startTimer: StartTimer;
  readonly onLook: (look: FolderLook) => void;
  /** Told of a defect; the next look follows as usual. */
  readonly onError: (error: unknown) => void;
}

export interface FolderWatcher {
  /** No look begins any more. Resolves when the present one has ended. */
  stop(): Promise<void>;
}

/** Milliseconds from a reported change to a look, so that changes in quick succession are seen together. */
const gathering = 500;

/** Looks at once, and then until it is stopped. */
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
    await this.#looking;
  }

  #begin(): void {
    this.#isReported = false;
    // Again before each look: the folder may not have been there, or may have been replaced.
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
      onLook(look);
      if (look.state.phase === "stopped") this.#forgetReports();
      return look.again;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  /** A folder that came back is another one for the system. */
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

/** By the system's own reports. */
export const systemReports: ChangeReports = (root, onChange) => {
  try {
    const watcher = watch(root, { recursive: true, persistent: false }, onChange);
    watcher.on("error", () => undefined); // The folder vanished, or the system has no more watches: looks go on.
    return () => watcher.close();
  } catch {
    return null;
  }
};
