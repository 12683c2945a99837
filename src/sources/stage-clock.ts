/** A deadline for each stage that a version goes through. */

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

export function createStageClock(stopped: AbortSignal): StageClock {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: AbortSignal.any([stopped, control.signal]),
    enter: (stage, milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => control.abort(new StageTimeout(stage, milliseconds)), milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}
