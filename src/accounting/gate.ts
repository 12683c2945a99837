/** Others queue, and are refused if the queue is full or too slow. One permit a turn, so that cheap requests pass. */
import { Fault } from "../kernel/fault.ts";
import { realTimer, type StartTimer } from "../kernel/timer.ts";

export interface Permit {
  release(): void;
}

export interface GateParts {
  /** At least 1. Read for each request. */
  readonly permits: () => number;
  readonly startTimer?: StartTimer;
  readonly nextTurn?: (callback: () => void) => void;
}

const waitersPerPermit = 4;
const longestWait = 10_000;

export class Gate {
  readonly #permits: () => number;
  readonly #startTimer: StartTimer;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #queue = new Set<() => void>();
  #taken = 0;
  #isTurnTaken = false;

  constructor({ permits, startTimer = realTimer, nextTurn = setImmediate }: GateParts) {
    this.#permits = permits;
    this.#startTimer = startTimer;
    this.#nextTurn = nextTurn;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** @throws Fault `overloaded`; the signal's reason when it aborts while waiting */
  async acquire(signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted();
    if (this.#isOpen && this.#queue.size === 0) return this.#take();
    if (this.#queue.size >= this.#permits() * waitersPerPermit) throw overloaded();
    return this.#wait(signal);
  }

  get #isOpen(): boolean {
    return this.#taken < this.#permits() && !this.#isTurnTaken;
  }

  #take(): Permit {
    this.#taken += 1;
    this.#isTurnTaken = true;
    this.#nextTurn(() => {
      this.#isTurnTaken = false;
      this.#grantNext();
    });
    let released = false;
    return {
      release: () => {
        if (released) return;
        released = true;
        this.#taken -= 1;
        this.#grantNext();
      },
    };
  }

  #grantNext(): void {
    const [grant] = this.#queue;
    if (this.#isOpen) grant?.();
  }

  #wait(signal: AbortSignal): Promise<Permit> {
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const leaveQueue = () => {
      this.#queue.delete(grant);
      stopTimer();
      signal.removeEventListener("abort", abandon);
    };
    const grant = () => {
      leaveQueue();
      resolve(this.#take());
    };
    const abandon = () => {
      leaveQueue();
      reject(signal.reason);
    };
    const stopTimer = this.#startTimer(longestWait, () => {
      leaveQueue();
      reject(overloaded());
    });
    signal.addEventListener("abort", abandon);
    this.#queue.add(grant);
    return promise;
  }
}

function overloaded(): Fault {
  return new Fault("overloaded", "The service is busy: all places for requests of this kind are taken.", {
    hint: "Send the request again in a few seconds.",
    headers: { "retry-after": "2" },
  });
}
