/** A thread that starts when it is needed, and ends, with all that it holds in memory, after a while without work. */
export interface IdleThread {
  /** The thread, started if necessary. It lives at least until `rest` or `discard`. */
  wake(): Worker;
  rest(): void;
  /** Ends it at once, even in the middle of its work. The next `wake` starts another. */
  discard(): void;
}

const idleAfter = 60_000;

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
