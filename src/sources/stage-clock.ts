/** The stages that a version goes through: a deadline for each, and when it is written down. */
import { realTimer, type StartTimer } from "../kernel/timer.ts";

/** The reason with which a stage is aborted that took too long. */
export class StageTimeout extends Error {
  readonly stage: string;
  readonly milliseconds: number;

  constructor(stage: string, milliseconds: number) {
    super(`${stage} took longer than ${milliseconds} ms`);
    this.name = "StageTimeout";
    this.stage = stage;
    this.milliseconds = milliseconds;
  }
}

export interface StageClock {
  /** Aborted with a StageTimeout if the current stage takes too long, or with the reason of another abort. */
  readonly signal: AbortSignal;
  /** Enters a stage and starts its deadline. */
  enter(stage: string, milliseconds: number): void;
  /** There is no current stage. */
  end(): void;
}

/** Parts into which a deadline is divided. */
const deadlineParts = 20;

/**
 * A deadline consists of short timers, one after another. If the whole process is paused (a sleeping computer, a paused
 * container), the pause takes up one of them at most, so a document does not fail because of it.
 */
export function createStageClock(stopped: AbortSignal, startTimer: StartTimer = realTimer): StageClock {
  const control = new AbortController();
  let stopTimer = (): void => undefined;
  function count(parts: number, stage: string, milliseconds: number): void {
    stopTimer = startTimer(milliseconds / deadlineParts, () => {
      if (parts > 1) count(parts - 1, stage, milliseconds);
      else control.abort(new StageTimeout(stage, milliseconds));
    });
  }
  return {
    signal: AbortSignal.any([stopped, control.signal]),
    enter: (stage, milliseconds) => {
      stopTimer();
      count(deadlineParts, stage, milliseconds);
    },
    end: () => stopTimer(),
  };
}

export interface Stage {
  readonly name: string;
  /** Chunks to be done in it; 0 where that is not known. */
  readonly total: number;
}

export interface StageNote {
  now(stage: Stage): void;
  /** After a while, unless the version is in another stage by then. */
  soon(stage: Stage): void;
  end(): void;
}

/** Milliseconds that a version must take before its short stages are noted. */
const noticeable = 100;

/**
 * Writes down which stage a version is in, for those who look. Each note is a transaction, so a stage that should be over
 * in a moment is noted only when it is not.
 * @param write must not throw: nobody waits for it.
 */
export function createStageNote(write: (stage: Stage) => void, startTimer: StartTimer = realTimer): StageNote {
  let due: Stage | null = null;
  let isNoticeable = false;
  const stopTimer = startTimer(noticeable, () => {
    isNoticeable = true;
    if (due !== null) write(due);
  });
  return {
    now: (stage) => {
      due = null;
      write(stage);
    },
    soon: (stage) => {
      due = stage;
      if (isNoticeable) write(stage);
    },
    end: stopTimer,
  };
}
