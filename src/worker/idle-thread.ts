/** A thread that starts when it is needed, and ends when it has not been for a while, and with it what it holds. */
export interface IdleThread {
  /** The thread, started if there is none. It goes on until `rest` or `discard`. */
  wake(): Worker;
  /** From now on it may end. */
  rest(): void;
  /** Ends it at once, also in the middle of its work; the next `wake` starts another. */
  discard(): void;
}

/** Milliseconds without work after which a thread ends. */
const idleAfter = 60_000;

/** @param entry the address of its module, which only a file beside the program's entry can name in a binary. */
export function idleThread(entry: URL): IdleThread {
  let thread: Worker | null = null;
  let idling: ReturnType<typeof setTimeout> | undefined;
  const discard = () => {
    clearTimeout(idling);
    thread?.terminate();
    thread = null;
  };
  return {
    wake: () => {
      clearTimeout(idling);
      thread ??= new Worker(entry, { type: "module" });
      return thread;
    },
    rest: () => {
      idling = setTimeout(discard, idleAfter).unref();
    },
    discard,
  };
}
