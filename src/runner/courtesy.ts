import type { Pause } from "../kernel/pause.ts";

export interface QuestionPolicy {
  /** Work waits while so many questions have come within the last `within` milliseconds. */
  readonly questions: 1 | 2;
  readonly within: number;
  /** Questions since the last piece after which it no longer waits; default: any number may come. */
  readonly share?: number;
  /** Milliseconds after which it no longer waits, so that the work ends even if questions never do. */
  readonly longest: number;
}

/** A document takes about as long as a question, and at least twenty a second are read. */
export const betweenQuestions: QuestionPolicy = { questions: 2, within: 50, share: 8, longest: 50 };
export const afterQuestions: QuestionPolicy = { questions: 1, within: 100, longest: 2000 };

export class QuestionTimes {
  readonly #now: () => number;
  #asked = 0;
  #last = Number.NEGATIVE_INFINITY;
  #lastButOne = Number.NEGATIVE_INFINITY;
  readonly heard = new Set<() => void>();

  /** @param now must never go back */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  get asked(): number {
    return this.#asked;
  }

  add(): void {
    this.#asked += 1;
    [this.#lastButOne, this.#last] = [this.#last, this.#now()];
    for (const hear of this.heard) hear();
  }

  /** Milliseconds until fewer questions than the policy names have come within its time; 0 or less: now. */
  busyFor({ questions, within }: QuestionPolicy): number {
    return (questions === 1 ? this.#last : this.#lastButOne) + within - this.#now();
  }
}

export interface CourtesyParts {
  readonly questions: QuestionTimes;
  readonly pause: Pause;
  readonly stopping: AbortSignal;
}

const firstPause = 250;

export class Courtesy {
  readonly #parts: CourtesyParts;
  readonly #policy: QuestionPolicy | null;
  #before = 0;
  #waiting = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: CourtesyParts, policy: QuestionPolicy | null) {
    this.#parts = parts;
    this.#policy = policy;
  }

  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when the next piece may begin; null: at once. @param isOthersTurn whether other work comes first */
  giveWay(isOthersTurn: () => boolean): Promise<void> | null {
    if (!this.isWaiting && !isOthersTurn() && this.#busyFor() <= 0) {
      this.#before = this.#parts.questions.asked;
      return null;
    }
    this.#waiting += 1;
    this.#turn = this.#turn.then(() => this.#wait(isOthersTurn)).finally(() => (this.#waiting -= 1));
    return this.#turn;
  }

  #busyFor(): number {
    const { questions } = this.#parts;
    if (this.#policy === null || questions.asked - this.#before >= (this.#policy.share ?? Infinity)) return 0;
    return questions.busyFor(this.#policy);
  }

  async #wait(isOthersTurn: () => boolean): Promise<void> {
    const { questions, pause, stopping } = this.#parts;
    while (isOthersTurn() && !stopping.aborted) await pause(firstPause, stopping);
    const enough = new AbortController();
    const hear = () => {
      if (this.#busyFor() <= 0) enough.abort();
    };
    questions.heard.add(hear);
    const over = AbortSignal.any([stopping, enough.signal]);
    let left = this.#policy?.longest ?? 0;
    while (left > 0 && this.#busyFor() > 0 && !over.aborted) {
      const step = Math.min(left, Math.ceil(this.#busyFor()));
      await pause(step, over);
      left -= step;
    }
    questions.heard.delete(hear);
    this.#before = questions.asked;
  }
}
