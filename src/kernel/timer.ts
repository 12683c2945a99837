/** Starts a timer and returns the function that stops it. A test passes a timer that it controls. */
export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export const realTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** The result of the work; rejects with `late()` if it takes longer. The work then ends by itself, and nobody waits for it. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
