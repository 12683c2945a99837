/** Earlier revisions withdraw a call by its id, counted from zero; the session tells clients of one key apart. */

export interface CallName {
  readonly caller: string;
  readonly session: string;
  readonly id: string | number;
}

export interface RunningCalls {
  /** The signal is aborted on withdrawal. Close every opened call. */
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
