export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export const realTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** Rejects with `late()` if the work takes longer; the work then goes on unobserved. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function paced(run: () => void, milliseconds: number, startTimer: StartTimer = realTimer): () => void {
  let isResting = false;
  let isWanted = false;
  const begin = () => {
    isWanted = false;
    isResting = true;
    startTimer(milliseconds, () => {
      isResting = false;
      if (isWanted) begin();
    });
    run();
  };
  return () => {
    if (isResting) isWanted = true;
    else begin();
  };
}
