import { NamedError } from "../../kernel/error-code.ts";
import { realTimer, type StartTimer } from "../../kernel/timer.ts";

export class StageTimeout extends NamedError {
  readonly stage: string;
  readonly milliseconds: number;

  constructor(stage: string, milliseconds: number) {
    super(`${stage} took longer than ${milliseconds} ms`);
    this.stage = stage;
    this.milliseconds = milliseconds;
  }
}

export interface Stage {
  readonly name: string;
  readonly total: number;
}

/** Milliseconds after which a version's short stages are noted, too. */
const noticeable = 100;

/** Each note is a transaction, so a usually short stage is noted only when it lasts. @param write must not throw */
export function createStageNote(write: (stage: Stage) => void, startTimer: StartTimer = realTimer) {
  let due: Stage | null = null;
  let isNoticeable = false;
  const stopTimer = startTimer(noticeable, () => {
    isNoticeable = true;
    if (due !== null) write(due);
  });
  return {
    now: (stage: Stage) => {
      due = null;
      write(stage);
    },
    /** Noted after a while, unless another stage has begun by then. */
    soon: (stage: Stage) => {
      due = stage;
      if (isNoticeable) write(stage);
    },
    end: stopTimer,
  };
}
