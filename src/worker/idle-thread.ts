import type { ServedReply } from "./thread-serving.ts";

/** Starts when it is needed, and ends, with its memory, after a while without work. */
export type IdleThread = ReturnType<typeof idleThread>;

const idleAfter = 60_000;

export function idleThread(entry: URL) {
  let thread: Worker | null = null;
  let idling: ReturnType<typeof setTimeout> | undefined;
  const discard = () => {
    clearTimeout(idling);
    thread?.terminate();
    thread = null;
  };
  return {
    /** Stays alive until `rest` or `discard`. */
    wake: () => {
      clearTimeout(idling);
      thread ??= new Worker(entry, { type: "module" });
      return thread;
    },
    rest: () => {
      idling = setTimeout(discard, idleAfter).unref();
    },
    /** Ends it even during its work. The next `wake` starts another. */
    discard,
  };
}

export function threadPool(entry: URL) {
  const all = new Set<IdleThread>();
  const idle: IdleThread[] = [];
  const start = (): IdleThread => {
    const thread = idleThread(entry);
    all.add(thread);
    return thread;
  };
  return {
    take: () => idle.pop() ?? start(),
    giveBack: (thread: IdleThread) => {
      thread.rest();
      idle.push(thread);
    },
    close: () => {
      for (const thread of all) thread.discard();
    },
  };
}

export type ThreadAnswer<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "lost"; readonly error: unknown };

export interface ThreadRequest<Reply, T> {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly post: () => void;
  /** Null: more messages follow. If it throws, the thread is discarded. */
  readonly read: (reply: Reply) => ThreadAnswer<T> | null;
}

export async function askThread<Reply, T>(
  thread: Worker,
  { name, signal, post, read }: ThreadRequest<Reply, T>,
): Promise<ThreadAnswer<T>> {
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer<T>>();
  const lost = (error: unknown) => resolve({ type: "lost", error });
  const onAbort = () => lost(signal.reason);
  const onClose = () => lost(new Error(`the ${name} thread ended`));
  thread.onmessage = ({ data }: MessageEvent<Reply>) => {
    try {
      const answer = read(data);
      if (answer !== null) resolve(answer);
    } catch (error) {
      lost(error);
    }
  };
  thread.onerror = (event) => lost(new Error(`the ${name} thread failed: ${event.message}`));
  thread.addEventListener("close", onClose, { once: true });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  else post();
  const answer = await promise;
  thread.removeEventListener("close", onClose);
  signal.removeEventListener("abort", onAbort);
  return answer;
}

/** A lost thread is discarded, and the next request starts another. */
export async function askIdle<Reply, T>(
  thread: IdleThread,
  requestFor: (awake: Worker) => ThreadRequest<Reply, T>,
): Promise<ThreadAnswer<T>> {
  const awake = thread.wake();
  const answer = await askThread(awake, requestFor(awake));
  if (answer.type === "lost") thread.discard();
  thread.rest();
  return answer;
}

/** @throws what the thread told of its error, or the signal's reason */
export async function askOnce<T>(thread: IdleThread, name: string, request: object, signal: AbortSignal): Promise<T> {
  const answer = await askIdle<ServedReply<T>, T>(thread, (awake) => ({
    name,
    signal,
    post: () => awake.postMessage(request),
    read: (reply) =>
      reply.kind === "done"
        ? { type: "done", value: reply.value }
        : { type: "lost", error: new Error(reply.description) },
  }));
  if (answer.type !== "done") throw answer.error;
  return answer.value;
}
