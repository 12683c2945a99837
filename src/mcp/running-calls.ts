/**
 * The running calls, so that a client can withdraw one by a second request: in the earlier revision a notification with
 * the call's id, which each client counts from zero. The session id tells clients with the same key apart.
 */

export interface CallName {
  readonly caller: string;
  readonly session: string;
  readonly id: string | number;
}

export interface RunningCalls {
  /** The signal is aborted when the call is withdrawn. Close every opened call. */
  open(name: CallName): AbortSignal;
  close(name: CallName): void;
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
