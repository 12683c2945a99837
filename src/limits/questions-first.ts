/**
 * Lets questions go before documents. Both need the thread that answers requests, and a person waits for a question. While
 * questions come fast, each document waits until some of them have passed, but never for long.
 */
import { realTimer, type StartTimer } from "../kernel/timer.ts";

export interface QuestionsFirst {
  /** A question has come. */
  asked(): void;
  /** Resolves when the next document may begin: at once, unless questions come fast. Documents wait one after another. */
  giveWay(): Promise<void>;
}

interface QuestionsFirstParts {
  readonly startTimer?: StartTimer;
  /** Milliseconds that only ascend. */
  readonly now?: () => number;
}

/** Questions come fast if the last two came within so many milliseconds: one person who asks now and then delays nothing. */
const fast = 50;
/** Questions that pass between two documents. A document takes the processor about as long as one question. */
const share = 8;
/** Milliseconds that a document waits at most, so that at least twenty a second are read, however many ask. */
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
