/** While questions come fast, a document waits for some of them, but never long: both need the same thread. */
import { realTimer, type StartTimer } from "../kernel/timer.ts";

export interface QuestionsFirst {
  asked(): void;
  /** Resolves when the next document may begin. */
  giveWay(): Promise<void>;
}

interface QuestionsFirstParts {
  readonly startTimer?: StartTimer;
  /** Must never go back. */
  readonly now?: () => number;
}

/** Milliseconds between two questions that come fast. */
const fast = 50;
/** Questions between two documents; a document takes about as long as one. */
const share = 8;
/** Milliseconds, so that at least twenty documents a second are read. */
const longest = 50;

export function createQuestionsFirst({
  startTimer = realTimer,
  now = () => performance.now(),
}: QuestionsFirstParts = {}): QuestionsFirst {
  let since = 0; // questions since a document began
  let [lastButOne, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let passed: (() => void) | null = null;
  let turn: Promise<void> = Promise.resolve();
  const waitForTurn = async (): Promise<void> => {
    if (now() - lastButOne < fast && since < share) {
      const { promise, resolve } = Promise.withResolvers<void>();
      passed = resolve;
      const stopTimer = startTimer(longest, resolve);
      await promise;
      stopTimer();
      passed = null;
    }
    since = 0;
  };
  return {
    asked: () => {
      since += 1;
      [lastButOne, last] = [last, now()];
      if (since >= share) passed?.();
    },
    giveWay: () => {
      turn = turn.then(waitForTurn);
      return turn;
    },
  };
}
