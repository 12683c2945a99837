import { setPriority } from "node:os";

/** About a tenth of a core that others want too. */
const niceness = 10;

/** Linux only: elsewhere threads have no priority of their own (setpriority(2)). */
export function workInBackground(): void {
  if (process.platform === "linux") setPriority(niceness);
}

/** A question leaves about 0.3 MB behind; a collection takes a millisecond. */
const questionsBetween = 64;

/** Call after each question. Collects garbage between some; the runtime would do it in the middle of one. */
export function paceGarbage(collect: () => void): () => void {
  let since = 0;
  return () => {
    since += 1;
    if (since < questionsBetween) return;
    since = 0;
    collect();
  };
}

declare const self: Worker;

export type ServedReply<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "broken"; readonly description: string };

/** @param told of an error; by default its stack, too */
export function serveRequests<Request, T>(work: (request: Request) => T, told = described): void {
  const replyTo = (request: Request): ServedReply<T> => {
    try {
      return { kind: "done", value: work(request) };
    } catch (error) {
      return { kind: "broken", description: told(error) };
    }
  };
  self.onmessage = ({ data }: MessageEvent<Request>) => self.postMessage(replyTo(data));
}

export function described(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
