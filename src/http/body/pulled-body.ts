import type { AnyIterable } from "../../kernel/awaitable.ts";
import type { TurnTaking } from "../../kernel/mutex.ts";

/** Produces a body as it is read. @param turns that pieces for many clients take */
export function pulledBody<T extends Uint8Array>(pieces: AnyIterable<T>, turns?: TurnTaking): ReadableStream<T> {
  const iterator = iteratorOf(pieces);
  let left = false;
  return new ReadableStream<T>(
    {
      async pull(controller) {
        await turns?.next();
        if (left) return;
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        left = true;
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

export function iteratorOf<T>(pieces: AnyIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.iterator in pieces ? pieces[Symbol.iterator]() : pieces[Symbol.asyncIterator]();
}
