/** A result known at once or later. While it is awaited anything may change, so what must be atomic is one method. */
export type Awaitable<T> = T | Promise<T>;

/** Continues with a result, at once where it is known: `await` would cost every request a turn of the event loop. */
export function whenKnown<T, R>(result: Awaitable<T>, proceed: (value: T) => Awaitable<R>): Awaitable<R> {
  return result instanceof Promise ? result.then(proceed) : proceed(result);
}

export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const immediately = <Port>(port: Port) => port as Immediate<Port>;

export type Immediate<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Exclude<Result, Promise<unknown> | AsyncIterable<unknown>>
    : Port[Name];
};
