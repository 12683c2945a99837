/**
 * The running calls, so that a client can withdraw one by a second request. In the newest revision of the protocol a client
 * withdraws a call by closing the connection. In the revision before, it sends a notification with the call's id, which each
 * client counts from zero. The session id distinguishes clients with the same key; nothing else of a session is kept.
 */

export interface CallName {
  /** The caller. Only the caller can withdraw a call. */
  readonly caller: string;
  readonly session: string;
  readonly id: string | number;
}

export interface RunningCalls {
  /** The signal is aborted when the call is withdrawn. Close every opened call. */
  open(name: CallName): AbortSignal;
  close(name: CallName): void;
  /** Does nothing if there is no such call. */
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
