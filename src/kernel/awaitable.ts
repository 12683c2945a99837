/**
 * The result of a port's method that some adapters know at once (a database in this process) and others later (one on
 * another machine). Callers await it. Between the call and the result anything may happen, so what must happen together is
 * one method.
 */
export type Awaitable<T> = T | Promise<T>;
