/**
 * The result of a port's method that some adapters know at once (a database in this process) and others later (one on
 * another machine). Callers await it. Between the call and the result anything may happen, so what must happen together is
 * one method.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a result: at once where it is here, so that a path that every request takes costs no turn of the event
 * loop. Elsewhere `await` reads better. Errors of `proceed` are thrown in the one case and rejected in the other.
 */
export function whenKnown<T, R>(result: Awaitable<T>, proceed: (value: T) => Awaitable<R>): Awaitable<R> {
  return result instanceof Promise ? result.then(proceed) : proceed(result);
}

/** Pieces that some adapters have at hand and others wait for. Read them with `for await`. */
export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/** All bytes as the only piece. */
export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The same port, of an adapter whose methods answer in the turn of the call. */
export type Immediate<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Exclude<Result, Promise<unknown> | AsyncIterable<unknown>>
    : Port[Name];
};
