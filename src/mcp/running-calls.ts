/**
 * The calls that are being answered, so that a client can withdraw one by a second request. The newest revision of the
 * protocol needs none of this: there a client withdraws by closing the connection. The one before sends a notification,
 * which names the call by an id that each client counts from zero. The session, of which nothing else is kept, tells
 * the calls of clients with the same key apart.
 */

export interface CallName {
  /** Who called: nobody withdraws the call of another. */
  readonly caller: string;
  readonly session: string;
  readonly id: string | number;
}

export interface RunningCalls {
  /** Aborted when the call is withdrawn. Each call that was opened must be closed. */
  open(name: CallName): AbortSignal;
  close(name: CallName): void;
  /** Does nothing where there is no such call, or no longer. */
  withdraw(name: CallName): void;
  readonly count: number;
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, AbortController>();
  const keyOf = ({ caller, session, id }: CallName) => JSON.stringify([caller, session, id]);
  return {
    open: (name) => {
      const controller = new AbortController();
      running.set(keyOf(name), controller);
      return controller.signal;
    },
    close: (name) => void running.delete(keyOf(name)),
    withdraw: (name) => running.get(keyOf(name))?.abort(),
    get count() {
      return running.size;
    },
  };
}
