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
}

/** Questions between two documents from which on they come fast: one person who asks now and then delays nothing. */
const fast = 2;
/** Questions that pass between two documents. A document takes the thread about as long as one question. */
const share = 8;
/** Milliseconds that a document waits at most, so that at least twenty a second are read, however many ask. */
const longest = 50;

export function createQuestionsFirst({ startTimer = realTimer }: QuestionsFirstParts = {}): QuestionsFirst {
  let since = 0; // questions since a document began
  let passed: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();
  const waitForTurn = async (): Promise<void> => {
    if (since >= fast && since < share) {
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
      if (since >= share) passed?.();
    },
    giveWay: () => {
      last = last.then(waitForTurn);
      return last;
    },
  };
}
