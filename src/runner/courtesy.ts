/** When background jobs wait for what comes first: documents that are being read, and questions. */

import type { Pause } from "../kernel/pause.ts";

/** Counts the questions that have come. */
export interface QuestionCount {
  asked: number;
}

export interface CourtesyParts {
  readonly questions: QuestionCount;
  readonly pause: Pause;
  readonly stopping: AbortSignal;
}

/** Milliseconds between looks at whether what comes first is still being done. */
const firstPause = 250;
/** Milliseconds without a question after which a job begins … */
const calm = 100;
/** … and the longest that it waits for them, so that the work ends even where questions never do. */
const longestWait = 2000;

export class Courtesy {
  readonly #parts: CourtesyParts;
  #heard = 0;
  #waiting = 0;

  constructor(parts: CourtesyParts) {
    this.#parts = parts;
    this.#heard = parts.questions.asked;
  }

  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Null: nothing comes first. */
  giveWay(isOthersTurn: () => boolean, heedsQuestions: boolean): Promise<void> | null {
    const wasAsked = heedsQuestions && this.#parts.questions.asked !== this.#heard;
    return wasAsked || isOthersTurn() ? this.#wait(isOthersTurn, heedsQuestions) : null;
  }

  async #wait(isOthersTurn: () => boolean, heedsQuestions: boolean): Promise<void> {
    const { questions, pause, stopping } = this.#parts;
    this.#waiting += 1;
    try {
      while (isOthersTurn() && !stopping.aborted) await pause(firstPause, stopping);
      for (let waited = 0; heedsQuestions && waited < longestWait && !stopping.aborted; waited += calm) {
        if (questions.asked === this.#heard) return;
        this.#heard = questions.asked;
        await pause(calm, stopping);
      }
    } finally {
      this.#waiting -= 1;
    }
  }
}
